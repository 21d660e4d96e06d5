// Every clip the robot has, and the occasions (triggers) at which one of several is chosen: in groups, by human
// names, with the faces of what is pointed at. File
// names are told to who points at one. What plays is marked.
import {createPins} from './pins.js';
import {createStrip} from './strip.js';
import {GROUP_NAMES, isTrigger, numbered, wordsOf} from './words.js';
const $ = id => document.getElementById(id),
  make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
    e.append(...inside); return e; };

export function createClips(live) {
  let names = {false: [], true: []}, soul = false, able = false, asked = false, current = '', missing = 2;
  const strip = createStrip(live), opened = new Set(['Greetings']), calls = new Map();
  const play = key => live.send(isTrigger(key) ? 'PlayTrigger' : 'PlayClip',
    {[isTrigger(key) ? 'trigger' : 'clip']: key});
  const pins = createPins(play, key => calls.get(key) ?? wordsOf(key).name);
  function shown() {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const said = key => `${key} ${calls.get(key)} ${wordsOf(key).group}`.toLowerCase();
    return [...names.true, ...names.false].filter(key => words.every(w => said(key).includes(w)));
  }
  function button(key) {
    const b = make('button', {textContent: calls.get(key), title: isTrigger(key) ?
      `${key}: one of several clips, as it fits` : key, className: isTrigger(key) ? 'any' : '',
        onclick: () => {
          if (!pins.take(key)) play(key), strip.show(key); }});
    b.dataset.key = key;
    b.onpointerenter = e => { if (e.pointerType === 'mouse') strip.show(key); };
    b.onfocus = () => strip.show(key);
    return b;
  }
  function list() {
    const keys = shown(), searching = !!$('search').value;
    $('names').replaceChildren(...GROUP_NAMES.map(group => [group,
      keys.filter(key => wordsOf(key).group === group)]).filter(([, rows]) => rows.length).map(([group, rows]) => {
      const inside = make('div', {className: 'chips'}), open = searching || opened.has(group),
        box = make('details', {open}, make('summary', {}, group, make('small', {textContent: rows.length})), inside);
      const fill = () => { if (box.open && !inside.firstChild) inside.append(...rows.map(button)), mark(); };
      box.ontoggle = () => { if (!$('search').value) opened[box.open ? 'add' : 'delete'](group); fill(); };
      if (open) inside.append(...rows.map(button));
      return box;
    }));
    $('search').placeholder = `Search ${names.false.length} clips`;
    mark();
  }
  function mark() { for (const b of $('names').querySelectorAll('button')) b.toggleAttribute('aria-current',
    b.dataset.key === current); }
  $('names').onpointerleave = () => strip.hide();
  $('search').oninput = list;
  $('search').onkeydown = e => { if (e.key === 'Enter' && shown().length) play(shown()[0]); };
  $('silence').onclick = () => live.send('StopClip');

  return {
    welcome(w) {
      soul = w.soul && w.speaks === 'life';
      asked = able = false;
      names = {false: [], true: []};
      current = '';
      missing = 2;
      $('names').ariaBusy = 'true';
      $('names').replaceChildren();
      $('playing').textContent = '';
      strip.begin(w.creature);
      pins.begin(w.creature);
      $('clips').hidden = true;
    },
    life(life) {
      if (!soul || !life?.clip) return;
      if (!able) able = true, $('clips').hidden = false;
      if (!asked) asked = true, live.send('ListClips', {from: 0}), live.send('ListClips', {from: 0, triggers: true});
      const now = life.clip.tag ? life.clip.name : '';
      if (now === current) return;
      current = now;
      $('playing').textContent = now ? `▶ ${calls.get(now) ?? wordsOf(now).name}` : '';
      $('playing').title = now;
      mark();
    },
    // The list comes a few names at a time.
    list(l) {
      const known = names[l.triggers];
      if (l.from !== known.length) return;
      known.push(...l.names);
      if (l.names.length && known.length < l.all) return live.send('ListClips',
        {from: known.length, triggers: l.triggers});
      numbered(known).forEach((name, i) => calls.set(known[i], name));
      if (--missing) return;
      $('names').ariaBusy = 'false';
      list();
      pins.draw();
    },
  };
}
