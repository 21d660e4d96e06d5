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
  let last = '';

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
    frame(f) {
      const v = f.view, robot = f.world.robots[0], s = Math.floor(v.time_us / 1e6);
      power(v, robot);
      fact('Place', `${whole(v.x_m * 1000)}, ${whole(v.y_m * 1000)} mm`);
      fact('Speed', `${whole((v.left_mps + v.right_mps) * 500)} mm/s`);
      fact('Head', `${whole(v.head_rad * 180 / Math.PI)}°`);
      fact('Lift', `${whole(v.lift_m * 1000)} mm`);
      fact('Plays', v.clip?.tag ? v.clip.name : '—');
      fact('Alive', `${Math.floor(s / 60)} min ${String(s % 60).padStart(2, '0')} s`);
      fact('Watching', String(f.viewers));
    },
    told(t) {
      const s = t.time_us / 1e6, time = make('time', {textContent: `${Math.floor(s / 60)}:${(s % 60).toFixed(1).padStart(4, '0')}`});
      events.prepend(make('li', {className: t.kind}, time, make('span', {textContent: t.sentence})));
      while (events.children.length > 60) events.lastChild.remove();
    },
    welcome() { events.replaceChildren(); },
  };
}
