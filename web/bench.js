// The workbench: numbers, clips, sliders, the mind's stack and the log, behind one button and one key. Who opened it
// keeps it, in this browser.
const KEPT = 'critter-bench', $ = id => document.getElementById(id);

// turned(open): told at once, and whenever it is opened or shut.
export function createBench(turned) {
  let open = false;
  try { open = localStorage.getItem(KEPT) === 'on'; } catch { /* a browser may keep nothing */ }
  function show() {
    document.body.classList.toggle('bench', open);
    $('bench').setAttribute('aria-pressed', open);
    turned(open);
  }
  function turn() {
    open = !open;
    try { localStorage.setItem(KEPT, open ? 'on' : 'off'); } catch { /* likewise */ }
    show();
  }
  $('bench').onclick = turn;
  addEventListener('keydown', e => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.key !== '`' || e.ctrlKey || e.metaKey || e.altKey || typing) return;
    e.preventDefault();
    turn();
  });
  show();
}
