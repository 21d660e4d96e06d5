// Buttons in a list that is drawn anew by itself. One that is replaced between press and release is never clicked, so
// what is pressed stays until it is let go; then the list is drawn as it has become. Whoever had the focus keeps it.
//
//   const draw = steady(box, () => box.replaceChildren(…));    // draw() at once, or when nothing in it is pressed
const lists = new Set();
let pressed = null;
addEventListener('pointerdown', e => { pressed = e.target; }, true);
addEventListener('keydown', e => { if (/^( |Enter)$/.test(e.key)) pressed = e.target; }, true);
for (const name of ['pointerup', 'pointercancel', 'keyup', 'blur']) addEventListener(name, e => {
  if (name === 'blur' && e.target !== window) return; // what is pressed takes the focus from something else
  // the click comes first
  setTimeout(() => { pressed = null; for (const list of [...lists]) list(); });
}, true);

const nameOf = e => e.dataset.node ?? e.dataset.id ?? (e.ariaLabel || e.textContent);
export function steady(box, draw) {
  return function now() {
    lists.delete(now);
    if (pressed && box.contains(pressed)) return void lists.add(now);
    const at = document.activeElement, held = at !== box && box.contains(at) ? nameOf(at) : null, kind = at?.tagName;
    draw();
    if (held !== null && !box.contains(document.activeElement))
      [...box.querySelectorAll(kind)].find(e => nameOf(e) === held)?.focus();
  };
}
