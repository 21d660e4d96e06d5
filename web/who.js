// Which robot is in hand: its face, camera, log, clips, voice, eyes and wheel are the page's. Buttons in the heading
// when there are several; a tap on one in the
// world chooses it, too. The choice is this viewer's own.
const $ = id => document.getElementById(id), called = name => name.replace(/^./, c => c.toUpperCase());

export function createWho(state) {
  let known = '';
  state.choose = robot => { if (robot && robot.number !== state.robot) state.take(robot.number); };
  return {
    welcome() { known = ''; },
    show(f) {
      const now = `${f.world.robots.map(r => r.name)} ${state.robot}`;
      if (now === known) return;
      known = now;
      const many = f.world.robots.length > 1;
      document.body.classList.toggle('many', many);
      $('who').hidden = !many;
      $('who').replaceChildren(...many ?
        f.world.robots.map(r => Object.assign(document.createElement('button'),
          {textContent: called(r.name), ariaPressed: String(r.number === state.robot),
            onclick: () => state.choose(r)})) : []);
    },
  };
}
