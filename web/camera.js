// What the robot's camera sees: asked for only while it is switched on and the page can be seen.
const $ = id => document.getElementById(id);

export function createCamera(live) {
  let on = true, able = false, url = null;
  const wants = () => on && able && !document.hidden;
  const ask = () => { if (able) live.send('Watch', {picture: wants(), sound: !!live.hearing}); };
  live.watch = ask;
  function mark() {
    $('camera').setAttribute('aria-pressed', on);
    $('eye').classList.toggle('off', !on);
    if (!on) $('picture').removeAttribute('src');
  }
  $('camera').onclick = () => { on = !on; mark(); ask(); };
  document.addEventListener('visibilitychange', ask);
  mark();
  return {
    welcome(w) { able = w.camera; $('eye').hidden = !able; ask(); },
    picture(p) {
      if (!on) return;
      const old = url;
      $('picture').src = url = URL.createObjectURL(new Blob([p.jpeg], {type: 'image/jpeg'}));
      if (old) URL.revokeObjectURL(old);
    },
  };
}
