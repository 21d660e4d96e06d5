// What is drawn as boxes that can be met by a finger: for the world in three dimensions and for the plan.
//
//   for (const box of boxesOf(frame)) …   // {name, kind, at, turn, low, high}: corners in the box's own frame

export function boxesOf(frame) {
  const all = [];
  for (const t of frame.world.things) {
    const [l, w, h] = t.size_m, charger = t.kind === 'CHARGER';
    all.push({name: t.name, kind: t.kind, at: t.at_m, turn: t.turn, low: [charger ? -l : -l / 2, -w / 2, t.kind === 'TABLE' ? -h : 0],
      high: [charger ? 0 : l / 2, w / 2, t.kind === 'TABLE' ? 0 : charger ? .03 : h]});
  }
  for (const r of frame.world.robots) all.push({name: r.name, kind: 'ROBOT', creature: r.creature, at: r.at_m, turn: r.turn, ...reachOf(r)});
  for (const p of frame.world.people) all.push({name: p.name, kind: 'PERSON', at: p.at_m, turn: [Math.cos(p.heading_rad / 2), 0, 0, Math.sin(p.heading_rad / 2)], low: [-.1, -.1, -.12], high: [.1, .1, .13]});
  return all;
}
// How far a robot's body goes, and from how far it is looked at.
const BODIES = {pleo: {low: [-.22, -.075, 0], high: [.28, .075, .27], far: 1.15}};
const ROVER = {low: [-.068, -.034, 0], high: [.036, .034, .07], far: .58};
export const reachOf = robot => BODIES[robot.creature] || ROVER;
export const middle = box => [0, 1, 2].map(i => (box.low[i] + box.high[i]) / 2);
