// This life, kept: as a link, whose part after # no server is sent; as a file; its last ten seconds as a file and as
// pictures. And one that was kept, lived again.
//
//   const keep = createKeep(live, state, () => scene);    // keep.frame(frame), keep.refused(Refused)
import {zip} from './zip.js';
const $ = id => document.getElementById(id);
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const LINK_MOST = 8192, PIECE = 90000, SPAN_US = 10e6, EVERY_US = 1e5, LINK = /^#life=([\w-]*)$/;
const bytesOf = letters => Uint8Array.from(atob(letters), c => c.charCodeAt(0));
export const lettersOf = bytes => { // in pieces: a call takes only so many arguments
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};
export const linkOf = (place, letters) =>
  `${place}#life=${letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;

export function createKeep(live, state, scene) {
  const frames = []; // the last ten seconds
  let offered = '', read = false, saving = false;
  const say = text => put($('kept'), text);
  function save(name, parts, type = 'application/octet-stream') {
    const url = URL.createObjectURL(new Blob(parts, {type}));
    Object.assign(document.createElement('a'), {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
  const kept = async deed => {
    try { await deed(await live.ask('Keep')); } catch (error) { say(`It could not be kept: ${error.message}.`); }
  };
  function load(letters, watch) {
    for (let at = 0; at < letters.length; at += PIECE)
      live.send('Load', {at, of: letters.length, piece: letters.slice(at, at + PIECE), watch});
  }
  $('link').onclick = () => kept(async ({file}) => {
    const link = linkOf(location.href.replace(/#.*/, ''), file);
    if (link.length > LINK_MOST) return say('So much was done that no link can hold it: save this life as a file.');
    $('address').value = link;
    $('address').hidden = false;
    try {
      await navigator.clipboard.writeText(link);
      say('The link is copied. Whoever opens it can live this life up to now.');
    } catch { $('address').select(); say('Here is the link: Ctrl+C copies it.'); }
  });
  $('keep').onclick = () => kept(({name, file}) => save(name, [bytesOf(file)]));
  $('life-file').onchange = async () => {
    const file = $('life-file').files[0];
    $('life-file').value = ''; // the same one may be opened again
    if (file) offer(lettersOf(new Uint8Array(await file.arrayBuffer())), `The file ${file.name} holds a life.`);
  };
  // Each tenth of a second is drawn once more, as it is seen from where one looks now.
  $('last').onclick = async () => {
    if (saving || !frames.length) return;
    saving = true;
    const files = [], canvas = $('scene'), first = frames[0].world.time_us;
    const picture = () => new Promise(done => canvas.toBlob(done, 'image/jpeg', .85));
    for (const f of frames.filter((_, i) => i % 2 === 0)) {
      scene().show(f);
      scene().draw();
      const blob = await picture();
      if (blob) files.push({name: `at-${((f.world.time_us - first) / 1e6).toFixed(1).padStart(4, '0')}-s.jpg`,
        bytes: new Uint8Array(await blob.arrayBuffer())});
    }
    if (state.frame) scene().show(state.frame);
    const tape = await live.ask('Keep').catch(() => null);
    if (tape) files.push({name: tape.name, bytes: bytesOf(tape.file)});
    save('last-ten-seconds.zip', [zip(files)], 'application/zip');
    say(`${files.length - !!tape} pictures${tape ? ' and the life that led there' : ''} are saved.`);
    saving = false;
  };
  // It ends the life that runs here: that is asked once.
  function offer(letters, words) {
    offered = letters;
    put($('offer-words'), `${words} To live it ends the life that runs here.`);
    $('offer').hidden = false;
    $('offer-live').focus();
  }
  const away = () => { $('offer').hidden = true, offered = ''; };
  $('offer-live').onclick = () => { load(offered, false); away(); };
  $('offer-watch').onclick = () => { load(offered, true); away(); };
  $('offer-no').onclick = away;
  function link() {
    const found = LINK.exec(location.hash);
    if (!found) return;
    history.replaceState(null, '', location.pathname + location.search); // once
    offer(found[1], 'This link holds a life.');
  }
  addEventListener('hashchange', link);
  return {
    saving: () => saving,
    welcome(w) {
      frames.length = 0;
      $('address').hidden = true;
      say('');
      if (!read && w.simulated) read = true, link();
    },
    now(f) {
      const last = frames.at(-1)?.world.time_us ?? -EVERY_US;
      if (saving || f.world.time_us < last + EVERY_US) return;
      frames.push(f);
      while (frames[0].world.time_us < f.world.time_us - SPAN_US) frames.shift();
    },
    refused(r) {
      if (!/^(Load|Relive|Skip|Restart)$/.test(r.what)) return;
      if ($('later').hidden) $('later-open').click();
      say(`${r.what === 'Load' ? 'That life cannot be lived here' : 'That was not done'}: ${r.why}.`);
    },
  };
}
