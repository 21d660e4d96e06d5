// What its owner sets, and its name: how loud it is, the colour of its eyes, where it lives, its language, units, clock
// and button; whom it knows; and every knob that its life was begun with.
//
//   const settings = createSettings(live, state);    // settings.settings(Settings), settings.knobs(KnobList)
import {COLOURS} from './eyes.js';
import {hsv} from './face.js';
import {steady} from './steady.js';
const $ = id => document.getElementById(id);
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const LOCALES = [['', 'as it is'], ['en-US', 'English (US)'], ['en-GB', 'English (UK)'], ['de-DE', 'German'],
  ['fr-FR', 'French'], ['ja-JP', 'Japanese']];
const LOUD = ['mute', 'low', 'medium low', 'medium', 'medium high', 'high'], HOUR_S = 3600;
const hex = ([, h, s]) => `#${hsv(h, s, 1).map(v => Math.round(v * 255).toString(16).padStart(2, '0')).join('')}`;
const minutes = s => s % HOUR_S ? `:${String(Math.abs(s) / 60 % 60).padStart(2, '0')}` : '';
const zone = s => `UTC${s < 0 ? '−' : '+'}${Math.floor(Math.abs(s) / HOUR_S)}${minutes(s)}`;
const ZONES = [['', "the room's own"], ...Array.from({length: 27}, (_, i) => (i - 12) * HOUR_S).map(s => [s, zone(s)])];
const number = v => Math.abs(v) >= 1e5 || v && Math.abs(v) < 1e-3 ? v.toExponential(0) : String(+v.toPrecision(4));
// "0 to 5 mm"; empty: any value will do
export const rangeOf = k => k.low === 0 && k.high === 0 ? k.unit :
  `${number(k.low)} to ${number(k.high)}${k.unit && ` ${k.unit}`}`;

