// Hands: turning the view, moving things, and what can be done to whatever is taken in hand.
import {heading} from './maths.js';
import {steady} from './steady.js';

const fresh = word => `${word} ${Math.floor(performance.now()) % 100000}`;
const here = (verb, word, body, above = 0.06) => [`${word[0].toUpperCase()}${word.slice(1)} here`, verb,
  thing => ({name: fresh(word), x_m: thing.point[0], y_m: thing.point[1], z_m: thing.point[2] + above, ...body})];
const AWAY = ['Take away', 'Remove', {}],
  GROUND = [here('Box', 'box', {mass_kg: 0.06}), here('Disc', 'can', {radius_m: 0.03, height_m: 0.09, mass_kg: 0.1}),
    here('Ball', 'ball', {}), here('Cube', 'cube', {}, 0.03)];
const LIFTED = [['Pick up', 'world.PickUp', {}], ['Put down', 'PutDown', {}], ['Shake', 'Shake', {}]];
// A person who walks to so far from a robot, on the way there or back, and looks at it; who turns where they are.
const DEGREES = 180 / Math.PI;
function walk(who, it, far) {
  const dx = who.at_m[0] - it.at_m[0], dy = who.at_m[1] - it.at_m[1], way = Math.atan2(dy, dx);
  return {x_m: it.at_m[0] + Math.cos(way) * far, y_m: it.at_m[1] + Math.sin(way) * far, height_m: who.at_m[2],
    heading_deg: (way + Math.PI) * DEGREES, speed_mps: .6};
}
const turned = (who, by) => ({x_m: who.at_m[0], y_m: who.at_m[1], height_m: who.at_m[2],
  heading_deg: who.heading_rad * DEGREES + by});
const DEEDS = {
  ROBOT: [['Stroke', 'Pet', {seconds: 2}], ['Poke', 'Poke', {direction_deg: 90}], ['Pick up', 'world.PickUp', {}],
    ['Hold in palm', 'world.PickUp', {palm: true, height_m: 0.12}], ['Put down', 'PutDown', {}], ['Shake', 'Shake', {}],
    ['Press button', 'Press', {}], ['Fist bump', 'FistBump', {}], ['Hold the lift', 'BlockLift', {}],
      ['Tip over', 'Tip', {}], ['Set upright', 'Right', {}],
    ['Empty battery', 'Battery', {charge: 0.06}], ['Full battery', 'Battery', {charge: 1}]],
  PLEO: [['Stroke head', 'Pet', {seconds: 2}], ['Stroke back', 'Pet', {spot: 4, seconds: 2}],
    ['Feed a leaf', 'Feed', {tag: 18, seconds: 3}], ['Poke', 'Poke', {}], ['Pick up', 'world.PickUp', {}],
      ['Put down', 'PutDown', {}],
    ['Shake', 'Shake', {}], ['Tip over', 'Tip', {}], ['Set upright', 'Right', {}]],
  CUBE: [['Tap', 'Tap', {}], ['Tap twice', 'Tap', {times: 2}], ['Tip over', 'Tip', {}], ...LIFTED, AWAY],
  BOX: [['Push', 'Push', {x_ns: 0.02}], ['Tip over', 'Tip', {}], ...LIFTED, AWAY],
  DISC: [['Push', 'Push', {x_ns: 0.02}], ...LIFTED, AWAY],
  BALL: [['Roll', 'Push', {x_ns: 0.01}], ...LIFTED, AWAY],
  TAG: [...LIFTED, AWAY],
  WALL: [AWAY], RAMP: [AWAY],
  PERSON: [['Say hello', 'world.Say', (_, it) => ({words: `hey ${it.creature}, hello`})],
    ['Come near', 'Walk', (who, it) => walk(who, it, .4)], ['Step back', 'Walk', (who, it) => walk(who, it, 1.1)],
    ['Turn left', 'Walk', who => turned(who, 45)], ['Turn right', 'Walk', who => turned(who, -45)],
    ['Look at it', 'Look', (_, it) => ({at: it.name})],
    ...[['Smile', 'HAPPY'], ['Frown', 'ANGRY'], ['Be surprised', 'SURPRISED'], ['Be sad', 'SAD']]
      .map(([text, expression]) => [text, 'Look', (_, it) => ({at: it.name, expression})]),
    ['Close eyes', 'Look', {eyes_open: false}], AWAY],
  CHARGER: [['Unplug', 'Supply', {powered: false}], ['Plug in', 'Supply', {powered: true}]],
  TABLE: GROUND, HABITAT: GROUND, FLOOR: GROUND,
};
DEEDS.COZMO = DEEDS.ROBOT.filter(([, verb]) => verb !== 'Pet'); // his skin feels nothing
const WHO = new Set(['world.Say', 'Look', 'Walk']); // verbs that call their subject so
const MAKES = new Set(['Box', 'Disc', 'Ball', 'Cube']);
const FIXED = new Set(['TABLE', 'HABITAT', 'FLOOR']);
// what a hand can carry; the rest is pushed about
const LIFTS = new Set(['ROBOT', 'CUBE', 'BOX', 'DISC', 'BALL', 'TAG']);
// A drag that begins on somebody, or on what no hand lifts, turns the view, until that was taken in hand.
const turnsView = thing => thing.kind === 'PERSON' || !LIFTS.has(thing.kind) || Math.max(...thing.size) > .4;
const deedsOf = thing => thing && (DEEDS[thing.creature?.toUpperCase()] || DEEDS[thing.kind]);
const make = (tag, props = {}) => Object.assign(document.createElement(tag), props);

