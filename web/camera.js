// What the robot's camera sees: asked for only while it is switched on and the page can be seen. paint() shows the
// newest picture, once a drawing of the page.
const $ = id => document.getElementById(id);

export function createCamera(live) {
  let on = true, able = false, asked = false, url = null, fresh = null;
  const wants = () => on && able && !document.hidden;
  // What else is looked at, each by its part of the page; what nobody sees is not asked for.
  live.looks = {};
  const looks = () => document.hidden ? {} : {...live.looks, sight: wants()};
  const ask = () => { if (asked) live.send('Watch', {picture: wants(), sound: !!live.hearing, ...looks()}); };
  live.watch = ask;
  function mark() {
    $('camera').setAttribute('aria-pressed', on);
    $('eye').classList.toggle('off', !on);
    if (!on) fresh = null, $('picture').removeAttribute('src'), $('seen').replaceChildren();
  }
  $('camera').onclick = () => { on = !on; mark(); ask(); };
  document.addEventListener('visibilitychange', ask);
  mark();
  return {
    welcome(w) { asked = true; fresh = null; able = w.camera; $('eye').hidden = !able; ask(); },
    picture(p) { if (on) fresh = p; }, // one may be under way when it is switched off
    paint() {
      if (!on || !fresh) return;
      const old = url;
      $('picture').src = url = URL.createObjectURL(new Blob([fresh.jpeg], {type: 'image/jpeg'}));
      fresh = null;
      if (old) URL.revokeObjectURL(old);
    },
  };
}
