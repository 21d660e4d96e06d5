// Which robot is in hand: its face, camera, log, clips, voice, eyes and wheel are the page's. Buttons in the heading
// when there are several, each with its face, its mood and what it does; a tap on one in the world chooses it, too. The
// choice is this viewer's own.
//
//   const who = createWho(live, state);     // who.glances(Glances)
import {STYLES, hsv} from './face.js';
import {createFlatFace} from './face_flat.js';
import {nowOf} from './now.js';
import {steady} from './steady.js';
const $ = id => document.getElementById(id), called = name => name.replace(/^./, c => c.toUpperCase());
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const MOODS = {Default: 'calm', LowStim: 'quiet', MedStim: 'lively', HighStim: 'excited', Frustrated: 'frustrated'};
const FACE_MS = 250; // so small a face is looked at less often

export function createWho(live, state) {
  let known = '', cards = [], told = new Map(), faced = 0;
  state.choose = robot => { if (robot && robot.number !== state.robot) state.take(robot.number); };
  function card(r) {
    const style = STYLES[r.creature], canvas = style && make('canvas', {ariaHidden: 'true'}), does = make('small');
    const button = make('button', {ariaPressed: String(r.number === state.robot), onclick: () => state.choose(r)},
      ...canvas ? [canvas] : [], make('span', {}, make('b', {textContent: called(r.name)}), does));
    return {number: r.number, button, does, face: canvas && createFlatFace(canvas, style, hsv), shown: ''};
  }
  const list = steady($('who'), () => $('who').replaceChildren(...cards.map(c => c.button)));
  function words(r, life, guest) {
    const its = told.get(r.number), now = nowOf(r, life, guest),
      mood = its && (its.asleep ? 'asleep' : MOODS[its.mood]);
    return [now.lost ? now.words : its?.does || now.words, mood].filter(Boolean).join(' · ');
  }
  return {
    welcome(w) { known = '', told = new Map(), live.looks.others = (w.robots?.length ?? 0) > 1; },
    glances(m) { told = new Map(m.glances.map(g => [g.robot, g])); },
    show(f) {
      const all = f.world.robots, many = all.length > 1, now = `${all.map(r => r.name)} ${state.robot}`;
      if (now !== known) {
        known = now;
        document.body.classList.toggle('many', many);
        $('who').hidden = !many;
        cards = many ? all.map(card) : [];
        list();
      }
      if (!many) return;
      const draws = performance.now() > faced + FACE_MS;
      if (draws) faced = performance.now();
      for (const c of cards) {
        const r = all.find(o => o.number === c.number), life = f.lives[c.number], face = life?.face;
        if (!r) continue;
        const text = words(r, life?.status === undefined ? null : life, f.guests.includes(c.number));
        put(c.does, text);
        c.button.title = `${called(r.name)} ${text}`;
        if (!draws || !c.face || !face?.number || c.shown === face.number) continue;
        c.shown = face.number;
        c.face(face);
      }
    },
  };
}
