// LifeOS, the software of a Pleo, while one is in hand: what he wants and does, sensors, joints, properties, his log
// and his monitor. The bench shows it; what he does and why is told to everybody. Only who looks is sent it.
//
//   const lifeos = createLifeos(live, state, why);     // lifeos.doing(message) … as they come; lifeos.show()
import {because, busyWith, does} from './lifeos_words.js';
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const JOINTS = ['right shoulder', 'right elbow', 'left shoulder', 'left elbow', 'left hip', 'left knee', 'right hip',
  'right knee', 'torso', 'tail sideways', 'tail up', 'neck sideways', 'neck up', 'head'], LINES = 200, FRESH_MS = 1500;
const human = name => name.replaceAll('_', ' ');

// Rows of a name and a value by a key; what has changed shines for a moment.
function table(title) {
  const list = make('dl'), fold = make('details', {}, make('summary', {textContent: title}), list), rows = new Map();
  return {
    fold, clear() { rows.clear(), list.replaceChildren(); },
    set(key, name, value, quiet) {
      let row = rows.get(key);
      if (!row) {
        row = {dt: make('dt', {textContent: name}), dd: make('dd'), since: -FRESH_MS};
        rows.set(key, row), list.append(row.dt, row.dd);
      } else if (!quiet) row.since = performance.now();
      put(row.dd, value);
    },
    drop(key) { const row = rows.get(key); if (row) row.dt.remove(), row.dd.remove(), rows.delete(key); },
    shine() { for (const r of rows.values()) r.dd.classList.toggle('fresh', performance.now() - r.since < FRESH_MS); },
  };
}

export function createLifeos(live, state, why) {
  const app = make('output'), drives = make('div', {id: 'drives'}), now = make('p', {id: 'running'}),
    sensors = table('Sensors'), joints = table('Joints'), properties = table('Properties'),
    log = make('ol', {id: 'lifelog', tabIndex: 0, ariaLabel: 'his log'}), line = make('input', {maxLength: 250,
      placeholder: 'help', ariaLabel: 'a line for his monitor'}),
    monitor = make('form', {className: 'row'}, line, make('button', {textContent: 'Send'})),
    box = make('section', {id: 'lifeos', className: 'bench-only', hidden: true, ariaLabel: 'LifeOS'},
      make('h2', {}, 'LifeOS ', app), drives, now, sensors.fold, joints.fold, properties.fold,
      make('details', {open: true}, make('summary', {textContent: 'Log and monitor'}), log, monitor));
  let next = 0, did = '', before = [];
  document.getElementById('looks').after(box);
  const mine = m => m.robot === state.robot && !box.hidden;

  function told(text, kind = '') {
    const end = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
    log.append(make('li', {textContent: text, className: kind}));
    while (log.children.length > LINES) log.firstChild.remove();
    if (end) log.scrollTop = log.scrollHeight;
  }
  monitor.onsubmit = e => {
    e.preventDefault();
    told(`> ${line.value}`, 'typed');
    live.send('Monitor', {line: line.value});
    line.value = '';
  };
  function wants(list) {
    if (drives.children.length !== list.length) drives.replaceChildren(...list.map(() => make('label', {}, make('span'),
      make('meter', {min: 0, max: 100}), make('b'))));
    list.forEach((d, i) => {
      const [name, meter, value] = drives.children[i].children;
      put(name, d.name), put(value, String(d.value)), meter.value = d.value;
      drives.children[i].className = d.wins ? 'wins' : '';
    });
  }
  return {
    welcome(w) {
      box.hidden = !(w.soul && w.speaks === 'pleo');
      live.looks.lifeos = !box.hidden;
      document.body.classList.toggle('lifeos', !box.hidden); // it takes no wishes of robots
      next = 0, did = '', before = [];
      for (const part of [sensors, joints, properties]) part.clear();
      for (const part of [log, drives, now, app]) part.replaceChildren();
    },
    pose(m) { if (mine(m)) m.joints.forEach((j, i) => joints.set(i, JOINTS[i], `${j.deg}°${j.moves &&
      j.goes_to_deg !== j.deg ? ` → ${j.goes_to_deg}°` : ''}${j.scripts ? ', a script’s' : ''}`)); },
    properties(m) {
      if (!mine(m)) return;
      if (m.whole) properties.clear();
      for (const p of m.list) if (p.value) properties.set(p.id, human(p.name), String(p.value), m.whole);
        else properties.drop(p.id);
    },
    sensors(m) {
      if (!mine(m)) return;
      if (m.whole) sensors.clear();
      for (const s of m.list) sensors.set(s.sensor, human(s.name), s.times ? `${s.value}, ${s.times}×` :
        String(s.value), m.whole);
    },
    doing(m) {
      if (!mine(m)) return;
      const d = m.doing, words = busyWith(d);
      put(app, d.application);
      wants(d.drives);
      put(now, [d.behaviour && human(d.behaviour), d.command && `command ${d.command}`,
        d.motion && `motion ${d.motion}`, d.sound && `sound ${d.sound}`]
        .filter(Boolean).join(' · ') || 'nothing runs');
      now.title = d.scripts.filter(s => s.name).map(s => `${s.name}: ${s.state.toLowerCase()}${s.failures ?
        `, failed ${s.failures}×` : ''}`).join('; ');
      if (did && did !== words) before = [{does: did, since_us: m.time_us}, ...before].slice(0, 5);
      did = words;
      why.mind({robot: m.robot, time_us: m.time_us, view: {does: does(d), because: because(d), before}});
    },
    log(m) {
      if (!mine(m)) return;
      m.lines.forEach((text, i) => { if (m.first + i >= next) told(text); });
      next = Math.max(next, m.first + m.lines.length);
    },
    said(m) {
      for (const text of m.text.split('\n')) if (text) told(text, m.fine ? 'said' : 'warning');
      if (m.more) live.send('More');
    },
    show() { for (const part of [sensors, joints, properties]) if (part.fold.open) part.shine(); },
  };
}
