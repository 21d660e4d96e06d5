// One line over the world when a robot needs somebody: its battery is empty, it lies on its back, a program has it.
// With a button, where a hand can help.
//
//   const needs = createNeeds(live, state);     // needs.life(life, robot, guest)
import * as m from './maths.js';
import {isEmpty} from './now.js';
const $ = id => document.getElementById(id), SOON_MS = 700;
const ON = .022; // how far on the charger's base it stands
const called = name => name.replace(/^./, c => c.toUpperCase());

export function createNeeds(live, state) {
  let shown = '', since = 0, was = '';
  // A hand carries it onto a charger that has power, if there is one; otherwise somebody changes the cell and presses
  // the button.
  function charge(robot) {
    const charger = state.frame.world.things.find(t => t.kind === 'CHARGER'), what = robot.name;
    if (!charger || robot.creature === 'pleo') {
      live.send('Battery', {what, charge: 1});
      return live.send('Press', {what});
    }
    const a = m.heading(charger.turn), heading_deg = a * 180 / Math.PI + 180;
    const spot = {x_m: charger.at_m[0] + Math.cos(a) * ON, y_m: charger.at_m[1] + Math.sin(a) * ON};
    live.send('Supply', {what: charger.name, powered: true});
    live.send('Carry', {what, ...spot, turn: true, heading_deg});
    live.send('PutDown', {what, here: false, ...spot, heading_deg, seconds: 0.8});
  }
  function needOf(robot, life, guest) {
    const name = called(robot.name);
    if (guest) return {key: 'guest',
      words: `A program drives ${name}. It is its own again when the program says goodbye.`};
    if (!robot.held && m.turn(robot.turn, [0, 0, 1])[2] < .6) return {key: 'fallen', words: `${name} fell over.`,
      help: 'Set it upright', act: () => live.send('Right', {what: robot.name})};
    if (isEmpty(robot)) return {key: 'empty', words: `${name}'s battery is empty.`, help: 'Charge it',
      act: () => charge(robot)};
    if (!life) return {key: 'soulless',
      words: `${name} has no mind here: it does what the scenario says, and what hands do to it.`};
    if (robot.charge < .12 && !robot.charging && !robot.on_charger) return {key: 'low',
      words: `${name}'s battery is nearly empty.`, help: 'Charge it', act: () => charge(robot)};
    if (life.screen?.shows === 'FAULT') return {key: 'failed', words: `A part of ${name} failed, as its face shows.`,
      help: 'Mend it', act: () => live.send('Mend', {what: robot.name})};
    return null;
  }
  function show(need) {
    $('need').hidden = !need;
    shown = need?.key ?? '';
    if (!need) return;
    $('need').className = need.key;
    $('need-words').textContent = need.words;
    $('need-help').hidden = !need.help;
    $('need-help').textContent = need.help ?? '';
    $('need-help').onclick = need.act;
  }
  return {
    welcome() { show(null); was = ''; },
    life(life, robot, guest) {
      if (!robot) return show(null);
      const need = state.simulated || guest ? needOf(robot, life, guest) : null, key = need ? need.key + robot.name :
        '', now = performance.now();
      if (key !== was) was = key, since = now;
      // What is over in a moment is no need: somebody who rolls through, say.
      if ((need?.key ?? '') !== shown &&
        (!need || now - since > SOON_MS || need.key === 'guest' || need.key === 'soulless')) show(need);
      for (const id of ['voice', 'clips', 'moods', 'eyes', 'stick']) { $(id).inert = !!guest; $(id).title = guest ?
        `A program drives ${called(robot.name)}` : ''; }
    },
  };
}
