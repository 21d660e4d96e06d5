// Its body and its senses, for the workbench: who has which part of the body, what it was asked to do and by whom, and
// what reaches its mind.
//
//   const acts = createActs(live, state);     // acts.actions(Actions), acts.percepts(Percepts)
const $ = id => document.getElementById(id);
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const PARTS = ['wheels', 'head', 'lift', 'lights'];
const RANKS = {NOBODY: 'nobody', IDLE: 'idling', CLIP: 'a clip', ACTION: 'an action', REFLEX: 'a reflex'};
const DOORS = {NOBODY: 'nobody', SCENARIO: 'the scenario', COMMAND_LINE: 'a command line', PAGE: 'a page',
  SDK: 'a program', BLUETOOTH: 'a phone', MIND: 'its mind', TEST: 'a test', ACTION: 'another action'};
const THINGS = {CUBE: 'cube', CHARGER: 'charger', CUSTOM: 'marked thing', FIXED: 'obstacle'};
const human = name => name.replace(/[_-]/g, ' ').toLowerCase();

// Where something is, seen from it: angles to the left count up.
export function whereOf(bearing_rad, distance_m) {
  const deg = bearing_rad * 180 / Math.PI, side = deg > 0 ? 'left' : 'right', off = Math.abs(deg);
  const way = off < 15 ? 'ahead' : off < 60 ? `ahead to the ${side}` : off < 120 ? `to the ${side}` :
    off < 165 ? `behind to the ${side}` : 'behind it';
  return `${Math.round(distance_m * 100)} cm ${way}`;
}
const seen = s => s < 1 ? 'now' : s < 90 ? `${Math.round(s)} s ago` : `${Math.round(s / 60)} min ago`;

export function createActs(live, state) {
  const box = $('acts');
  let base = 0;
  const rows = (id, list, nothing) => $(id).replaceChildren(...(list.length ? list : [nothing]).map(textContent =>
    make('li', {textContent})));
  box.addEventListener('toggle', () => { live.looks.acts = box.open && !!state.soul; live.watch(); });
  return {
    welcome(w) {
      box.hidden = true;
      // A mind is known by its answer; who has none tells none of this.
      box.hidden = !(w.soul && w.requests?.includes('MindStack'));
      live.looks.acts = box.open && !box.hidden;
      for (const id of ['doing-list', 'percept-list']) $(id).replaceChildren();
      put($('parts'), '');
    },
    actions(m) {
      if (m.robot !== state.robot) return;
      const {view} = m;
      base = m.time_us;
      put($('parts'), PARTS.map(p => `${p}: ${RANKS[view[p]] ?? human(view[p])}`).join(' · '));
      rows('doing-list', view.actions.map(a => [human(a.name), a.waits ? 'waits' :
        `for ${((base - a.since_us) / 1e6).toFixed(0)} s`, `asked by ${DOORS[a.door] ?? human(a.door)}`,
      a.tracks.length ? `holds ${a.tracks.map(human).join(', ')}` : '', a.tries > 1 ? `try ${a.tries}` : '']
        .filter(Boolean).join(', ')), 'It was asked for nothing that takes time.');
    },
    percepts(m) {
      if (m.robot !== state.robot) return;
      const {view} = m;
      rows('percept-list', [
        ...view.faces.map(f => `${f.name || 'somebody'}, ${whereOf(f.bearing_rad, f.distance_m)}, seen ${
          seen(f.age_s)}${f.contact ? ', looks at it' : ''}`),
        ...view.things.map(t => `${THINGS[t.kind] ?? human(t.kind)}, ${whereOf(t.bearing_rad, t.distance_m)}, seen ${
          seen(t.age_s)}`),
        view.range_m ? `something ${Math.round(view.range_m * 100)} cm before its nose` : '',
        view.charge >= 0 ? `its battery at ${Math.round(view.charge * 100)} %` : '',
        view.asked ? 'somebody else moves it' : '', view.shown ? 'somebody else shows something on its face' : '',
      ].filter(Boolean), 'Nothing reaches it.');
    },
  };
}
