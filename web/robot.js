// A small tracked robot; its origin is on the ground between the front wheels. Returns where its screen is.
//
//   const glass = drawRobot(robot, pen);     // pen: see scene.js
import * as m from './maths.js';

const LOOKS = {
  vector: {shell: [0.17, 0.18, 0.20], dark: [0.09, 0.09, 0.10], trim: [0.62, 0.47, 0.24], wheel: [0.24, 0.25, 0.27]},
  cozmo: {shell: [0.90, 0.91, 0.92], dark: [0.16, 0.17, 0.19], trim: [0.80, 0.16, 0.14], wheel: [0.72, 0.74, 0.76]},
};
const light = rgb => [(rgb >> 16 & 255) / 255, (rgb >> 8 & 255) / 255, (rgb & 255) / 255];
const ACROSS = m.about([1, 0, 0], Math.PI / 2); // a drum that lies like an axle

const NECK = [-0.013, 0, 0.049];
const headBase = r => m.multiply(m.place(r.at_m, r.turn), m.place(NECK, m.about([0, 1, 0], -r.head_rad)));
// Where its eye is, and how it looks.
export function headOf(r) {
  const head = headBase(r), at = m.transform(head, [.022, 0, -.006]), to = p => m.sub(m.transform(head, p), at);
  return {at, ahead: to([1.022, 0, -.006]), up: to([.022, 0, .994])};
}

export function drawRobot(r, {solid, rounded, DRUM}) {
  const look = LOOKS[r.creature] || LOOKS.vector, {shell, trim, dark} = look;
  const base = m.place(r.at_m, r.turn), at = (from, spot, q = m.IDENTITY, size = [1, 1, 1]) => m.multiply(from,
    m.place(spot, q, size));
  const block = (from, spot, [l, w, h], round, colour, more = {}) => solid(at(from, spot, more.turn), colour,
    {what: rounded(l, w, h, round), ...more});
  const axle = (x, side, z, wide, thick, colour) => solid(at(base, [x, side, z], ACROSS, [wide, wide, thick]), colour,
    {what: DRUM});
  // the body, its back and the strip that feels hands
  block(base, [-0.028, 0, 0.030], [0.066, 0.042, 0.034], 0.006, shell);
  block(base, [-0.038, 0, 0.051], [0.046, 0.042, 0.018], 0.007, shell);
  block(base, [-0.040, 0, 0.0605], [0.034, 0.014, 0.003], 0.0014, trim);
  // treads: a band over two wheels
  for (const side of [-1, 1]) {
    const y = side * 0.027;
    block(base, [-0.025, y, 0.0145], [0.079, 0.012, 0.029], 0.0144, dark);
    for (const x of [0, -0.050]) { axle(x, y, 0.0145, 0.021, 0.0132, look.wheel);
      axle(x, y, 0.0145, 0.007, 0.0145, trim); }
    axle(-0.025, y, 0.0105, 0.012, 0.0132, look.wheel);
  }
  r.lights.slice(0, 3).forEach((rgb, i) => block(base, [-0.030 - i * 0.010, 0, 0.0622], [0.0065, 0.0065, 0.0022],
    0.001, rgb ? light(rgb) : [0.30, 0.31, 0.33], {glow: rgb ? 1 : 0}));
  // the head, with a rim around its glass
  const head = headBase(r);
  block(head, [0.012, 0, 0.004], [0.036, 0.046, 0.036], 0.007, shell);
  block(head, [0.0295, 0, 0.0045], [0.006, 0.0445, 0.0325], 0.0029, dark);
  for (const side of [-1, 1]) axle(-0.013, side * 0.0238, 0.049, 0.016, 0.003, trim);
  // the lift: two arms and a fork
  const arm = r.lift_rad, c = Math.cos(arm), s = Math.sin(arm), reach = [-0.037 + 0.066 * c, 0.045 + 0.066 * s],
    half = [-0.037 + 0.033 * c, 0.045 + 0.033 * s], bow = m.about([0, 1, 0], -arm);
  for (const side of [-1, 1]) {
    block(base, [half[0], side * 0.0315, half[1]], [0.070, 0.0035, 0.007], 0.0016, trim, {turn: bow});
    block(base, [half[0] - 0.004, side * 0.0315, half[1] - 0.011], [0.060, 0.003, 0.005], 0.0014, dark, {turn: bow});
    axle(-0.037, side * 0.0315, 0.045, 0.011, 0.005, dark);
    block(base, [reach[0] + 0.004, side * 0.024, reach[1] - 0.014], [0.005, 0.008, 0.031], 0.0022, trim);
  }
  block(base, [reach[0] + 0.004, 0, reach[1] + 0.001], [0.006, 0.066, 0.008], 0.0028, trim);
  return at(head, [0.0327, 0, 0.005], m.IDENTITY, [0.0006, 0.0356, 0.0186]);
}
