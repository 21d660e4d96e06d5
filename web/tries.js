// Three things to try, as they suit the moment: a tap does it. What was found out, by a tap here or by hand, is not
// offered again in this browser.
//
//   const tries = createTries(live, state);     // tries.show(frame, robot, life); tries.told(told)
import {heading} from './maths.js';
import {steady} from './steady.js';
const $ = id => document.getElementById(id), KEPT = 'critter-found', SHOWN = 3;
const first = (list, fits) => list.find(fits);
const cubeOf = f => first(f.world.things, t => t.kind === 'CUBE');
const ahead = (robot, m) => ({x_m: robot.at_m[0] + Math.cos(heading(robot.turn)) * m,
  y_m: robot.at_m[1] + Math.sin(heading(robot.turn)) * m});
const fresh = word => `${word} ${Math.floor(performance.now()) % 100000}`;
const stands = ({robot}) => !robot.held && !robot.charging;
const hears = ({state}) => state.soul && state.requests.includes('Hear');
const tell = words => ({live, robot}) => live.send('Hear', {words: `Hey ${robot.name}, ${words}`});

// when: who and what must be there; needs: a world of ours that hands reach into; found: what is told once it is known.
export const TRIES = [
  {id: 'down', words: 'Put it down', when: ({robot}) => robot.held, needs: true, found: /was put down/,
    deed: ({live, robot}) => live.send('PutDown', {what: robot.name})},
  {id: 'light', words: 'Turn the light on', when: ({f}) => f.world.lux < 20, needs: true, found: /light goes on/,
    deed: ({live}) => live.send('Light', {lux: 300})},
  {id: 'stroke', words: 'Stroke me', when: ({robot}) => robot.creature === 'vector', needs: true,
    found: /is being petted|enjoys being stroked/,
    deed: ({live, robot}) => live.send('Pet', {what: robot.name, seconds: 3})},
  {id: 'hello', words: 'Say hello', when: hears, found: /heard its name|understood/, deed: tell('hello')},
  {id: 'cube', words: 'Show me the cube', when: ({f, robot}) => cubeOf(f) && stands({robot}), needs: true,
    found: /hand puts cube down/, deed({live, f, robot}) {
      const what = cubeOf(f).name, spot = ahead(robot, .16);
      live.send('Carry', {what, ...spot});
      live.send('PutDown', {what, here: false, ...spot, heading_deg: heading(robot.turn) * 180 / Math.PI, seconds: 1});
    }},
  {id: 'clap', words: 'Clap your hands', when: () => true, needs: true, found: /somebody claps/,
    deed: ({live, robot}) => live.send('Sound', {name: fresh('clap'), kind: 'CLAP', x_m: robot.at_m[0] + .5,
      y_m: robot.at_m[1] + .4, z_m: robot.at_m[2] + .3, level_db: 90, seconds: .2})},
  {id: 'back', words: 'Stroke its back', when: ({robot}) => robot.creature === 'pleo', needs: true,
    found: /hand strokes/, deed: ({live, robot}) => live.send('Pet', {what: robot.name, spot: 4, seconds: 2})},
  {id: 'leaf', words: 'Feed it a leaf', when: ({robot}) => robot.creature === 'pleo', needs: true,
    found: /hand feeds/, deed: ({live, robot}) => live.send('Feed', {what: robot.name, tag: 18, seconds: 3})},
  {id: 'dance', words: 'Ask for a dance', when: hears, found: /plays .*(Dance|dance)/, deed: tell('dance')},
  {id: 'lift', words: 'Pick me up', when: ({robot}) => !robot.held, needs: true, found: /was picked up|hand picks/,
    deed: ({live, robot}) => live.send('world.PickUp', {what: robot.name})},
  {id: 'come', words: 'Call it to you', when: hears, found: null, deed: tell('come here')},
  {id: 'poke', words: 'Poke me', when: () => true, needs: true, found: /was poked|finger pokes/,
    deed: ({live, robot}) => live.send('Poke', {what: robot.name, direction_deg: 90})},
  {id: 'dark', words: 'Turn the light off', when: ({f}) => f.world.lux >= 20, needs: true, found: /light goes out/,
    deed: ({live}) => live.send('Light', {lux: 2})},
  {id: 'time', words: 'Ask what time it is', when: hears, found: /WhatTimeIsIt/, deed: tell('what time is it')},
  {id: 'palm', words: 'Take it on your palm', when: ({robot}) => !robot.held, needs: true, found: /palm lifts/,
    deed: ({live, robot}) => live.send('world.PickUp', {what: robot.name, palm: true, height_m: .12})},
];

function kept() { try { return new Set(JSON.parse(localStorage.getItem(KEPT) ?? '[]')); } catch { return new Set(); } }

export function createTries(live, state) {
  const found = kept();
  let shown = '', now = null, rows = [];
  function know(id) {
    if (found.has(id)) return;
    found.add(id);
    try { localStorage.setItem(KEPT, JSON.stringify([...found])); } catch { /* a browser may keep nothing */ }
  }
  function tap(row, button) {
    button.classList.add('tapped'); // at once, whatever the robot makes of it
    row.deed(now);
    if (!row.found) know(row.id);
  }
  const list = steady($('tries'), () => {
    const key = rows.map(r => r.id).join();
    if (key === shown) return;
    shown = key;
    $('tries').hidden = !rows.length;
    $('tries').replaceChildren(...rows.map(row => {
      const button = Object.assign(document.createElement('button'), {textContent: row.words});
      button.dataset.id = row.id;
      button.onclick = () => tap(row, button);
      return button;
    }));
  });
  const draw = some => { rows = some; list(); };
  return {
    welcome() { shown = '-', now = null; draw([]); },
    show(f, robot, life) {
      if (!robot || state.guest) return draw([]);
      now = {live, state, f, robot, life};
      draw(TRIES.filter(r => !found.has(r.id) && (!r.needs || state.simulated) && r.when(now)).slice(0, SHOWN));
    },
    told(t) { // a deed that the scenario does teaches nobody anything
      if (t.kind === 'scene' || t.robot && t.robot !== state.robot) return;
      for (const row of TRIES) if (row.found?.test(t.sentence + (t.trigger ?? ''))) know(row.id);
    },
  };
}
