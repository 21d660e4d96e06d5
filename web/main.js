// Puts the page together: the wire, the world and its hands, the face, the side.
import {connect} from './live.js';
import {createScene} from './scene.js';
import {createPlan} from './plan.js';
import {createHands} from './hands.js';
import {createDrive} from './drive.js';
import {createPanel} from './panel.js';
import {createEyes} from './eyes.js';
import {createClips} from './clips.js';
import {createCamera} from './camera.js';
import {createVoice} from './voice.js';
import {createTime} from './time.js';
import {createFace} from './face.js';
import {createScreen} from './screen.js';

const $ = id => document.getElementById(id);
const state = {head: 0, lift: 0.04, creature: '', soul: false, frame: null};
let scene = null, face = null, hands = null, told = null, shown = 0, faced = 0, drawn = 0;

const called = name => name.replace(/^./, c => c.toUpperCase());

function status(text, lost = false) {
  $('state').className = lost ? 'lost' : '';
  $('state').textContent = text;
}

const live = connect({
  open() { status(''); for (const part of parts) part.open?.(); },
  lost() { status('the connection was lost; trying again…', true); document.body.classList.add('lost'); },
  Welcome(w) {
    document.body.classList.remove('lost');
    $('name').textContent = called(w.name);
    document.title = `${called(w.name)} · Critter`;
    state.soul = w.soul;
    document.body.classList.toggle('mindless', !w.soul); // nobody to drive, no face, no clips
    if (state.creature !== w.creature) begin(w.creature);
    scene.begin(w.floor_m);
    hands.offer(null);
    document.body.classList.toggle('real', !w.simulated); // a robot of flesh and blood: our hands do not reach it
    if (!w.soul) status(`${called(w.name)} has no mind yet: it does what the scenario says, and what hands do to it.`);
    for (const part of parts) part.welcome?.(w);
  },
  Frame(f) {
    state.frame = f;
    state.head = f.view.head_rad;
    state.lift = f.view.lift_m;
    scene?.show(f);
    hands?.frame(f);
    for (const part of parts) part.frame?.(f);
  },
  Told(t) {
    for (const part of parts) part.told?.(t);
    if (/^(plays|breaks off) /.test(t.sentence)) return; // clips come one after another
    status(t.kind === 'hand' ? called(t.sentence) : `${$('name').textContent} ${t.sentence}`);
  },
  Refused(r) {
    for (const part of parts) part.refused?.(r);
    status(`${r.what}: ${r.why}`, true);
  },
  Picture(p) { camera.picture(p); },
  Sound(s) { voice.sound(s); },
  Screen(p) { screen.pixels(p); },
  ClipList(l) { clips.list(l); },
});
const clips = createClips(live), camera = createCamera(live), voice = createVoice(live), screen = createScreen(live);
const parts = [createTime(live), createPanel(live), createEyes(live), clips, camera, voice, screen];
const drive = createDrive($('stick'), live, state);
parts.push({welcome: () => drive.letGo()});

// The world is one canvas whoever lives in it; another creature has another display.
function begin(creature) {
  state.creature = creature;
  const old = $('face');
  old.replaceWith(old.cloneNode(false));
  face = createFace($('face'), creature);
  shown = 0;
  if (scene) return;
  scene = createScene($('scene'), face.slow) || flat();
  $('world').classList.toggle('flat', !!scene.flat);
  $('hint').textContent = scene.flat ? 'A plan, because this browser has no WebGL. Drag to move it, pinch or wheel to zoom; drag things to carry them; tap anything to take it in hand.'
    : 'Drag to turn, pinch or wheel to zoom. Drag things to carry them; tap anything to take it in hand.';
  paint();
  hands = createHands($('scene'), scene, live, state);
  for (const touch of ['pointerdown', 'wheel', 'keydown']) $('scene').addEventListener(touch, () => { $('hint').hidden = true; }, {once: true, passive: true}); // it is known now
}
function flat() { // a canvas that was asked for WebGL once may give nothing else
  const old = $('scene');
  old.replaceWith(old.cloneNode(false));
  return createPlan($('scene'));
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => scene?.setBackground(dark.matches ? [0.10, 0.13, 0.15] : [0.80, 0.84, 0.83]);
dark.addEventListener('change', paint);

// What is only looked at waits for the next drawing: the line may bring more than the screen shows, and a page nobody sees draws nothing.
function draw() {
  if (state.frame && scene) {
    if (state.frame !== told) for (const part of parts) part.show?.(state.frame);
    told = state.frame;
    camera.paint();
    if (screen.paint()) scene.setGlass?.(screen.canvas);
    scene.draw();
    const now = state.frame.view.face, key = `${now.number} ${now.hue} ${now.saturation}`;
    const slowly = scene.flat && performance.now() < faced + 50; // dot by dot takes its time
    if (face && key !== shown && !slowly) face(now), shown = key, faced = performance.now();
    drawn++;
  }
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);

// For the curious at the browser's console, and for tests: where things are on the canvas, and what came last.
window.critter = {live, state, where: name => scene?.where(name), pick: (x, y) => scene?.pick(x, y), flat: () => !!scene?.flat, drawn: () => drawn};
