// How the robot in hand is, and what happens to it. One clock for both: the world's.
import {wordsOf} from './words.js';
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };

const whole = v => Math.round(v) || 0; // not -0
const clock = s => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;

export function createPanel(state) {
  const facts = document.getElementById('facts'), events = document.getElementById('events'), rows = {};
  function fact(name, value) {
    rows[name] ??= (() => { const dd = make('dd'); facts.append(make('dt', {textContent: name}), dd); return dd; })();
    if (rows[name].textContent !== value) rows[name].textContent = value;
  }
  const battery = make('meter', {min: 0, max: 1, low: 0.2, high: 0.5, optimum: 1, title: 'battery'});
  battery.setAttribute('aria-label', 'battery');
  let last = '', words = {};
  function note(kind, time_us, sentence, title = '') {
    const time = make('time', {textContent: clock(time_us / 1e6), title: `${(time_us / 1e6).toFixed(2)} s`});
    events.prepend(make('li', {className: kind, title}, time, make('span', {textContent: sentence})));
    while (events.children.length > 60) events.lastChild.remove();
  }
  // What people say is heard by whoever is in the room.
  function hear(f) {
    for (const p of f.world.people) {
      if (p.words && p.words !== words[p.name]) note('hand', f.world.time_us, `${p.name} says: ${p.words}`);
      words[p.name] = p.words;
    }
  }

  function power(volts, robot) {
    rows.Battery ??= (() => { const dd = make('dd', {}, battery, make('span'));
      facts.append(make('dt', {textContent: 'Battery'}), dd); return dd; })();
    if (robot) battery.value = robot.charge;
    battery.hidden = !robot;
    const text = robot ? `${Math.round(robot.charge * 100)} %` : `${volts.toFixed(2)} V`;
    if (text !== last) rows.Battery.lastChild.textContent = last = text;
    battery.title = `${volts.toFixed(2)} V`;
    fact('Charger', robot?.charging ? 'charging' : robot?.on_charger ? 'on it' : 'away');
  }

  return {
    note,
    why(m) { note('did', state.frame?.world.time_us ?? 0, m.said); },
    frame: hear,
    show(f, robot, life) {
      if (!robot) return;
      power(life?.battery_v ?? robot.battery_v, robot);
      fact('Place', `${whole((life?.x_m ?? robot.at_m[0]) * 1000)}, ${whole((life?.y_m ?? robot.at_m[1]) * 1000)} mm`);
      fact('Speed', `${whole((robot.left_mps + robot.right_mps) * 500)} mm/s`);
      if (life && robot.creature !== 'pleo') {
        fact('Head', `${whole(life.head_rad * 180 / Math.PI)}°`);
        fact('Lift', `${whole(life.lift_m * 1000)} mm`);
      }
      fact('Alive', clock(f.world.time_us / 1e6));
      fact('Watching', String(f.viewers));
    },
    // What others do is theirs; clips are told in words, their file is in the title.
    told(t) {
      if (t.robot && t.robot !== state.robot) return;
      if (t.trigger === 'WakeUp' && t.time_us < 2e6) return; // that it woke up was told
      if (!t.clip) return note(t.kind, t.time_us, t.sentence, t.kind === 'scene' ? 'so the scenario has it' : '');
      if (/^plays/.test(t.sentence)) note(t.kind, t.time_us, wordsOf(t.clip).does, t.trigger ?
        `${t.clip}, for ${t.trigger}` : t.clip);
    },
    welcome() { events.replaceChildren(); facts.replaceChildren(); for (const name in rows) delete rows[name];
      words = {}; last = ''; },
  };
}
