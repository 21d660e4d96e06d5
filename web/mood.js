// How it feels: a curve for each emotion as far as an hour back, and under them what stirred them. Asked for with Watch
// while this part of the page is open.
//
//   const mood = createMood(live, state);      // mood.past(MoodPast), mood.mood(Mood)
import {steady} from './steady.js';
import {ago} from './why.js';
const $ = id => document.getElementById(id), SVG = 'http://www.w3.org/2000/svg';
const HOUR_S = 3600, LEAST_S = 120, WIDE = 300, HIGH = 30, FINE_S = 1, FEW = 5, KEPT = 64, SAME_US = 5e5;
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const svg = (tag, props) => { const e = document.createElementNS(SVG, tag);
  for (const p in props) e.setAttribute(p, props[p]); return e; };
// How much, in words: a newcomer reads no numbers.
const much = (v, low) => low < 0 && v < -.55 ? 'not at all' : v < -.15 ? 'hardly' : v < .15 ? low < 0 ? 'so-so' :
  'not' : v < .4 ? 'a little' : v < .75 ? 'quite' : 'very';
const CALLED = {Stimulated: 'excited', Trust: 'trusting'};
const name = e => CALLED[e.name] ?? e.name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
const span = s => s < 5400 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;

// The corners of a curve in a box WIDE by HIGH, over the last `back` seconds.
export function curve(rows, k, low, high, now_s, back) {
  const y = v => HIGH - 1 - (v - low) / (high - low) * (HIGH - 2), x = s => WIDE * (1 - (now_s - s) / back);
  const seen = rows.filter((r, i) => (rows[i + 1]?.at_s ?? now_s) > now_s - back);
  const corners = seen.map(r => `${Math.max(0, x(r.at_s)).toFixed(1)},${y(r.values[k]).toFixed(1)}`);
  if (seen.length) corners.push(`${WIDE},${y(seen.at(-1).values[k]).toFixed(1)}`);
  return {corners, zero: y(Math.max(low, 0))};
}

