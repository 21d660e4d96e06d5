// From where the world is seen: three buttons over it, and the key v for the next.
const $ = id => document.getElementById(id);

// from(mode): told at once, and when another is chosen.
export function createViews(from) {
  const buttons = [...$('views').children];
  let now = 0;
  function choose(i) {
    now = (i + buttons.length) % buttons.length;
    buttons.forEach((b, k) => b.setAttribute('aria-pressed', k === now));
    from(buttons[now].dataset.from);
  }
  buttons.forEach((b, i) => { b.onclick = () => choose(i); });
  addEventListener('keydown', e => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.key === 'v' && !e.ctrlKey && !e.metaKey && !e.altKey && !typing && !$('views').hidden) choose(now + 1);
  });
}
