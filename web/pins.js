// Clips that one has pinned: the keys 1 to 9 play them, as do their buttons. They are kept in this browser, for each
// creature its own.
//
//   const pins = createPins(play, key => 'Happy');   // pins.begin('vector'); pins.take(key): true: it was pinned
import {steady} from './steady.js';
const $ = id => document.getElementById(id), KEPT = 'critter-pins-', MOST = 9;
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };

export function createPins(play, nameOf) {
  let creature = '', keys = [], next = false;
  function kept() {
    try {
      const all = JSON.parse(localStorage.getItem(KEPT + creature) ?? '[]');
      return Array.isArray(all) ? all.filter(k => typeof k === 'string' && k.length < 64).slice(0, MOST) : [];
    } catch { return []; }
  }
  function keep(all) {
    keys = all;
    try { localStorage.setItem(KEPT + creature, JSON.stringify(keys)); } catch { /* a browser may keep nothing */ }
    draw();
  }
  const draw = steady($('pins'), () => {
    $('pins').hidden = !keys.length;
    $('pins').replaceChildren(...keys.map((key, i) => make('span', {},
      make('button', {textContent: `${i + 1} ${nameOf(key)}`, title: `${key}: key ${i + 1}`, onclick: () => play(key)}),
      make('button', {textContent: '×', ariaLabel: `unpin ${nameOf(key)}`,
        onclick: () => keep(keys.filter(k => k !== key))}))));
    $('pin').disabled = keys.length === MOST;
  });
  function wait(yes) {
    next = yes;
    $('pin').setAttribute('aria-pressed', yes);
    $('pin').textContent = yes ? 'Tap a clip' : 'Pin';
  }
  $('pin').onclick = () => wait(!next);
  addEventListener('keydown', e => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName), key = keys[e.key - 1];
    if (!key || typing || e.repeat || e.ctrlKey || e.metaKey || e.altKey || $('clips').hidden) return;
    play(key);
  });
  return {
    draw,
    begin(of) { creature = of, keys = kept(), wait(false), draw(); },
    take(key) {
      if (!next) return false;
      wait(false);
      if (!keys.includes(key)) keep([...keys, key]);
      return true;
    },
  };
}