export function createMood(live, state) {
  let emotions = [], rows = [], stirred = [], fresh = false, lanes = [], shown = '', base_s = 0, marked = null;
  const back = () => Math.min(HOUR_S, Math.max(LEAST_S, base_s));
  const asks = () => { live.looks.mood = $('feelings').open && !!state.soul; };
  const point = s => { marked = s; draw(), list(); };
  function row(at_s, values) {
    const last = rows.at(-1);
    if (last && at_s <= last.at_s) return;
    if (last?.fine && at_s < (rows.at(-2)?.at_s ?? -1) + FINE_S) rows.pop(); // ten a second are more than is seen
    rows.push({at_s, values, fine: true});
    while (rows[1]?.at_s < at_s - HOUR_S) rows.shift();
  }
  // What both messages tell: they overlap, to a fraction of a second, and the newest stand first.
  function stir(list) {
    const known = s => stirred.some(o => o.event === s.event && Math.abs(o.at_us - s.at_us) < SAME_US);
    stirred = [...list.filter(s => s.words && !known(s)), ...stirred].sort((a, b) => b.at_us - a.at_us).slice(0, KEPT);
  }
  function begin() {
    lanes = emotions.map(e => {
      const area = svg('polygon', {class: 'area'}), line = svg('polyline', {class: 'curve'}),
        zero = svg('line', {class: 'zero', x1: 0, x2: WIDE}), at = svg('line', {class: 'at', y1: 0, y2: HIGH}),
        box = svg('svg', {viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', 'aria-hidden': true}),
        word = make('span'), value = make('output', {className: 'bench-only'});
      box.append(area, zero, line, at);
      return {area, line, zero, at, word, value, row: make('li', {}, make('b', {textContent: name(e)}), box,
        make('span', {className: 'much'}, word, value))};
    });
    $('curves').replaceChildren(...lanes.map(l => l.row));
  }
  function draw() {
    emotions.forEach((e, k) => {
      const {corners, zero} = curve(rows, k, e.low, e.high, base_s, back()), l = lanes[k];
      l.line.setAttribute('points', corners.join(' '));
      l.area.setAttribute('points', corners.length ?
        `${corners[0].split(',')[0]},${zero} ${corners.join(' ')} ${WIDE},${zero}` : '');
      for (const y of ['y1', 'y2']) l.zero.setAttribute(y, zero);
      const x = marked === null ? -9 : WIDE * (1 - (base_s - marked) / back());
      for (const end of ['x1', 'x2']) l.at.setAttribute(end, x);
      put(l.word, much(e.value, e.low));
      put(l.value, e.value.toFixed(2));
    });
    put($('since'), `${span(back())} ago`);
    $('curves').setAttribute('aria-label', emotions.map(e => `${much(e.value, e.low)} ${name(e)}`).join(', '));
  }
  // Dots on the line of time, and the same as a list: whoever points at one sees it in the other.
  function list() {
    const all = stirred.filter(s => s.at_us / 1e6 > base_s - back()), key = all.map(s => s.at_us).join() + back();
    const x = s => `${(100 * (1 - (base_s - s.at_us / 1e6) / back())).toFixed(2)}%`;
    if (key !== shown) {
      shown = key;
      marks(all);
    }
    for (const e of $('dots').children) e.style.left = x({at_us: e.since});
    for (const e of [...$('dots').children, ...$('stirs').children]) e.classList.toggle('at', e.since / 1e6 === marked);
    for (const e of $('stirs').children) put(e.lastChild, ago(base_s - e.since / 1e6));
  }
  let recent = [];
  const marks = all => { recent = all; redraw(); };
  const redraw = steady($('stirs'), () => {
    const mark = (s, e) => {
      e.since = s.at_us, e.onpointerenter = e.onfocus = () => point(s.at_us / 1e6);
      e.onpointerleave = e.onblur = () => point(null);
      return e;
    };
    $('dots').replaceChildren(...recent.map(s => mark(s, make('i', {title: s.words}))));
    $('stirs').replaceChildren(...recent.slice(0, FEW).map(s => {
      const way = s.after > s.before + .001 ? '↑' : s.after < s.before - .001 ? '↓' : '';
      return mark(s, make('li', {tabIndex: 0, title: s.event}, make('span', {textContent: s.words}),
        make('b', {textContent: way, ariaHidden: 'true'}), make('time')));
    }));
    $('stirs').hidden = !recent.length;
  });
  $('feelings').addEventListener('toggle', () => { asks(); live.watch(); });
  return {
    welcome(w) {
      emotions = [], rows = [], stirred = [], lanes = [], shown = '', marked = null;
      $('feelings').hidden = true;
      for (const id of ['curves', 'dots', 'stirs']) $(id).replaceChildren();
      live.looks.mood = $('feelings').open && !!w.soul;
      // A mind is known by its answer.
      $('feelings').hidden = !(w.soul && w.requests?.includes('MindMoods'));
    },
    past(m) {
      if (m.robot !== state.robot) return;
      const {until_us, every_s, of, values} = m.past, count = of ? values.length / of : 0;
      rows = Array.from({length: count}, (_, i) => ({at_s: until_us / 1e6 - (count - 1 - i) * every_s,
        values: values.slice(i * of, i * of + of)}));
      stir(m.past.stirred);
    },
    mood(m) {
      if (m.robot !== state.robot) return;
      const another = m.view.emotions.length !== emotions.length;
      emotions = m.view.emotions, base_s = m.time_us / 1e6;
      if (another) begin();
      row(base_s, emotions.map(e => e.value));
      stir(m.view.stirred);
      fresh = true;
    },
    show(f, robot, life) {
      if (!$('feelings').open || !emotions.length) return;
      const now_s = life ? life.time_us / 1e6 : base_s;
      if (!fresh && now_s < base_s + 1) return;
      base_s = Math.max(base_s, now_s), fresh = false;
      draw(), list();
    },
  };
}
