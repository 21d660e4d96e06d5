// Every clip the robot has: search, play, stop. Shown as soon as the robot says what it plays.
const $ = id => document.getElementById(id);

export function createClips(live) {
  let names = [], soul = false, able = false, asked = false, current = '', due = 0;
  const shown = () => {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    return names.filter(name => words.every(w => name.toLowerCase().includes(w)));
  };
  function list() {
    const rows = shown();
    $('names').replaceChildren(...rows.slice(0, 300).map(name => {
      const button = Object.assign(document.createElement('button'), {textContent: name, onclick: () => live.send('PlayClip', {clip: name})});
      const item = document.createElement('li');
      item.append(button);
      return item;
    }));
    $('search').placeholder = `Search ${names.length} clips`;
  }
  $('search').oninput = list;
  $('search').onkeydown = e => { if (e.key === 'Enter' && shown().length) live.send('PlayClip', {clip: shown()[0]}); };
  $('silence').onclick = () => live.send('StopClip');

  return {
    welcome(w) { soul = w.soul; asked = able = false; names = []; if (!soul) $('clips').hidden = true; },
    frame(f) {
      if (!soul || !f.view.clip) return;
      if (!able) able = true, $('clips').hidden = false;
      if (!asked) asked = true, live.send('ListClips', {from: 0});
      const now = f.view.clip.tag ? f.view.clip.name : '';
      if (now === current) return;
      current = now;
      $('playing').textContent = now ? `▶ ${now}` : '';
      for (const b of $('names').querySelectorAll('button')) b.toggleAttribute('aria-current', b.textContent === now);
    },
    // The list comes a few names at a time.
    list(l) {
      if (l.triggers || l.from !== names.length) return;
      names.push(...l.names);
      due ||= requestAnimationFrame(() => { due = 0; list(); });
      if (l.names.length && names.length < l.all) live.send('ListClips', {from: names.length});
    },
  };
}
