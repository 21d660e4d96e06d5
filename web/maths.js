// Vectors are arrays of three, matrices column-major arrays of sixteen, turns quaternions [w, x, y, z].
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = a => scale(a, 1 / (Math.hypot(...a) || 1));

export function multiply(a, b) {
  const out = new Array(16);
  for (let c = 0; c < 4; c++)
    for (let r = 0; r < 4; r++)
      out[c * 4 + r] = a[r] * b[c * 4] + a[4 + r] * b[c * 4 + 1] + a[8 + r] * b[c * 4 + 2] + a[12 + r] * b[c * 4 + 3];
  return out;
}
export function perspective(fov, aspect, near, far) {
  const f = 1 / Math.tan(fov / 2);
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far),
    0];
}
export function lookAt(eye, target, up = [0, 0, 1]) {
  const z = unit(sub(eye, target)), x = unit(cross(up, z)), y = cross(z, x);
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1];
}
// Place, turn and size in one.
export function place(at, q, size = [1, 1, 1]) {
  const [w, x, y, z] = q, [a, b, c] = size;
  return [(1 - 2 * (y * y + z * z)) * a, 2 * (x * y + w * z) * a, 2 * (x * z - w * y) * a, 0,
          2 * (x * y - w * z) * b, (1 - 2 * (x * x + z * z)) * b, 2 * (y * z + w * x) * b, 0,
          2 * (x * z + w * y) * c, 2 * (y * z - w * x) * c, (1 - 2 * (x * x + y * y)) * c, 0, at[0], at[1], at[2], 1];
}
export const about = (axis, angle) => [Math.cos(angle / 2), ...scale(axis, Math.sin(angle / 2))];
export const times = (a, b) => [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]];
export const IDENTITY = [1, 0, 0, 0];
export function transform(m, p) {
  return [m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12], m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
    m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14]];
}
export const turn = (q, v) => { const m = place([0, 0, 0], q); return transform(m, v); };
export const untwist = q => [q[0], -q[1], -q[2], -q[3]];
export const heading = q => Math.atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
