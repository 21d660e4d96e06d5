// A room around a world that has none: a floor that ends, four walls with a skirting board, a window with its light.
// It is scenery: no hand reaches it and no
// robot sees it.
//
//   drawRoom(roomOf(frame, floor), eye, paint, bright, pen);     // bright: 0 night … 1 day; pen: see scene.js
import * as m from './maths.js';

const HIGH = 2.4, AROUND = 1.7, STEP = .5;
// Big enough for all there is, and never smaller than it was: walls do not follow whoever is carried about. null: the
// world has walls of its own.
export function roomOf(frame, floor, last) {
  if (frame.world.things.filter(t => t.kind === 'WALL' && Math.max(...t.size_m) > 2).length >= 3) return null;
  const all = [...frame.world.things, ...frame.world.robots, ...frame.world.people].map(t => t.at_m);
  const out = (v, sign) => sign * Math.ceil((Math.max(...all.map(p => sign * p[v]), 0) + AROUND) / STEP) * STEP;
  const low = [out(0, -1), out(1, -1)].map((v, i) => Math.max(-9, Math.min(v, last?.low[i] ?? v))),
    high = [out(0, 1), out(1, 1)].map((v, i) => Math.min(9, Math.max(v, last?.high[i] ?? v)));
  return {low, high, floor};
}

// How much of an evening it is: 0 by day and at night.
export const warmth = bright => Math.max(0, 1 - Math.abs(bright - .3) / .25);
const DUSK = [.93, .52, .30];

// Who stands outside looks through the wall.
export function drawRoom({low, high, floor}, eye, paint, bright, {solid}) {
  const shade = colour => colour.map(v => v * (.12 + .88 * bright)); // walls are lit from everywhere
  const dusk = warmth(bright), sky = shade(paint.window).map((v, i) => v * (1 - dusk) + DUSK[i] * dusk * .8);
  const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], size = [high[0] - low[0], high[1] - low[1]];
  for (const axis of [0, 1]) for (const side of [-1, 1]) {
    if (side < 0 ? eye[axis] < low[axis] : eye[axis] > high[axis]) continue;
    const at = [...middle, floor + HIGH / 2], long = [...size, HIGH];
    at[axis] = side < 0 ? low[axis] - .05 : high[axis] + .05;
    long[axis] = .1;
    solid(m.place(at, m.IDENTITY, long), shade(paint.wall), {backdrop: true, glow: .5});
    const board = [...at.slice(0, 2), floor + .05], thick = [...long.slice(0, 2), .1];
    board[axis] -= side * .052;
    thick[axis] = .006;
    solid(m.place(board, m.IDENTITY, thick), shade(paint.board), {backdrop: true, glow: .5});
    if (axis === 1) continue;
    for (const [grow, colour, glow, deep] of [[.12, shade(paint.board), .5, .052],
      [0, sky, 1, .058]]) { // a window in the walls before and after
      const pane = [at[0] - side * deep, middle[1] + size[1] * .16 * side, floor + 1.45];
      for (const [y, z, w, h] of grow ? [[0, 0, 1.1 + grow, .9 + grow]] :
        [[-.28, -.23, .5, .41], [.28, -.23, .5, .41], [-.28, .23, .5, .41], [.28, .23, .5, .41]])
        solid(m.place([pane[0], pane[1] + y, pane[2] + z], m.IDENTITY, [.02, w, h]), colour, {backdrop: true, glow});
    }
  }
}