export function createSettings(live, state) {
  const box = $('settings');
  let now = null, its = null, rows = [], asked = false, sure = null, drawn = '';
  const hue = Object.assign(make('input', {type: 'color', title: 'any colour, until it is taken back'}), {ariaLabel:
    'any colour of the eyes'});
  const owner = changes => live.send('Owner', {home: now.home, locale: now.locale, clock_24: now.clock_24,
    fahrenheit: now.fahrenheit, age_s: now.born_s, serial: now.serial, zone_s: now.zone_s, zone_known: now.zone_known,
    button_alexa: now.button_alexa, features_on: now.features_on, features_off: now.features_off, ...changes});
  const option = ([value, textContent]) => make('option', {value, textContent});
  const select = (label, options, value, onchange) => {
    const s = make('select', {ariaLabel: label, onchange: () => onchange(s.value)}, ...options.map(option));
    s.value = value;
    return s;
  };
  const row = (label, ...inside) => make('label', {}, make('span', {textContent: label}), ...inside);
  function colourOf(e) { // as its display takes it: hue and saturation
    const [r, g, b] = [1, 3, 5].map(i => parseInt(e.value.slice(i, i + 2), 16) / 255), most = Math.max(r, g, b),
      d = most - Math.min(r, g, b);
    const h = !d ? 0 : most === r ? (g - b) / d % 6 : most === g ? (b - r) / d + 2 : (r - g) / d + 4;
    live.send('EyeHue', {hue: (h / 6 + 1) % 1, saturation: most ? d / most : 0});
  }
  function owned() {
    const home = make('input', {value: now.home, maxLength: 127, ariaLabel: 'where it lives',
      placeholder: 'Town, region, country', onchange: () => owner({home: home.value.trim()})});
    const zones = now.zone_known && !ZONES.some(z => z[0] === now.zone_s) ? [...ZONES, [now.zone_s, zone(now.zone_s)]] :
      ZONES;
    if (hue !== document.activeElement) hue.value = hex(COLOURS[now.eye_colour] ?? COLOURS[0]);
    $('owned').replaceChildren(
      ...its ? [row('Name', make('output', {textContent: `${its.name}, serial ${its.serial}`,
        title: 'programs find it by this name, which its key is made out to: it keeps it'}))] : [],
      row('How loud', select('how loud it is', LOUD.map((t, i) => [i, t]), now.volume, v =>
        live.send('Volume', {level: +v}))),
      ...state.creature !== 'vector' ? [] : [row('Eyes', select('colour of its eyes',
        COLOURS.map(([name], i) => [i, name]), now.eye_colour, v => {
          live.send('EyeHue', {hue: 0, back: true});
          live.send('EyeColour', {colour: +v});
        }), hue)],
      row('Lives in', home), row('Speaks', select('its language', LOCALES, now.locale, v => owner({locale: v}))),
      row('Degrees', select('units', [['F', 'Fahrenheit'], ['C', 'Celsius']], now.fahrenheit ? 'F' : 'C', v =>
        owner({fahrenheit: v === 'F'}))),
      row('Clock', select('clock', [['12', '12 hours'], ['24', '24 hours']], now.clock_24 ? '24' : '12', v =>
        owner({clock_24: v === '24'}))),
      row('Time zone', select('time zone', zones, now.zone_known ? now.zone_s : '', v =>
        owner({zone_known: v !== '', zone_s: +v}))),
      row('Its button', select('its button', [['', 'calls it'], ['a', 'calls Alexa']], now.button_alexa ? 'a' : '', v =>
        owner({button_alexa: v === 'a'}))));
  }
  function person(p) {
    const name = make('input', {value: p.name, maxLength: 31, ariaLabel: `name of ${p.name || 'somebody'}`,
      onchange() {
        const told = name.value.trim();
        if (told) live.send('KnowPerson', {known: p.id, face: p.face, name: told});
      }});
    const forget = make('button', {textContent: sure === p.id ? `Yes, forget ${p.name}` : 'Forget', onclick() {
      if (sure === p.id) live.send('KnowPerson', {known: 0, face: p.face});
      sure = sure === p.id ? null : p.id;
      show();
    }});
    return make('li', {}, name, forget);
  }
  const show = steady(box, () => {
    const key = JSON.stringify([now, its, sure]);
    const types = document.activeElement?.matches('#owned input, #faces input');
    if (!now || key === drawn || types) return;
    drawn = key;
    owned();
    $('faces').replaceChildren(...now.people.map(person));
    put($('knows'), now.people.length ? 'It knows' :
      'It knows nobody by name yet: tell it "my name is Ada" while it sees Ada.');
  });
  function list() {
    const wanted = $('knob-search').value.trim().toLowerCase(), other = rows.filter(k => k.value !== k.usual);
    const fit = rows.filter(k => !wanted ? k.value !== k.usual || $('all-knobs').checked :
      `${k.set}.${k.name} ${k.line}`.toLowerCase().includes(wanted));
    put($('knob-count'), other.length ? `${other.length} of ${rows.length} knobs differ from what is usual` :
      `all ${rows.length} knobs are as usual`);
    const about = k => `${k.line}; ${[rangeOf(k), `usually ${k.usual || 'empty'}`].filter(Boolean).join(', ')}`;
    $('knobs').replaceChildren(...fit.map(k => make('li', {className: k.value === k.usual ? '' : 'other'},
      make('code', {textContent: `${k.set}.${k.name}`}), make('b', {textContent: k.value}),
      make('span', {textContent: about(k)}))));
  }
  hue.onchange = () => colourOf(hue);
  $('knob-search').oninput = $('all-knobs').onchange = list;
  box.addEventListener('focusout', () => setTimeout(show));
  box.addEventListener('toggle', () => {
    live.looks.settings = box.open && !!state.soul;
    if (box.open && !asked) asked = true, live.send('Knobs');
    live.watch();
  });
  return {
    welcome(w) {
      now = its = null, rows = [], asked = false, sure = null, drawn = '';
      box.open = false;
      box.hidden = !(w.soul && w.requests?.includes('Owner'));
      live.looks.settings = false;
      $('knobs').replaceChildren();
    },
    settings(m) { if (m.robot === state.robot) now = m, show(); },
    clients(m) {
      if (m.robot !== state.robot) return;
      its = m.name ? {name: m.name, serial: m.serial} : null; // the others of what is told change often
      show();
    },
    knobs(m) { if (m.robot === state.robot) rows = m.knobs, list(); },
  };
}
