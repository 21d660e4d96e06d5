// A clip before it is played: some of its faces in a row, made dot by dot.
//
// const strip = createStrip(live);          // strip.begin('vector'); strip.show('anim_greet_hello_01');
// strip.faces(clipPreview)
import {hsv, STYLES} from './face.js';
import {createFlatFace} from './face_flat.js';

const REST_MS = 120; // whoever runs over a list asks once
export function createStrip(live) {
  const box = document.getElementById('strip'), known = new Map();
  let style = null, wanted = '', waiting = 0;
  function draw({clip, length_ms, faces, hue, saturation}) {
    box.replaceChildren(...faces.map(({numbers}, i) => {
      const canvas = document.createElement('canvas');
      createFlatFace(canvas, style, hsv)({numbers, hue, saturation});
      canvas.title = `${(length_ms * (i + .5) / faces.length / 1000).toFixed(1)} s of ${clip}`;
      return canvas;
    }));
    box.hidden = !faces.length;
    box.setAttribute('aria-label', `faces of ${clip}, ${(length_ms / 1000).toFixed(1)} seconds`);
  }
  live.preview = p => { known.set(p.asked, p); if (p.asked === wanted && style) draw(p); };
  return {
    begin(creature) { style = STYLES[creature]; known.clear(); wanted = ''; box.replaceChildren(); box.hidden = true; },
    hide() { wanted = ''; clearTimeout(waiting); box.hidden = true; },
    show(key) {
      if (key === wanted || !style) return;
      wanted = key;
      clearTimeout(waiting);
      if (known.has(key)) draw(known.get(key));
      else waiting = setTimeout(() => live.send('Preview', {name: key}), REST_MS);
    },
  };
}