export function createHands(canvas, scene, live, state) {
  const toolbar = document.getElementById('hands'), things = document.getElementById('things');
  const pointers = new Map();
  let held = null, moved = 0, pinch = 0, taken = null, known = '', near = [];

  function offer(thing) {
    taken = deedsOf(thing) ? thing : null;
    scene.select(taken?.name ?? null);
    toolbar.hidden = !taken;
    toolbar.replaceChildren();
    for (const b of things.children) b.setAttribute('aria-pressed', b.textContent === taken?.name);
    if (!taken) return;
    if (taken.kind === 'ROBOT') state.choose?.(state.frame?.world.robots.find(r => r.name === taken.name));
    toolbar.append(make('strong', {textContent: taken.name}),
      make('button', {className: 'away', textContent: '×', title: 'let go', ariaLabel: 'let go',
        onclick: () => offer(null)}));
    for (const [text, verb, body] of deedsOf(taken)) {
      toolbar.append(make('button', {textContent: text, onclick: () => {
        const f = state.frame, it = f.world.robots.find(r => r.number === state.robot) ?? f.world.robots[0];
        const more = typeof body !== 'function' ? body : body(MAKES.has(verb) ? taken :
          everything().find(t => t.name === taken.name) ?? taken, it);
        if (verb === 'FistBump' && state.soul) return bumpFists(taken.name);
        live.send(verb, MAKES.has(verb) ? more : {...more, [WHO.has(verb) ? 'who' : 'what']: taken.name});
        if (verb === 'Remove') offer(null);
      }}));
    }
    if (taken.kind === 'PERSON') toolbar.append(speech(taken.name));
  }
  function speech(who) { // what is typed they say, for all in the room to hear
    const words = make('input', {maxLength: 250, placeholder: `${who} says…`, ariaLabel: `what ${who} says`}),
      form = make('form', {className: 'speech', onsubmit(e) {
        e.preventDefault();
        if (words.value.trim()) live.send('world.Say', {who, words: words.value.trim()});
        words.select();
      }});
    form.append(words, make('button', {textContent: 'Say'}));
    return form;
  }

  // It raises its lift, as one raises a hand, and the fist meets it there.
  function bumpFists(what) {
    const now_us = () => state.frame?.world.time_us ?? 0, since_us = now_us(); // in a slow world it takes longer
    live.send('Lift', {height_m: 0.08, speed_radps: 5});
    const wait = setInterval(() => {
      if (state.lift < 0.068 && now_us() >= since_us && now_us() < since_us + 2.5e6) return;
      clearInterval(wait);
      live.send('FistBump', {what});
    }, 100);
  }

  // ---- what is in reach without a pointer
  function reach(f) {
    near = [...f.world.robots.map(r => [r.name, 'ROBOT', r]),
      ...f.world.things.filter(t => !FIXED.has(t.kind)).map(t => [t.name, t.kind, t]),
        ...f.world.people.map(p => [p.name, 'PERSON', p])];
    const now = near.map(a => a[0]).join('\n');
    if (now === known) return;
    known = now;
    list();
    if (taken && !near.some(a => a[0] === taken.name) && !FIXED.has(taken.kind)) offer(null);
  }
  const list = steady(things, () => {
    things.replaceChildren(...near.map(([name, kind]) => make('button',
      {textContent: name, ariaPressed: String(name === taken?.name), onclick: () => {
      const t = everything().find(x => x.name === name);
      if (t) offer(taken?.name === name ? null : {name, kind, creature: t.creature, at: t.at_m, turn: t.turn,
        point: t.at_m});
      if (t && taken) scene.see(t.at_m);
    }})));
  });

  // ---- pointers: one moves or turns, two zoom
  const spot = e => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left, e.clientY - box.top]; };
  canvas.addEventListener('pointerdown', e => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, spot(e));
    moved = 0;
    const thing = e.button === 0 && pointers.size === 1 ? scene.pick(...spot(e)) : null;
    held = thing && !FIXED.has(thing.kind) && (taken?.name === thing.name || !turnsView(thing)) ?
      {...thing, last: 0, heading: heading(thing.turn),
        offset: [thing.at[0] - thing.point[0], thing.at[1] - thing.point[1]], level: thing.point[2]} : null;
    scene.still(!!held);
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
      if (pinch) scene.zoom(pinch / apart);
      pinch = apart;
      return;
    }
    if (held) {
      if (moved > 4) drag(now, false);
    } else if (e.buttons & 2 || e.shiftKey) scene.pan(dx, dy);
    else scene.turn(dx, dy);
  });
  function drag(now, last) {
    const at = scene.onPlane(...now, held.level), time = performance.now();
    if (at) held.to = [at[0] + held.offset[0], at[1] + held.offset[1]]; // above the horizon there is no place
    if (!held.to || (!last && time - held.last < 50)) return;
    held.last = time;
    lead(held, ...held.to, last);
  }
  // A hand takes it, carries it along and puts it down at last: what is carried can feel it. While time stands still
  // the hand is there at once, and is
  // felt when time goes on. What no hand can lift is moved all at once.
  function lead(thing, x_m, y_m, last) {
    const heading_deg = heading(thing.turn) * 180 / Math.PI;
    if (thing.kind === 'PERSON') live.send('Walk', {who: thing.name, x_m, y_m, heading_deg, height_m: thing.at[2],
      speed_mps: 5});
    else if (!LIFTS.has(thing.kind)) live.send('Place', {what: thing.name, x_m, y_m, z_m: thing.at[2], heading_deg});
    else {
      live.send('Carry', {what: thing.name, x_m, y_m, at_once: state.frame.paused});
      if (last) live.send('PutDown', {what: thing.name, here: false, x_m, y_m, heading_deg, seconds: 0.5});
    }
  }
  const up = e => {
    if (!pointers.has(e.pointerId)) return;
    if (held && moved > 4) drag(e.type === 'pointerup' ? spot(e) : pointers.get(e.pointerId), true);
    else if (moved <= 4 && e.type === 'pointerup') offer(scene.pick(...spot(e)));
    pointers.delete(e.pointerId);
    pinch = 0;
    held = null;
    scene.still(false);
    canvas.classList.remove('holding');
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('contextmenu', e => e.preventDefault());
  canvas.addEventListener('dblclick', () => scene.home());
  canvas.addEventListener('wheel', e => { e.preventDefault(); scene.zoom(Math.exp(e.deltaY * 0.001)); },
    {passive: false});

  // ---- keys on the world: what is in hand moves with shift and arrows; the view turns and zooms
  const STEPS = {ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, 1], ArrowRight: [0, -1]};
  let nudged = null; // what the keys carry, and where to
  const everything = () => [...state.frame.world.robots, ...state.frame.world.things, ...state.frame.world.people];
  const settle = () => { if (nudged) lead(nudged, ...nudged.to, true); nudged = null; };
  canvas.addEventListener('keyup', e => { if (e.key === 'Shift') settle(); });
  canvas.addEventListener('blur', settle);
  canvas.addEventListener('keydown', e => {
    const step = e.shiftKey && STEPS[e.key];
    if (step && taken && !FIXED.has(taken.kind)) {
      const t = everything().find(x => x.name === taken.name);
      if (t && nudged?.name !== taken.name) nudged = {...taken, at: t.at_m, turn: t.turn ?? taken.turn,
        to: [t.at_m[0], t.at_m[1]]};
      if (t) lead(nudged, ...(nudged.to = [nudged.to[0] + step[0] * 0.02, nudged.to[1] + step[1] * 0.02]), false);
      e.preventDefault();
    }
    if (e.key === '0') scene.home();
    if (e.key === '+' || e.key === '=') scene.zoom(0.9);
    if (e.key === '-') scene.zoom(1.1);
    if (e.key === '[' || e.key === ']') scene.turn(e.key === '[' ? 30 : -30, 0);
    if (e.key === 'Escape') offer(null);
  });
  return {offer, frame: reach};
}
