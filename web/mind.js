// Its mind as a tree: from the root up what runs, and beside each what else could have run in its place and why it does
// not. A node that is tapped explains itself, and can be
// made to begin now, whatever runs: that asks once.
//
//   const mind = createMind(live, state);       // mind.mind(Mind), which why.js asks for
import {steady} from './steady.js';
import {left} from './timer.js';
import {ago} from './why.js';
const $ = id => document.getElementById(id);
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const SOON_US = 1e6;
const MARKS = {RUNS: '▶', UNWILLING: '·', RESTS: '◷', BEATEN: '×', BEHIND: '·'};
const WHY = {UNWILLING: 'It comes first, but there is no cause for it now.',
  BEATEN: 'It was willing, but what runs came before it.', BEHIND: 'What runs comes before it: it was not asked.'};

// The nodes of a view as a tree. Beside the one that runs stand those of its dispatcher: first those that come before
// it, then those after it.
export function treeOf(nodes) {
  const spine = nodes.filter(n => n.stands === 'RUNS');
  const grow = i => {
    const others = nodes.filter(n => n.stands !== 'RUNS' && n.depth === spine[i].depth + 1),
      later = n => n.stands === 'BEATEN' || n.stands === 'BEHIND';
    return {node: spine[i], before: others.filter(n => !later(n)), next: spine[i + 1] ? grow(i + 1) : null,
      after: others.filter(later)};
  };
  return spine.length ? grow(0) : null;
}

export function createMind(live, state) {
  let view = null, base = 0, now_us = 0, drawn = '', open = '', sure = '', forced = '', forced_us = 0, said = '';
  // Nothing takes over from what was forced, until it ends or is let go.
  async function force(node) {
    try {
      await live.ask('Force', {node});
      forced = node, forced_us = base, said = '';
    } catch (error) { said = `It does not: ${error.message}.`; }
    sure = '', drawn = '';
    if (view) draw();
  }
  function forces(n) {
    const button = make('button', {className: sure === n.id ? 'force sure' : 'force',
      textContent: sure === n.id ? 'Yes, now, whatever it does' : 'Make it do this', onclick() {
        if (sure === n.id) return void force(n.id);
        sure = n.id, drawn = '';
        draw();
      }});
    button.dataset.id = 'force';
    return button;
  }
  const rest = n => `It did so not long ago, and rests ${Math.max(1, Math.round((n.since_us - base) / 1e6))} s more.`;
  const runs = n => n.since_us ? `It has run for ${ago((base - n.since_us) / 1e6).replace(' ago', '')
    .replace('just now', 'a moment')}.` : 'It runs always.';
  const why = n => n.stands === 'RUNS' ? runs(n) : n.stands === 'RESTS' ? rest(n) : WHY[n.stands];
  function leaf(n, inside) {
    const button = make('button', {className: 'node', ariaExpanded: String(open === n.id), onclick() {
      open = open === n.id ? '' : n.id, sure = '';
      drawn = '';
      draw();
    }}, make('i', {textContent: MARKS[n.stands], ariaHidden: 'true'}), make('span', {textContent: n.does}));
    button.dataset.node = n.id;
    const about = open === n.id ? [make('p', {className: 'about'}, make('span', {textContent: why(n)}),
      make('code', {textContent: n.id}),
      ...n.depth && state.requests.includes('Force') ? [forces(n)] : [])] : [];
    return make('li', {className: n.stands.toLowerCase()}, button, ...about, ...inside);
  }
  // Those that nobody asked are many, and say little: they fold.
  function folded(list, at) {
    if (list.length < 3) return list.map(n => leaf(n, []));
    const id = `later ${at}`, shut = open !== id && !list.some(n => n.id === open);
    const button = make('button', {className: 'node', ariaExpanded: String(!shut), onclick() {
      open = shut ? id : '';
      drawn = '';
      draw();
    }}, make('i', {textContent: shut ? '+' : '−', ariaHidden: 'true'}),
    make('span', {textContent: `${list.length} more that come later`}));
    button.dataset.node = id;
    return [make('li', {className: 'behind'}, button, ...shut ? [] : [make('ul', {}, ...list.map(n => leaf(n, [])))])];
  }
  function branch(t) {
    const beaten = t.after.filter(n => n.stands === 'BEATEN'), later = t.after.filter(n => n.stands !== 'BEATEN');
    const inside = [...t.before.map(n => leaf(n, [])), ...t.next ? [branch(t.next)] : [],
      ...beaten.map(n => leaf(n, [])), ...folded(later, t.node.id)];
    return leaf(t.node, inside.length ? [make('ul', {}, ...inside)] : []);
  }
  const condition = c => {
    const e = make('li', {className: c.holds ? 'holds' : 'fails', title: c.condition},
      make('i', {textContent: c.holds ? '✓' : '✗', ariaHidden: 'true'}), make('span', {textContent: c.words}));
    e.style.marginLeft = `${c.depth * .9}rem`;
    e.setAttribute('aria-label', `${c.words}: ${c.holds ? 'so it is' : 'not so'}`);
    return e;
  };
  function remarks() {
    const debt = view.debt_min < 2 ? '' : view.debt_min < 90 ? `It lacks ${view.debt_min} min of sleep.` :
      `It lacks ${Math.round(view.debt_min / 60)} h of sleep.`;
    const holds = view.nodes.some(n => n.id === forced && n.stands === 'RUNS');
    if (forced && !holds && base > forced_us + SOON_US) forced = ''; // it ended
    $('unforce').hidden = !forced;
    return [said, forced && 'It does as it was told.', view.asleep && 'It is asleep.', debt,
      view.timer_us && (view.timer_rings ? 'Its timer rings.' :
        `Its timer rings in ${left(Math.max(0, Math.ceil((view.timer_us - now_us) / 1e6)))}.`),
      view.quiet_us && 'It was asked to be quiet.', view.feature && `Feature: ${view.feature}.`,
      view.controlled && 'A program leads it.'].filter(Boolean).join(' ');
  }
  const draw = steady($('stack'), () => {
    const key = JSON.stringify([view.nodes.map(n => [n.id, n.stands, n.depth]), view.conditions]);
    put($('mind-state'), remarks());
    if (key === drawn) return;
    drawn = key;
    const t = treeOf(view.nodes);
    $('stack').replaceChildren(...t ? [branch(t)] : []);
    $('conditions').hidden = !view.conditions.length;
    $('conditions').replaceChildren(...view.conditions.map(condition));
  });
  $('unforce').onclick = () => force('');
  $('mind').addEventListener('toggle', () => { drawn = ''; });
  return {
    welcome() {
      view = null, drawn = open = sure = forced = said = '';
      $('unforce').hidden = $('mind').hidden = true;
      $('stack').replaceChildren();
    },
    mind(m) { if (m.robot === state.robot) view = m.view, base = m.time_us, $('mind').hidden = false; },
    show(f, robot, life) {
      now_us = life?.time_us ?? base;
      if (view && $('mind').open) draw();
    },
  };
}
