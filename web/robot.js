// A small tracked robot out of boxes and drums; its origin is on the ground between the front wheels. Returns where its screen is.
//
//   const glass = drawRobot(robot, 'vector', {solid, BOX, DRUM});   // solid(model, colour, {what, glow})
import * as m from './maths.js';

const LOOKS = {
  vector: {shell: [0.20, 0.22, 0.24], trim: [0.46, 0.36, 0.20]},
  cozmo: {shell: [0.86, 0.87, 0.88], trim: [0.75, 0.2, 0.2]},
};
const light = rgb => [(rgb >> 16 & 255) / 255, (rgb >> 8 & 255) / 255, (rgb & 255) / 255];

export function drawRobot(r, marked, {solid, DRUM}) {
  const look = LOOKS[r.creature] || LOOKS.vector, lift = c => marked ? c.map(v => Math.min(1, v * 1.25 + 0.06)) : c, shell = lift(look.shell), trim = lift(look.trim);
  const base = m.place(r.at_m, r.turn), part = (from, at, size, q = m.IDENTITY) => m.multiply(from, m.place(at, q, size));
  solid(part(base, [-0.030, 0, 0.030], [0.064, 0.044, 0.036]), shell);
  solid(part(base, [-0.036, 0, 0.050], [0.046, 0.040, 0.014]), shell);
  for (const side of [-1, 1]) {
    solid(part(base, [-0.025, side * 0.026, 0.0145], [0.050, 0.010, 0.029]), [0.10, 0.10, 0.11]);
    for (const x of [0, -0.050]) solid(part(base, [x, side * 0.026, 0.0145], [0.029, 0.029, 0.0105], m.about([1, 0, 0], Math.PI / 2)), [0.13, 0.13, 0.14], {what: DRUM});
  }
  r.lights.forEach((rgb, i) => solid(part(base, [-0.026 - i * 0.011, 0, 0.0585], [0.008, 0.006, 0.003]), rgb ? light(rgb) : [0.3, 0.3, 0.3], {glow: rgb ? 1 : 0}));

  const head = m.multiply(base, m.place([-0.013, 0, 0.049], m.about([0, 1, 0], -r.head_rad)));
  solid(part(head, [0.014, 0, 0.004], [0.036, 0.044, 0.034]), shell);
  solid(part(head, [0.0325, 0, 0.004], [0.002, 0.042, 0.030]), [0.02, 0.02, 0.02]);

  const arm = r.lift_rad, reach = [-0.037 + 0.066 * Math.cos(arm), 0.045 + 0.066 * Math.sin(arm)], half = [-0.037 + 0.033 * Math.cos(arm), 0.045 + 0.033 * Math.sin(arm)];
  for (const side of [-1, 1]) {
    solid(part(base, [half[0], side * 0.030, half[1]], [0.066, 0.003, 0.006], m.about([0, 1, 0], -arm)), trim);
    solid(part(base, [reach[0] + 0.004, side * 0.024, reach[1] - 0.014], [0.005, 0.008, 0.030]), trim);
  }
  solid(part(base, [reach[0] + 0.004, 0, reach[1] + 0.001], [0.006, 0.056, 0.006]), trim);
  return part(head, [0.0338, 0, 0.006], [0.001, 0.034, 0.0178]);
}
