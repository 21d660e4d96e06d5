// What it recognises in what its camera sees: a frame with a name round each.
const $ = id => document.getElementById(id), share = v => `${(v * 100).toFixed(2)}%`;

export function createSight(live, state) {
  let fresh = null;
  const box = () => { const e = document.createElement('span'); e.append(document.createElement('b')); return e; };
  return {
    welcome() { fresh = []; },
    sight(m) { if (m.robot === state.robot) fresh = m.seen; },
    show() {
      if (!fresh) return;
      const into = $('seen');
      while (into.children.length > fresh.length) into.lastChild.remove();
      while (into.children.length < fresh.length) into.append(box());
      fresh.forEach((s, i) => {
        const e = into.children[i];
        Object.assign(e.style, {left: share(s.left), top: share(s.top), width: share(s.right - s.left),
          height: share(s.bottom - s.top)});
        e.className = s.person ? 'person' : '';
        e.firstChild.textContent = s.name;
      });
      $('picture').alt = fresh.length ? `its camera sees ${fresh.map(s => s.name).join(', ')}` : 'what its camera sees';
      fresh = null;
    },
  };
}
