// What it does and why, in one sentence, and what it did before: its mind's own words. And what is so when something is
// missing: no mind, no camera, a real robot.
//
//   const why = createWhy(live, state);     // why.mind(message); the page asks for it with Watch
const $ = id => document.getElementById(id), called = name => name.replace(/^./, c => c.toUpperCase());
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };

export const ago = s => s < 1.5 ? 'just now' : s < 90 ? `${Math.round(s)} s ago` : s < 5400 ?
  `${Math.round(s / 60)} min ago` : `${Math.round(s / 3600)} h ago`;

export function createWhy(live, state) {
  let name = '', view = null, drawn = '', base = 0;
  const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
  function lacks(w) {
    return [!w.simulated && `This robot is a real one: hands on this page do not reach ${name}. Use your own.`,
      w.soul && w.speaks !== 'pleo' && !w.requests?.includes('Why') && `${name} cannot tell why.`,
      !w.camera && `${name} has no camera.`, w.soul && !w.sound && `${name} cannot be heard here.`].filter(Boolean);
  }
  function list() {
    const key = JSON.stringify(view?.before ?? []) + name;
    if (key === drawn) return;
    drawn = key;
    $('before').replaceChildren(...(view?.before ?? []).map(b => make('li', {}, make('span', {textContent: b.does}),
      Object.assign(make('time'), {since: b.since_us}))));
    times();
  }
  const times = () => { for (const t of $('before').querySelectorAll('time')) put(t, ago((base - t.since) / 1e6)); };
  return {
    welcome(w) {
      name = called(w.name), view = null, drawn = '';
      live.looks.mind = !!w.soul;
      $('lacks').replaceChildren(...lacks(w).map(textContent => make('li', {textContent})));
      $('before').replaceChildren();
      put($('does'), name), put($('because'), '');
    },
    mind(m) { if (m.robot === state.robot) view = m.view, base = m.time_us, live.does = view.does; },
    show(f, robot, life, words) {
      if (life) base = life.time_us;
      put($('does'), words ? `${name} ${words}.` : name);
      const now = view && words === view.does;
      put($('because'), now && view.because ? `Because ${view.because}.` : '');
      $('because').title = now && view.instead ? `Otherwise: it ${view.instead}.` : '';
      list();
      times();
    },
  };
}
