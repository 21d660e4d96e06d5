// Hands: turning the camera, moving things, and what can be done to whatever is taken in hand.
import {heading} from './maths.js';

const DEEDS = {
  ROBOT: [['Pet', 'Pet', {seconds: 2}], ['Poke', 'Poke', {}], ['Pick up', 'PickUp', {}], ['Onto a palm', 'PickUp', {palm: true, height_m: 0.12}], ['Put down', 'PutDown', {}], ['Shake', 'Shake', {}],
    ['Press button', 'Press', {}], ['Fist bump', 'FistBump', {}], ['Hold the lift', 'BlockLift', {}], ['Tip over', 'Tip', {}], ['Set upright', 'Right', {}]],
  CUBE: [['Tap', 'Tap', {}], ['Tap twice', 'Tap', {times: 2}], ['Tip over', 'Tip', {}], ['Pick up', 'PickUp', {}], ['Put down', 'PutDown', {}], ['Shake', 'Shake', {}]],
  BOX: [['Push', 'Push', {x_ns: 0.02}], ['Tip over', 'Tip', {}], ['Take away', 'Remove', {}]],
  DISC: [['Push', 'Push', {x_ns: 0.02}], ['Take away', 'Remove', {}]],
  PERSON: [['Say hello', 'Say', {words: 'hello robot'}], ['Smile', 'Look', {expression: 'HAPPY'}], ['Frown', 'Look', {expression: 'ANGRY'}]],
  CHARGER: [['Unplug', 'Supply', {powered: false}], ['Plug in', 'Supply', {powered: true}]],
};
const WHO = new Set(['Say', 'Look', 'Walk']); // verbs that call their subject so
const LOOSE = new Set(['ROBOT', 'CUBE', 'BOX', 'DISC', 'CHARGER', 'PERSON']);

export function createHands(canvas, toolbar, scene, live) {
  const pointers = new Map();
  let held = null, moved = 0, pinch = 0;

  function offer(thing) {
    scene.select(thing ? thing.name : null);
    toolbar.replaceChildren();
    toolbar.hidden = !thing || !DEEDS[thing.kind];
    if (toolbar.hidden) return;
    const label = document.createElement('strong');
    label.textContent = thing.name;
    toolbar.append(label);
    for (const [text, verb, body] of DEEDS[thing.kind]) {
      const button = document.createElement('button');
      button.textContent = text;
      button.onclick = () => live.send(verb, {...body, [WHO.has(verb) ? 'who' : 'what']: thing.name});
      toolbar.append(button);
    }
  }

  const spot = e => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left, e.clientY - box.top]; };

  canvas.addEventListener('pointerdown', e => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, spot(e));
    moved = 0;
    const thing = e.button === 0 && pointers.size === 1 ? scene.pick(...spot(e)) : null;
    held = thing && LOOSE.has(thing.kind) ? {...thing, last: 0, heading: heading(thing.turn), offset: [thing.at[0] - thing.point[0], thing.at[1] - thing.point[1]], level: thing.point[2]} : null;
    canvas.classList.toggle('holding', !!held);
  });
  canvas.addEventListener('pointermove', e => {
    const before = pointers.get(e.pointerId);
    if (!before) return;
    const now = spot(e), dx = now[0] - before[0], dy = now[1] - before[1];
    moved += Math.abs(dx) + Math.abs(dy);
    pointers.set(e.pointerId, now);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()], apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (pinch) scene.camera.distance = Math.min(4, Math.max(0.15, scene.camera.distance * pinch / apart));
      pinch = apart;
      return;
    }
    if (held && moved > 4) return drag(now, false);
    if (held) return;
    if (e.buttons & 2 || e.shiftKey) {
      scene.camera.follow = false;
      const s = scene.camera.distance / canvas.clientHeight, c = Math.cos(scene.camera.yaw), n = Math.sin(scene.camera.yaw);
      scene.camera.target = [scene.camera.target[0] + (dx * n + -dy * c) * s, scene.camera.target[1] + (-dx * c - dy * n) * s, scene.camera.target[2]];
      return;
    }
    scene.camera.yaw -= dx * 0.008;
    scene.camera.pitch = Math.min(1.5, Math.max(0.05, scene.camera.pitch + dy * 0.006));
  });
  function drag(now, last) {
    const at = scene.onPlane(...now, held.level), time = performance.now();
    if (!at || (!last && time - held.last < 50)) return;
    held.last = time;
    const x = at[0] + held.offset[0], y = at[1] + held.offset[1], deg = held.heading * 180 / Math.PI;
    if (held.kind === 'PERSON') live.send('Walk', {who: held.name, x_m: x, y_m: y, heading_deg: deg, height_m: held.at[2], speed_mps: 5});
    else live.send('Place', {what: held.name, x_m: x, y_m: y, z_m: held.at[2] + (last ? 0 : 0.01), heading_deg: deg});
  }
  const up = e => {
    if (!pointers.has(e.pointerId)) return;
    if (held && moved > 4) drag(spot(e), true);
    else if (moved <= 4 && e.type === 'pointerup') offer(scene.pick(...spot(e)));
    pointers.delete(e.pointerId);
    pinch = 0;
    held = null;
    canvas.classList.remove('holding');
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('contextmenu', e => e.preventDefault());
  canvas.addEventListener('dblclick', () => { scene.camera.follow = true; });
  canvas.addEventListener('wheel', e => {
    e.preventDefault();
    scene.camera.distance = Math.min(4, Math.max(0.15, scene.camera.distance * Math.exp(e.deltaY * 0.001)));
  }, {passive: false});
  return {offer};
}
