// The card for programs: lines to paste, whether one is connected, what it calls, who leads the robot, and a button to
// take it back.
//
//   const connect = createConnect(live, state);     // connect.clients(message); the page asks for it with Watch
import {recipesOf} from './recipes.js';
import {steady} from './steady.js';
const $ = id => document.getElementById(id), called = name => name.replace(/^./, c => c.toUpperCase());
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const make = (tag, props) => Object.assign(document.createElement(tag), props);
const BRIEF_MS = 3000; // a program that calls once is gone in a moment, and was seen all the same
const NEVER = -Infinity;
const LEADERS = {SDK: 'A program leads', BLUETOOTH: 'A phone leads', PAGE: 'Somebody at a page leads',
  COMMAND_LINE: 'A command line leads', SCENARIO: 'The scenario leads'};

export function createConnect(live, state) {
  let name = '', now = null, recipes = [], chosen = '', drawn = '', calls = null, lit = NEVER,
    sure = false, copied = 0;
  function lines() {
    const its = recipes.find(r => r.id === chosen) ?? recipes[0];
    for (const b of $('ways').children) b.setAttribute('aria-pressed', b.dataset.id === its?.id);
    put($('lines'), its?.text ?? '');
  }
  function offer() {
    recipes = recipesOf(now, location.hostname);
    const key = JSON.stringify(recipes);
    if (key === drawn) return;
    drawn = key;
    $('recipe').hidden = !recipes.length;
    list();
  }
  const list = steady($('ways'), () => {
    $('ways').replaceChildren(...recipes.map(r => {
      const button = make('button', {textContent: r.name, onclick: () => { chosen = r.id; lines(); }});
      button.dataset.id = r.id;
      return button;
    }));
    lines();
  });
  // Without leave to write the clipboard, the lines are marked for the keys of the machine.
  async function copy() {
    copied = performance.now();
    try {
      await navigator.clipboard.writeText($('lines').textContent);
      put($('copy'), 'Copied');
    } catch {
      getSelection().selectAllChildren($('lines'));
      put($('copy'), 'Marked: Ctrl+C');
    }
  }
  function take() {
    if (sure) live.send('TakeBack');
    sure = !sure;
    show();
  }
  const lights = () => now.connected > 1 ? `${now.connected} programs are connected.` : now.connected ?
    'A program is connected.' : performance.now() - lit < BRIEF_MS ? 'A program called.' : 'No program is connected.';
  const lead = () => !now.speaks ? '' : LEADERS[now.leader] ? `${LEADERS[now.leader]} ${name}.` :
    `${name} does as it likes.`;
  const door = () => now.speaks ? `${now.name && `${now.name}, serial ${now.serial}, `}at ${now.address}:${now.port}` :
    state.simulated ? `No program of others can reach ${name} here. The live protocol at ${location.host}/live can.` :
      `Programs find this robot at its own address.`;
  function show() {
    const on = !!now?.speaks && (now.connected > 0 || performance.now() - lit < BRIEF_MS);
    $('light').className = on ? 'on' : '';
    if (!now) return;
    put($('connected'), now.speaks ? lights() : '');
    put($('leader'), lead());
    put($('door'), door());
    $('take').hidden = !now.speaks || !LEADERS[now.leader];
    put($('take'), sure ? 'Yes, end what it does' : 'Take it back');
    $('take').classList.toggle('sure', sure);
    if (copied && performance.now() - copied > BRIEF_MS) copied = 0, put($('copy'), 'Copy');
  }
  live.looks.clients = true;
  $('copy').onclick = copy;
  $('take').onclick = take;
  $('take').onblur = () => { sure = false; show(); };
  return {
    welcome(w) {
      name = called(w.name), now = calls = null, drawn = '', sure = false, lit = NEVER;
      $('connect').hidden = true;
    },
    clients(m) {
      if (m.robot !== state.robot) return;
      if (calls !== null && m.calls > calls) lit = performance.now();
      if (m.leader !== now?.leader) sure = false; // asked about another one
      calls = m.calls, now = m;
      $('connect').hidden = false;
      $('calls').replaceChildren(...m.recent.map(textContent => make('li', {textContent})));
      offer();
      show();
    },
    show,
  };
}
