// The side of the page: facts, expressions, eyes by hand, the world's air, what happened.

const SLIDERS = [['EyeCenterX', 0, -40, 40], ['EyeCenterY', 1, -30, 30], ['EyeScaleX', 2, 0, 3], ['EyeScaleY', 3, 0, 3], ['EyeAngle', 4, -45, 45], ['Upper lid', 13, 0, 1], ['Upper lid angle', 14, -45, 45],
  ['Upper lid bend', 15, -1, 1], ['Lower lid', 16, 0, 1], ['Lower lid angle', 17, -45, 45], ['Lower lid bend', 18, -1, 1], ['Hot spot X', 22, -1, 1], ['Hot spot Y', 23, -1, 1]];

const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props); e.append(...inside); return e; };

export function createPanel(live) {
  const facts = document.getElementById('facts'), events = document.getElementById('events'), rows = {};
  function fact(name, value) {
    rows[name] ??= (() => { const dd = make('dd'); facts.append(make('dt', {textContent: name}), dd); return dd; })();
    if (rows[name].textContent !== value) rows[name].textContent = value;
  }

  let numbers = null, touched = false;
  const inputs = SLIDERS.map(([label, index, min, max]) => {
    const out = make('output'), input = make('input', {type: 'range', min, max, step: (max - min) / 100});
    input.oninput = () => {
      if (!numbers) return;
      touched = true;
      out.value = input.value;
      for (const eye of [5, 30]) numbers[eye + index] = (eye === 30 && (index === 0 || index === 4)) ? -input.value : +input.value;
      live.send('ShowFace', {numbers, seconds: 5});
    };
    document.getElementById('sliders').append(make('label', {}, label, input, out));
    return {input, out, index};
  });
  document.getElementById('sliders').append(make('button', {textContent: 'Let go', onclick: () => { touched = false; live.send('Express', {expression: 'neutral', seconds: 0.1}); }}));

  const air = document.getElementById('air');
  const deed = (text, verb, body) => air.append(make('button', {textContent: text, onclick: () => live.send(verb, typeof body === 'function' ? body() : body)}));
  deed('Light off', 'Light', {lux: 2});
  deed('Light on', 'Light', {lux: 300});
  deed('Clap', 'Sound', () => ({name: `clap ${Date.now() % 1e6}`, kind: 'CLAP', x_m: 0.5, y_m: 0.4, z_m: 0.3, level_db: 80, seconds: 0.2}));
  deed('Drop a box', 'Box', () => ({name: `box ${Date.now() % 1e6}`, x_m: 0.12 + Math.random() * 0.15, y_m: Math.random() * 0.3 - 0.15, z_m: 0.1, mass_kg: 0.06}));
  deed('Empty battery', 'Battery', () => ({what: rows.robot, charge: 0.06}));
  deed('Full battery', 'Battery', () => ({what: rows.robot, charge: 1}));

  return {
    welcome(w) {
      const list = document.getElementById('expressions');
      list.replaceChildren(...w.expressions.map(name => make('button', {textContent: name, onclick: () => live.send('Express', {expression: name, seconds: 4})})));
      document.getElementById('world').classList.toggle('simulated', w.simulated);
    },
    frame(f) {
      const v = f.view, robot = f.world.robots[0];
      rows.robot = robot?.name;
      fact('Battery', `${v.battery_v.toFixed(2)} V${robot ? ` · ${Math.round(robot.charge * 100)} %` : ''}${robot?.charging ? ' · charging' : ''}`);
      fact('Place', `${(v.x_m * 1000).toFixed(0)}, ${(v.y_m * 1000).toFixed(0)} mm · ${(v.heading_rad * 180 / Math.PI).toFixed(0)}°`);
      fact('Speed', `${((v.left_mps + v.right_mps) * 500).toFixed(0)} mm/s`);
      fact('Head', `${(v.head_rad * 180 / Math.PI).toFixed(0)}°`);
      fact('Lift', `${(v.lift_m * 1000).toFixed(0)} mm`);
      fact('Plays', v.clip.tag ? v.clip.name : '—');
      const s = Math.floor(v.time_us / 1e6);
      fact('Alive', `${Math.floor(s / 60)} min ${String(s % 60).padStart(2, '0')} s`);
      if (!touched) {
        numbers = [...v.face.numbers];
        if (document.querySelector('details').open) for (const {input, out, index} of inputs) out.value = (input.value = numbers[5 + index], (+numbers[5 + index]).toFixed(2));
      }
    },
    told(t) {
      const s = t.time_us / 1e6, time = make('time', {textContent: `${Math.floor(s / 60)}:${(s % 60).toFixed(1).padStart(4, '0')}`});
      events.prepend(make('li', {className: t.kind}, time, make('span', {textContent: t.sentence})));
      while (events.children.length > 60) events.lastChild.remove();
    },
  };
}
