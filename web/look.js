// From where the world is seen: a camera that a hand turns about the robot, one that stays behind it, one in its head.
//
//   const look = createLook(canvas); look.mode = 'around' | 'behind' | 'eyes';
//   if (look.aim(frame, robot)) …it has arrived…      // sets look.eye and look.matrix
//   look.ray(x, y);      // → {from, way}: how a point of the canvas looks into the world
//   look.on(point);      // → [x, y] on the canvas, as shares from the middle, and how far off
//   look.turn(dx, dy); look.pan(dx, dy); look.zoom(1.1); look.home(); look.see(at); look.begin();
import * as m from './maths.js';
import {FIELD, frameOf} from './framing.js';
import {reachOf} from './pick.js';
import {headOf as pleoHead} from './pleo.js';
import {headOf} from './robot.js';

const WIDE = 1.05; // how much its own eye sees from top to bottom, in radians
const BEHIND = {pitch: .42, lengths: 5.5};

export function createLook(canvas) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const camera = {target: [0.05, 0, 0.03], yaw: 0.6, pitch: 0.42, distance: 0.5, lean: [0, 0, 0], follow: true,
    still: false};
  const back = {swing: 0, pitch: BEHIND.pitch, near: 1}; // what hands made of the view from behind
  let placed = false, aimed = 0, heading = 0;
  const look = {mode: 'around', eye: null, matrix: null, field: FIELD};
  const aspect = () => canvas.width / canvas.height;
  function set(eye, to, up = [0, 0, 1]) {
    look.eye = eye;
    look.z = m.unit(m.sub(eye, to)), look.right = m.unit(m.cross(up, look.z)), look.up = m.cross(look.z, look.right);
    look.matrix = m.multiply(m.perspective(look.field, aspect(), look.mode === 'eyes' ? .005 : .02, 24),
      m.lookAt(eye, to, up));
  }
  function middle(robot) { return [...robot.at_m.slice(0, 2), robot.at_m[2] + reachOf(robot).high[2] * .5]; }
  // What it does itself goes with it; a hand only swings it and comes nearer.
  function behind(robot, ease) {
    const reach = reachOf(robot), long = reach.high[0] - reach.low[0], to = m.heading(robot.turn);
    heading += Math.atan2(Math.sin(to - heading), Math.cos(to - heading)) * ease;
    camera.target = m.add(m.scale(camera.target, 1 - ease), m.scale(middle(robot), ease));
    return {target: camera.target, yaw: heading + Math.PI + back.swing, pitch: back.pitch,
      distance: long * BEHIND.lengths * back.near, left: Math.abs(to - heading)};
  }
  function around(frame, robot, ease) {
    let left = 0;
    if (!placed) Object.assign(camera, frameOf(frame, robot, aspect()));
    if (camera.follow && !(camera.still && placed)) {
      const to = m.add(middle(robot), camera.lean);
      left = Math.hypot(...m.sub(to, camera.target)) * (1 - ease);
      camera.target = m.add(m.scale(camera.target, 1 - ease), m.scale(to, ease));
    }
    return {...camera, left};
  }
  // Softly, or at once for who wants no motion. true: it has arrived.
  look.aim = (frame, robot) => {
    const now = performance.now(), ease = calm.matches || !placed ? 1 : 1 - Math.exp((aimed - now) / 150);
    aimed = now;
    look.field = look.mode === 'eyes' ? WIDE : FIELD;
    if (look.mode === 'eyes' && robot) {
      const {at, ahead, up} = robot.creature === 'pleo' ? pleoHead(robot) : headOf(robot);
      set(at, m.add(at, ahead), up);
      return placed = true;
    }
    if (look.mode === 'behind' && robot && !placed) heading = m.heading(robot.turn);
    const seen = !robot ? {...camera, left: 0} : look.mode === 'behind' ? behind(robot, ease) :
      around(frame, robot, ease);
    if (robot) placed = true;
    const c = Math.cos(seen.pitch);
    set(m.add(seen.target, m.scale([Math.cos(seen.yaw) * c, Math.sin(seen.yaw) * c, Math.sin(seen.pitch)],
      seen.distance)), seen.target);
    return seen.left < 1e-4;
  };
  look.ray = (x, y) => {
    const f = 1 / Math.tan(look.field / 2), nx = (x / canvas.clientWidth * 2 - 1) * aspect() / f,
      ny = (1 - y / canvas.clientHeight * 2) / f;
    return {from: look.eye, way: m.unit(m.add(m.add(m.scale(look.right, nx), m.scale(look.up, ny)),
      m.scale(look.z, -1)))};
  };
  look.on = at => {
    const v = look.matrix, w = v[3] * at[0] + v[7] * at[1] + v[11] * at[2] + v[15], on = m.transform(v, at);
    return [on[0] / w, on[1] / w, w];
  };
  const low = pitch => Math.min(1.5, Math.max(0.05, pitch));
  look.turn = (dx, dy) => {
    if (look.mode === 'behind') back.swing -= dx * .008, back.pitch = low(back.pitch + dy * .006);
    else camera.yaw -= dx * 0.008, camera.pitch = low(camera.pitch + dy * 0.006);
  };
  look.pan = (dx, dy) => {
    if (look.mode !== 'around') return;
    camera.follow = false;
    const s = camera.distance / canvas.clientHeight, c = Math.cos(camera.yaw), n = Math.sin(camera.yaw);
    camera.target = [camera.target[0] + (dx * n - dy * c) * s, camera.target[1] + (-dx * c - dy * n) * s,
      camera.target[2]];
  };
  look.zoom = by => {
    if (look.mode === 'behind') back.near = Math.min(4, Math.max(.4, back.near * by));
    else camera.distance = Math.min(4, Math.max(0.15, camera.distance * by));
  };
  look.home = () => { camera.follow = true; Object.assign(back, {swing: 0, pitch: BEHIND.pitch, near: 1}); };
  look.anew = () => { placed = false; camera.follow = true; };
  // What is not in the picture comes into its middle.
  look.see = at => {
    const [x, y, w] = look.on(at);
    if (look.mode !== 'around' || w > 0 && Math.abs(x) < .9 && Math.abs(y) < .9) return;
    camera.follow = false;
    camera.target = [...at];
  };
  look.still = on => { camera.still = on; };
  return look;
}
