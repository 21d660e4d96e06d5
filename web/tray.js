// The room, and what can be put into it: light, a clap, music at a tempo, and a tray of things and guests, each of
// which stands where there is room before the robot.
//
//   const tray = createTray(live, state);     // tray.frame(frame)
import {heading} from './maths.js';
import {boxesOf, reachOf, support} from './pick.js';
const $ = id => document.getElementById(id);
const make = (tag, props = {}) => Object.assign(document.createElement(tag), props);
const fresh = word => `${word} ${Math.floor(performance.now()) % 100000}`;
const ROUND = new Set(['Ball', 'Disc']);
const MUSIC = 'music', GUESTS = ['Guest', 'Guest 2', 'Guest 3', 'Guest 4'], GUEST_FAR_M = .5, BETWEEN_M = .05;

// What lies on the tray: its button, its verb, the rest of the message, and how much room it takes. pleo: food for one.
const THINGS = [['Cube', 'Cube', {}, .03], ['Cozmo cube', 'Cube', {type: 1}, .03], ['Ball', 'Ball', {}, .03],
  ['Can', 'Disc', {height_m: .09, mass_kg: .1}, .03], ['Box', 'Box', {mass_kg: .06}, .035],
  ['Marked box', 'Box', {mass_kg: .06, markers: [1, 1, 1, 1, 1, 1]}, .035],
  ['Big box', 'Box', {length_m: .1, width_m: .1, height_m: .12, mass_kg: .3}, .07],
  ['Wall', 'Wall', {length_m: .2}, .1], ['Ramp', 'Ramp', {}, .125],
  ['Leaf', 'Tag', {tag: 18}, .03, 'pleo'], ['Stick', 'Tag', {tag: 5, length_m: .12, width_m: .015}, .06, 'pleo'],
  ['Ice', 'Tag', {tag: 20}, .03, 'pleo']];

// Where something so wide may stand before the robot, on the level where it stands itself; null: nowhere.
export function roomFor(frame, robot, wide, floor, nearest = 0) {
  const boxes = boxesOf(frame).filter(b => b.kind !== 'TABLE' && b.kind !== 'HABITAT'), ahead = heading(robot.turn),
    level = support(frame, robot.at_m, floor).level, from = reachOf(robot).high[0] + wide + BETWEEN_M;
  for (const far of [0, .07, .15, .25, .4]) for (const aside of [0, .5, -.5, 1, -1, 1.6, -1.6, 2.3, -2.3, 3.1]) {
    const d = Math.max(from, nearest) + far, a = ahead + aside;
    const at = [robot.at_m[0] + Math.cos(a) * d, robot.at_m[1] + Math.sin(a) * d, level];
    const firm = [[1, 1], [1, -1], [-1, 1], [-1, -1]].every(([i, k]) => support(frame, [at[0] + i * wide, at[1] +
      k * wide, level + .02], floor).level === level);
    const free = boxes.every(b => Math.hypot(b.at[0] + (b.low[0] + b.high[0]) / 2 - at[0], b.at[1] - at[1]) > wide +
      Math.hypot(b.high[0] - b.low[0], b.high[1] - b.low[1]) / 2);
    if (free && (firm || nearest)) return at;
  }
  return null;
}

export function createTray(live, state) {
  const air = $('air'), tray = $('tray');
  let lit = true, plays = false, sounds = false;
  const robot = () => state.frame?.world.robots.find(r => r.number === state.robot) ?? state.frame?.world.robots[0];
  const button = (text, onclick, props = {}) => make('button', {textContent: text, onclick, ...props});
  const near = () => robot()?.at_m ?? [0, 0, 0];
  function named(word) { // ball, ball 2, ball 3
    const all = new Set([...state.frame.world.things, ...state.frame.world.robots].map(t => t.name));
    for (let i = 1; ; i++) if (!all.has(i > 1 ? `${word} ${i}` : word)) return i > 1 ? `${word} ${i}` : word;
  }
  function put([text, verb, body, wide]) {
    const at = robot() && roomFor(state.frame, robot(), wide, state.floor);
    if (!at) return say(`There is no room for a ${text.toLowerCase()} before ${robot()?.name ?? 'it'}.`);
    say('');
    live.send(`world.${verb}`, {name: named(text.toLowerCase()), x_m: at[0], y_m: at[1], z_m: at[2] + .002,
      ...ROUND.has(verb) ? {} : {heading_deg: heading(robot().turn) * 180 / Math.PI}, ...body});
  }
  function invite() {
    const name = GUESTS.find(g => !state.frame?.world.people.some(p => p.name === g)), it = robot();
    const at = name && it && roomFor(state.frame, it, .1, state.floor, GUEST_FAR_M);
    if (!at) return say(name ? 'There is no room for anybody here.' : 'There are guests enough.');
    say('');
    live.send('Person', {name, x_m: at[0], y_m: at[1], heading_deg: Math.atan2(it.at_m[1] - at[1], it.at_m[0] - at[0]) *
      180 / Math.PI, height_m: at[2] + (it.creature === 'pleo' ? .8 : .4)});
  }
  const say = text => { $('tray-words').textContent = text; };
  function music() {
    if (sounds) live.send('Quiet', {what: MUSIC});
    sounds = plays;
    const [x_m, y_m, z_m] = near();
    if (plays) live.send('world.Sound', {name: MUSIC, kind: 'MUSIC', x_m: x_m + .6, y_m: y_m + .5, z_m: z_m + .3,
      tempo_bpm: +$('tempo').value, level_db: 72, seconds: 0});
  }
  function play(yes) {
    plays = yes;
    note.setAttribute('aria-pressed', yes);
    $('music').hidden = !yes;
    music();
  }
  const lamp = button('Light off', () => live.send('Light', {lux: lit ? 2 : 300}));
  const note = button('Music', () => play(!plays), {ariaPressed: 'false', title: 'something to dance to'});
  const opens = button('Put there…', () => {
    tray.hidden = !tray.hidden;
    opens.setAttribute('aria-expanded', !tray.hidden);
  }, {ariaExpanded: 'false'});
  opens.setAttribute('aria-controls', 'tray');
  air.replaceChildren(lamp, button('Clap', () => live.send('world.Sound', {name: fresh('clap'), kind: 'CLAP',
    x_m: near()[0] + .5, y_m: near()[1] + .4, z_m: near()[2] + .3, level_db: 90, seconds: .2})),
  button('Drop a box', () => live.send('Box', {name: fresh('box'), x_m: near()[0] + .1 + Math.random() * .1,
    y_m: near()[1] + Math.random() * .2 - .1, z_m: near()[2] + .1, mass_kg: .06})), note, opens);
  $('tempo').oninput = () => { $('bpm').textContent = `${$('tempo').value} beats a minute`; };
  $('tempo').onchange = () => { if (plays) music(); };
  $('tempo').oninput();
  return {
    welcome(w) {
      state.floor = w.floor_m;
      say('');
      if (plays) plays = sounds = false, note.setAttribute('aria-pressed', false), $('music').hidden = true;
      $('tray-list').replaceChildren(...THINGS.filter(t => !t[4] || t[4] === w.creature).map(t =>
        button(t[0], () => put(t))), button('Somebody', invite));
    },
    frame(f) {
      const now = f.world.lux >= 20;
      if (now === lit) return;
      lit = now;
      lamp.textContent = lit ? 'Light off' : 'Light on';
    },
  };
}
