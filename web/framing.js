// From where a world is looked at first: a robot about a third of the picture wide, its face towards us, and as much
// of what it lives with behind it as
// there can be: people who look this way, other robots, its cube. Nothing stands before it, nothing fills the
// picture, and the camera stands in nothing.
//
// const {yaw, pitch, distance, lean} = frameOf(frame, robot, aspect);   // lean: how far from the robot's middle the
// camera looks
import * as m from './maths.js';
import {boxesOf, middle, reachOf} from './pick.js';

export const FIELD = 0.7; // how much is seen from top to bottom, in radians
const WORTH = {PERSON: 3.4, ROBOT: 3.4, CUBE: 1.4, CHARGER: .7, TAG: .7, BALL: .6, DISC: .3, BOX: .4}, SOFA = 1.2;
const YAWS = [.26, .52, .75, 1, 1.2, 1.4].flatMap(v => [-v, v]), PITCHES = [-.2, -.08, .06, .2, .34],
  FARTHER = [1, 1.3, 1.7, 2.3], LEANS = [0, -1, 1], RISES = [0, .35, .65];

function placesOf(frame, robot) { // what may be in the picture or in the way
  return boxesOf(frame).filter(b => b.name !== robot.name && b.kind !== 'TABLE' && b.kind !== 'HABITAT').map(b => {
    const size = b.high.map((h, i) => (h - b.low[i]) / 2), a = m.heading(b.turn),
      centre = m.transform(m.place(b.at, b.turn), middle(b)), person = b.kind === 'PERSON';
    return {centre, size, cos: Math.cos(a), sin: Math.sin(a), radius: person ? .14 : Math.hypot(...size),
      worth: b.name === 'sofa' ? SOFA : WORTH[b.kind] || 0, faces: person && m.turn(b.turn, [1, 0, 0]),
      top: centre[2] + size[2], wide: person ? .12 : 0};
  });
}
// How far a point is from a box, in the plane.
function beside(box, p) {
  const x = p[0] - box.centre[0], y = p[1] - box.centre[1];
  return Math.hypot(Math.max(0, Math.abs(x * box.cos + y * box.sin) - box.size[0]),
    Math.max(0, Math.abs(y * box.cos - x * box.sin) - box.size[1]));
}
// Whether it hides what stands at `to`.
function hides(box, eye, to, room) {
  const dx = to[0] - eye[0], dy = to[1] - eye[1],
    t = Math.max(0, Math.min(1, ((box.centre[0] - eye[0]) * dx + (box.centre[1] - eye[1]) * dy) / (dx * dx + dy * dy)));
  if (Math.hypot(eye[0] + dx * t - box.centre[0], eye[1] + dy * t - box.centre[1]) > room + Math.hypot(box.size[0],
    box.size[1])) return false;
  for (let i = 0; i < 8; i++) {
    const p = m.add(m.scale(eye, 1 - i / 9), m.scale(to, i / 9));
    if (p[2] < box.top && beside(box, p) < room) return true;
  }
  return false;
}

export function frameOf(frame, robot, aspect) {
  const reach = reachOf(robot), long = reach.high[0] - reach.low[0], heading = m.heading(robot.turn),
    places = placesOf(frame, robot);
  const base = m.add(robot.at_m, [0, 0, reach.high[2] * .5]), tall = Math.tan(FIELD / 2), wide = tall * aspect,
    near = long * 3 / (2 * wide);
  let best = null, most = -Infinity;
  for (const turned of YAWS) for (const pitch of PITCHES) for (const farther of FARTHER)
  for (const side of LEANS) for (const rise of RISES) {
    const yaw = heading + turned, distance = near * farther, c = Math.cos(pitch),
      z = [Math.cos(yaw) * c, Math.sin(yaw) * c, Math.sin(pitch)], right = [-Math.sin(yaw), Math.cos(yaw), 0],
        up = m.cross(z, right);
    const lean = m.add(m.scale(right, side * distance * wide * .34), [0, 0, rise * distance * tall]),
      eye = m.add(m.add(base, lean), m.scale(z, distance));
    // below the ground, or half the robot would be
    if (eye[2] < robot.at_m[2] + .04 || rise + .4 * long / distance / tall > .92) continue;
    // Its face, but not straight from before it, and about a third of the picture.
    let score = 2.4 * Math.cos(turned) - 1.1 * Math.abs(Math.cos(turned)) ** 8 - 4 * Math.log(farther) -
      .2 * Math.abs(side) - .6 * rise - 1.6 * Math.abs(pitch - .24);
    if (score + 9 < most) continue; // there is not so much to be seen
    for (const p of places) {
      const d = m.sub(p.centre, eye), depth = -m.dot(d, z), x = Math.abs(m.dot(d, right)) / wide / depth,
        y = Math.abs(m.dot(d, up)) / tall / depth, size = p.radius / depth;
      if (eye[2] < p.top + .05 && beside(p, eye) < .06) score -= 9;
      if (hides(p, eye, base, p.wide || long * .4)) score -= 5;
      // it would fill the picture
      if (depth > .02 && depth < distance && x < 1.3 && y < 1.3) score -= 14 * Math.max(0, size - .22);
      if (depth < .05 || !p.worth || p.faces && m.dot(p.faces, d) > 0) continue;
      const inside = Math.min(1, Math.max(0, (1 - x - .5 * size / wide) * 6)) * Math.min(1,
        Math.max(0, (1 - y - (p.faces ? 1 : .5) * size / tall) * 6));
      score += p.worth * inside * (depth > 3 ? .4 : 1);
    }
    if (score > most) most = score, best = {yaw, pitch, distance, lean};
  }
  return best;
}
