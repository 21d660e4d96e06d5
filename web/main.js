import {connect} from './live.js';
import {createScene} from './scene.js';
import {createHands} from './hands.js';
import {createDrive} from './drive.js';
import {createPanel} from './panel.js';
import {faceDrawer} from './face.js';

const $ = id => document.getElementById(id);
const state = {head: 0, lift: 0.04, paused: false, seed: 1};
let scene = null, drawFace = null, last = null, dirty = false;

const live = connect({
  open() { $('state').className = ''; $('state').textContent = 'connected'; },
  lost() { $('state').className = 'lost'; $('state').textContent = 'the connection was lost; trying again…'; },
  Welcome(w) {
    $('name').textContent = w.name;
    document.title = `${w.name} · Critter`;
    state.seed = w.seed;
    if (!scene) begin(w.creature);
    panel.welcome(w);
  },
  Frame(f) {
    last = f;
    dirty = true;
    state.head = f.view.head_rad;
    state.lift = f.view.lift_m;
    state.paused = f.paused;
    $('pause').setAttribute('aria-pressed', f.paused);
    $('pause').textContent = f.paused ? 'Go on' : 'Pause';
    if ($('speed') !== document.activeElement) $('speed').value = String(f.speed);
    scene?.show(f);
    panel.frame(f);
  },
  Told(t) {
    panel.told(t);
    $('state').textContent = `${$('name').textContent} ${t.sentence}`;
  },
  Refused(r) {
    $('state').textContent = `${r.what}: ${r.why}`;
  },
});
const panel = createPanel(live);

function begin(creature) {
  scene = createScene($('scene'), creature);
  if (!scene) {
    $('hint').textContent = 'This browser has no WebGL; the world cannot be drawn, all else works.';
    return;
  }
  const dark = matchMedia('(prefers-color-scheme: dark)'), paint = () => scene.setBackground(dark.matches ? [0.10, 0.13, 0.15] : [0.80, 0.84, 0.83]);
  dark.addEventListener('change', paint);
  paint();
  createHands($('scene'), $('hands'), scene, live);
  const gl = $('face').getContext('webgl', {antialias: false, preserveDrawingBuffer: true});
  drawFace = gl && faceDrawer(gl, creature);
  requestAnimationFrame(tick);
}

function tick() {
  scene.draw();
  if (dirty && drawFace) drawFace(last.view.face.numbers, 0.42, 1, $('face').width, $('face').height);
  dirty = false;
  requestAnimationFrame(tick);
}

createDrive($('stick'), live, state);
const pace = (extra = {}) => live.send('Pace', {speed: +$('speed').value, paused: state.paused, ...extra});
$('pause').onclick = () => pace({paused: !state.paused});
$('step').onclick = () => pace({paused: true, step: true});
$('speed').onchange = () => { pace(); $('speed').blur(); };
$('restart').onclick = () => live.send('Restart', {seed: state.seed + 1});
addEventListener('keydown', e => {
  if (e.key !== ' ' || /^(INPUT|SELECT|BUTTON|SUMMARY)$/.test(e.target.tagName)) return;
  e.preventDefault();
  pace({paused: !state.paused});
});
