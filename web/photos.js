// Its photos: taken, shown small and large, saved and deleted; a deletion asks once.
//
//   const photos = createPhotos(live, state);     // photos.photos(Photos), photos.shown(PhotoShown)
import {steady} from './steady.js';
const $ = id => document.getElementById(id);
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
const taken = s => new Date(s * 1000).toLocaleString();

export function createPhotos(live, state) {
  const box = $('settings'), urls = new Map(); // of what was sent, by its key
  const key = (id, small) => `${id} ${small}`;
  let list = [], kept = false, large = 0, sure = false;
  const url = (id, small) => {
    const known = urls.get(key(id, small));
    if (known === undefined) urls.set(key(id, small), ''), live.send('ShowPhoto', {id, small});
    return known || '';
  };
  function forget(alive) {
    for (const [at, address] of urls) {
      if (alive(+at.split(' ')[0])) continue;
      URL.revokeObjectURL(address);
      urls.delete(at);
    }
  }
  const draw = steady($('photos'), () => {
    if (!box.open) return;
    const shown = list.find(p => p.id === large);
    $('photo-words').textContent = !kept ? 'Its photos are not kept: a Vector keeps those that he takes where ' +
      'programs reach him.' : list.length ? 'Its photos' : 'It took no photos yet.';
    $('photo-take').hidden = !kept;
    $('photo-list').replaceChildren(...[...list].reverse().map(p => make('li', {}, make('button', {
      title: taken(p.taken_s), ariaLabel: `photo of ${taken(p.taken_s)}`, ariaExpanded: String(p.id === large),
      onclick() { large = large === p.id ? 0 : p.id, sure = false; draw(); }},
    make('img', {src: url(p.id, true), alt: ''})))));
    $('photo-large').hidden = !shown;
    if (!shown) return;
    const image = url(large, false), when = taken(shown.taken_s);
    $('photo-large').replaceChildren(make('img', {src: image || url(large, true), alt: `photo of ${when}`}),
      make('figcaption', {}, make('span', {textContent: when}),
        make('button', {textContent: 'Save', disabled: !image, onclick() {
          make('a', {href: image, download: `photo-${shown.id}.jpg`}).click();
        }}),
        make('button', {textContent: sure ? 'Yes, delete it' : 'Delete', className: sure ? 'sure' : '', onclick() {
          if (sure) live.send('DeletePhoto', {id: large});
          sure = !sure;
          draw();
        }})));
  });
  $('photo-take').onclick = () => live.send('TakePhoto');
  box.addEventListener('toggle', () => { live.looks.photos = box.open && !!state.soul; live.watch(); draw(); });
  return {
    welcome(w) {
      forget(() => false);
      list = [], kept = false, large = 0, sure = false;
      $('photos').hidden = !w.requests?.includes('TakePhoto');
      live.looks.photos = false;
      draw();
    },
    photos(m) {
      if (m.robot !== state.robot) return;
      list = m.photos, kept = m.kept;
      forget(id => list.some(p => p.id === id));
      draw();
    },
    shown(m) {
      if (!list.some(p => p.id === m.id)) return;
      urls.set(key(m.id, m.small), URL.createObjectURL(new Blob([m.jpeg], {type: 'image/jpeg'})));
      draw();
    },
  };
}
