// What is drawn as boxes that can be met by a finger: for the world in three dimensions and for the plan.
//
//   for (const box of boxesOf(frame)) …   // {name, kind, at, turn, low, high}: corners in the box's own frame

import * as m from './maths.js';

export function boxesOf(frame) {
  const all = [];
  for (const t of frame.world.things) {
    const [l, w, h] = t.size_m, charger = t.kind === 'CHARGER';
    all.push({name: t.name, kind: t.kind, at: t.at_m, turn: t.turn,
      low: [charger ? 0 : -l / 2, -w / 2, t.kind === 'TABLE' ? -h : 0],
      high: [charger ? l : l / 2, w / 2, t.kind === 'TABLE' ? 0 : h]});
  }
  for (const r of frame.world.robots) all.push({name: r.name, kind: 'ROBOT', creature: r.creature, at: r.at_m,
    turn: r.turn, ...reachOf(r)});
  for (const p of frame.world.people) all.push({name: p.name, kind: 'PERSON', at: p.at_m,
    turn: [Math.cos(p.heading_rad / 2), 0, 0, Math.sin(p.heading_rad / 2)], low: [-.1, -.1, -.12],
      high: [.1, .1, .13]});
  return all;
}
// How far a robot's body goes, and from how far it is looked at.
const BODIES = {pleo: {low: [-.22, -.075, 0], high: [.28, .075, .27], far: 1.15}};
const ROVER = {low: [-.068, -.034, 0], high: [.036, .034, .07], far: .58};
export const reachOf = robot => BODIES[robot.creature] || ROVER;
export const middle = box => [0, 1, 2].map(i => (box.low[i] + box.high[i]) / 2);
// The highest table (or tray, or the floor) below a place.
export function support(frame, [x, y, z], floor) {
  let best = {level: floor, bounds: [0, 0, 50, 50], facing: [1, 0]};
  for (const t of frame.world.things) {
    if (t.kind !== 'TABLE' && t.kind !== 'HABITAT') continue;
    const turned = m.heading(t.turn), facing = [Math.cos(turned), Math.sin(turned)], dx = x - t.at_m[0],
      dy = y - t.at_m[1], top = t.at_m[2] + (t.kind === 'TABLE' ? 0 : .0016);
    const on = Math.abs(dx * facing[0] + dy * facing[1]) <= t.size_m[0] / 2 &&
      Math.abs(dy * facing[0] - dx * facing[1]) <= t.size_m[1] / 2;
    if (on && top <= z + .01 && top > best.level) best = {level: top,
      bounds: [t.at_m[0], t.at_m[1], t.size_m[0] / 2, t.size_m[1] / 2], facing};
  }
  return best;
}
// How far along its way a ray meets a box.
export function hit(box, {from, way}) { // a box in its own frame
  const q = m.untwist(box.turn), o = m.turn(q, m.sub(from, box.at)), d = m.turn(q, way);
  let near = 0, far = Infinity;
  for (let i = 0; i < 3; i++) {
    const a = (box.low[i] - o[i]) / d[i], b = (box.high[i] - o[i]) / d[i];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : Infinity;
}
