// How the robot is, and what happens to it.
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props); e.append(...inside); return e; };

const whole = v => Math.round(v) || 0; // not -0

export function createPanel() {
  const facts = document.getElementById('facts'), events = document.getElementById('events'), rows = {};
  function fact(name, value) {
    rows[name] ??= (() => { const dd = make('dd'); facts.append(make('dt', {textContent: name}), dd); return dd; })();
    if (rows[name].textContent !== value) rows[name].textContent = value;
  }
  const battery = make('meter', {min: 0, max: 1, low: 0.2, high: 0.5, optimum: 1, title: 'battery'});
  battery.setAttribute('aria-label', 'battery');
  let last = '', words = {};
  function note(kind, time_us, sentence) {
    const s = time_us / 1e6, time = make('time', {textContent: `${Math.floor(s / 60)}:${(s % 60).toFixed(1).padStart(4, '0')}`});
    events.prepend(make('li', {className: kind}, time, make('span', {textContent: sentence})));
    while (events.children.length > 60) events.lastChild.remove();
  }
  // What people say is heard by whoever is in the room.
  function hear(f) {
    for (const p of f.world.people) {
      if (p.words && p.words !== words[p.name]) note('hand', f.world.time_us, `${p.name} says: ${p.words}`);
      words[p.name] = p.words;
    }
  }

  function power(v, robot) {
    rows.Battery ??= (() => { const dd = make('dd', {}, battery, make('span')); facts.append(make('dt', {textContent: 'Battery'}), dd); return dd; })();
    if (robot) battery.value = robot.charge;
    battery.hidden = !robot;
    const text = robot ? `${Math.round(robot.charge * 100)} %` : `${v.battery_v.toFixed(2)} V`;
    if (text !== last) rows.Battery.lastChild.textContent = last = text;
    battery.title = `${v.battery_v.toFixed(2)} V`;
    fact('Charger', robot?.charging ? 'charging' : robot?.on_charger ? 'on it' : 'away');
  }

  return {
    frame: hear,
    show(f) {
      const v = f.view, robot = f.world.robots[0], s = Math.floor(v.time_us / 1e6);
      power(v, robot);
      fact('Place', `${whole(v.x_m * 1000)}, ${whole(v.y_m * 1000)} mm`);
      fact('Speed', `${whole((v.left_mps + v.right_mps) * 500)} mm/s`);
      if (robot?.creature !== 'pleo') {
        fact('Head', `${whole(v.head_rad * 180 / Math.PI)}°`);
        fact('Lift', `${whole(v.lift_m * 1000)} mm`);
      }
      fact('Alive', `${Math.floor(s / 60)} min ${String(s % 60).padStart(2, '0')} s`);
      fact('Watching', String(f.viewers));
    },
    told(t) { note(t.kind, t.time_us, t.sentence); },
    welcome() { events.replaceChildren(); facts.replaceChildren(); for (const name in rows) delete rows[name]; words = {}; last = ''; },
  };
}
