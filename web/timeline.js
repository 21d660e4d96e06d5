// The present life on one line, with what happened in it. A moment that is pointed at is shown at once, as it was kept;
// from there one goes back to now, or goes on: then the life is lived again up to it.
//
//   const timeline = createTimeline(live, state, show);     // timeline.timeline(Timeline), timeline.past(Past)
//   if (!timeline.away()) …the frame that came is shown…;   // show(frame): another one is
import {steady} from './steady.js';
const $ = id => document.getElementById(id);
const make = (tag, props = {}) => Object.assign(document.createElement(tag), props);
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
// Messages that touch nobody: the rest waits until it is now again.
const LOOKS = new Set(['Pace', 'Watch', 'Moment', 'Keep', 'Relive', 'Skip', 'Load', 'Restart', 'Open', 'Save',
  'Phrases', 'Knobs', 'Preview', 'ListClips']);
export const clock = us => { const s = Math.floor(us / 1e6), two = v => String(v).padStart(2, '0');
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` :
    `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`; };
// The last thing that had happened by then.
export const before = (marks, us) => marks.findLast(m => m.time_us <= us);

export function createTimeline(live, state, show) {
  let line = null, then = null, asking = false, wanted = null, sure = false, shown = '';
  const range = $('then'), box = $('later');
  const reach = () => Math.max(1, line?.time_us ?? 1);
  async function ask() {
    if (asking || wanted === null) return;
    const at = wanted;
    asking = true, wanted = null;
    try {
      const past = await live.ask('Moment', {time_us: at});
      if (then !== null && past.robot === state.robot) show(past);
    } catch (error) { put($('then-words'), error.message); }
    asking = false;
    ask();
  }
  function go(us) {
    then = us, sure = false;
    document.body.classList.toggle('past', then !== null);
    if (then !== null) wanted = Math.round(then), ask();
    draw();
  }
  const marks = steady($('marks'), () => $('marks').replaceChildren(...line.marks.map(m => {
    const dot = make('i', {title: `${clock(m.time_us)} ${m.sentence}`, className: m.kind,
      onclick: () => go(m.time_us)});
    dot.style.left = `${(100 * m.time_us / reach()).toFixed(2)}%`;
    return dot;
  })));
  function draw() {
    if (!line) return;
    range.max = reach(), range.value = then ?? reach();
    const at = then ?? reach(), last = before(line.marks, at);
    put($('then-words'), then === null ? line.follows ? `Now: ${clock(at)} of a recording that is played.` :
      `Now: ${clock(at)}.` : `So it was at ${clock(at)}${last ? `. Before: ${last.sentence}` : ''}.`);
    range.setAttribute('aria-valuetext', `${clock(at)}${last ? `, ${last.sentence}` : ''}`);
    $('now').disabled = then === null;
    $('go-on').disabled = then === null || !line.again;
    put($('go-on'), sure ? 'Yes, forget what came after' : 'Go on from here');
    $('go-on').classList.toggle('sure', sure);
    $('go-on').title = line.again ? '' : line.why;
    for (const id of ['link', 'keep', 'last']) $(id).disabled = !line.again && id !== 'last';
    put($('no-again'), line.again ? '' : `It cannot be lived again: ${line.why}.`);
    const key = `${line.marks.length} ${line.time_us}`;
    if (!box.hidden && shown !== key) shown = key, marks();
  }
  const open = yes => {
    box.hidden = !yes;
    $('later-open').setAttribute('aria-expanded', yes);
    live.looks.timeline = yes;
    live.watch();
    if (yes) $('skips').querySelector('button').focus();
    else go(null);
  };
  range.oninput = () => go(+range.value >= reach() - 5e5 ? null : +range.value);
  $('now').onclick = () => go(null);
  $('go-on').onclick = () => {
    if (sure) live.send('Relive', {until_us: Math.round(then)});
    sure = !sure;
    draw();
  };
  $('go-on').onblur = () => { sure = false; draw(); };
  $('later-open').onclick = () => open(box.hidden);
  box.addEventListener('keydown', e => { if (e.key === 'Escape') open(false), $('later-open').focus(); });
  live.held = name => {
    if (then === null || LOOKS.has(name)) return false;
    put($('then-words'), 'That was then: go back to now, or go on from here.');
    return true;
  };
  return {
    away: () => then !== null,
    welcome(w) { line = null, go(null); $('later-open').hidden = !w.simulated; if (!w.simulated) open(false); },
    timeline(m) { line = m; draw(); },
  };
}
