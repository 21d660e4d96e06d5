// The face by hand: expressions by name, and each of its numbers as a slider, seen on the robot at once.
import {hsv} from './face.js';

const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };

const WHOLE = [['Across', -60, 60], ['Down', -40, 40], ['Width', 0, 2], ['Height', 0, 2], ['Turned', -45, 45]];
// In the order of the clip files; the last six are Vector's only.
const EYE = [['Across', -40, 40], ['Down', -30, 30], ['Width', 0, 3], ['Height', 0, 3], ['Turned', -90, 90],
  ['Lower inner, across', 0, 1], ['Lower inner, down', 0, 1], ['Upper inner, across', 0, 1],
    ['Upper inner, down', 0, 1],
  ['Upper outer, across', 0, 1], ['Upper outer, down', 0, 1], ['Lower outer, across', 0, 1],
    ['Lower outer, down', 0, 1],
  ['Upper lid', 0, 1], ['Upper lid, turned', -45, 45], ['Upper lid, bent', -1, 1], ['Lower lid', 0, 1],
    ['Lower lid, turned', -45, 45], ['Lower lid, bent', -1, 1],
  ['Saturation', 0, 1], ['Light', 0, 1], ['Glow', 0, 1], ['Hot spot, across', -1, 1], ['Hot spot, down', -1, 1],
    ['Glow light', 0, 1]];
// The colours an owner may set, in their order.
export const COLOURS = [['Tip over teal', .42, 1], ['Overfit orange', .05, .95], ['Uncanny yellow', .11, 1],
  ['Non-linear lime', .21, 1], ['Singularity sapphire', .57, 1], ['False positive purple', .83, .76],
    ['Confusion matrix green', .30, 1]];
const MIRRORED = new Set([0, 4, 22]); // what looks alike on both sides when its sign differs
const COZMO = 19;

export function createEyes(live) {
  const box = document.getElementById('sliders'), details = document.getElementById('eyes'),
    moods = document.getElementById('expressions'), colours = document.getElementById('colours');
  let numbers = null, mine = false, rows = [], both = true;

  function send() { live.send('ShowFace', {numbers, seconds: 0}); }
  function slider(title, [label, min, max], index) {
    const out = make('output'), input = make('input', {type: 'range', min, max, step: (max - min) / 200});
    input.setAttribute('aria-label', `${title}: ${label}`);
    input.oninput = () => {
      if (!numbers) return;
      mine = true;
      numbers[index] = +input.value;
      if (both && index >= 5) {
        const number = (index - 5) % 25, twin = index < 30 ? index + 25 : index - 25;
        numbers[twin] = MIRRORED.has(number) ? -numbers[index] : numbers[index];
      }
      show();
      send();
    };
    rows.push({input, out, index});
    return make('label', {}, label, input, out);
  }
  function show() {
    for (const {input, out, index} of rows) {
      const text = (+numbers[index]).toFixed(2);
      if (out.value !== text) out.value = text, input.value = numbers[index];
    }
  }
  function build(creature) {
    rows = [];
    const eye = creature === 'cozmo' ? EYE.slice(0, COZMO) : EYE,
      twin = make('input', {type: 'checkbox', checked: both, onchange: () => { both = twin.checked; }});
    const group = (title, list, first) => make('fieldset', {}, make('legend', {textContent: title}),
      ...list.map((row, i) => slider(title, row, first + i)));
    const go = make('button', {textContent: 'Let go',
      onclick: () => { mine = false; live.send('Express', {expression: 'neutral', seconds: 0}); }});
    box.replaceChildren(make('p', {className: 'row'}, make('label', {className: 'check'}, twin, 'both eyes alike'), go),
      group('Whole face', WHOLE, 0), group('Left eye', eye, 5), group('Right eye', eye, 30));
  }

  return {
    welcome(w) {
      mine = false;
      build(w.creature);
      const able = w.creature === 'vector' && w.requests.includes('EyeColour');
      colours.hidden = !able;
      colours.replaceChildren(...able ?
        COLOURS.map(([name, hue, saturation], colour) => make('button',
          {title: name, ariaLabel: `eyes: ${name}`, onclick: () => live.send('EyeColour', {colour}),
        style: `background: rgb(${hsv(hue, saturation, 1).map(v => Math.round(v * 255)).join(' ')})`})) : []);
      moods.replaceChildren(...w.expressions.map(name => make('button',
        {textContent: name, onclick: () => { mine = false; live.send('Express', {expression: name, seconds: 4}); }})));
    },
    life(life) {
      if (mine || !life) return;
      numbers = life.face.numbers.slice();
      if (details.open) show();
    },
  };
}
