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
import {createNeeds} from './needs.js';
import {createVoice} from './voice.js';
import {createTime} from './time.js';
import {createFace} from './face.js';
import {createFiles} from './files.js';
import {createScreen} from './screen.js';
import {createWho} from './who.js';
import {createWhy} from './why.js';
import {createMood} from './mood.js';
import {createMind} from './mind.js';
import {createMap} from './map.js';
import {createTries} from './tries.js';
import {createSight} from './sight.js';
import {createSettings} from './settings.js';
import {createPhotos} from './photos.js';
import {createTimer} from './timer.js';
import {createTray} from './tray.js';
import {createPhrases} from './phrases.js';
import {createConnect} from './connect.js';
import {createLifeos} from './lifeos.js';
import {createDen} from './den.js';
import {createBench} from './bench.js';
import {createDiary} from './diary.js';
import {createSkip} from './skip.js';
import {createTimeline} from './timeline.js';
import {createKeep} from './keep.js';
import {createActs} from './acts.js';
import {createViews} from './views.js';
import {nowOf} from './now.js';

const $ = id => document.getElementById(id);
// robot: the number of the one in hand; life: what it says of itself, null without a soul
const state = {head: 0, lift: 0.04, creature: '', robot: 0, soul: false, simulated: true, guest: false,
  frame: null, requests: [], life: null};
let scene = null, face = null, hands = null, told = null, shown = '', faced = 0, drawn = 0, begun = -1, welcomed = null,
  latest = null; // the frame that came last, whatever is looked at

const called = name => name.replace(/^./, c => c.toUpperCase());

function status(text, lost = false) {
  $('state').className = lost ? 'lost' : '';
  if ($('state').textContent !== text) $('state').textContent = text;
}

const live = connect({
  open() { status(''); for (const part of parts) part.open?.(); },
  lost() { begun = -1; status('the connection was lost; trying again…', true); document.body.classList.add('lost'); },
  Welcome(w) {
    document.body.classList.remove('lost');
    welcomed = w;
    state.frame = null;
    take(w.life === begun ? live.robot : 1);
    begun = w.life;
  },
  Frame(f) {
    if (f.robot !== state.robot) return; // of the one that was in hand before
    latest = f;
    for (const part of parts) part.now?.(f);
    if (!timeline.away()) look(f);
  },
  Told(t) { for (const part of parts) part.told?.(t); },
  Refused(r) {
    const told = {time_us: state.frame?.world.time_us ?? 0, kind: 'warning', robot: 0, sentence: `${r.what}: ${r.why}`};
    for (const part of parts) part.refused?.(r), part.told?.(told);
  },
  Picture(p) { camera.picture(p); },
  Sound(s) { voice.sound(s); },
  Screen(p) { screen.pixels(p); },
  MindTold(m) { panel.why(m); },
  Mind(m) { why.mind(m); mind.mind(m); timer.mind(m); },
  MoodPast(m) { mood.past(m); },
  Mood(m) { mood.mood(m); },
  Map(m) { known.map(m); },
  Beliefs(m) { known.beliefs(m); },
  Sight(m) { sight.sight(m); },
  Clients(m) { programs.clients(m); settings.clients(m); },
  Pose(m) { lifeos.pose(m); },
  Doing(m) { lifeos.doing(m), den.doing(m); },
  Properties(m) { lifeos.properties(m); },
  Sensors(m) { lifeos.sensors(m); },
  LogLines(m) { lifeos.log(m); },
  Said(m) { lifeos.said(m); },
  ClipList(l) { clips.list(l); },
  ClipPreview(p) { live.preview(p); },
  Diary(m) { diary.diary(m); },
  Actions(m) { acts.actions(m); },
  Percepts(m) { acts.percepts(m); },
  Skipping(m) { skip.skipping(m); },
  Timeline(m) { timeline.timeline(m); },
  Settings(m) { settings.settings(m); },
  KnobList(l) { settings.knobs(l); },
  Photos(m) { photos.photos(m); },
  PhotoShown(m) { photos.shown(m); },
  Glances(g) { who.glances(g); },
  PhraseList(l) { phrases.list(l); },
  Scenario(s) { files.save(s); },
});
const panel = createPanel(state), clips = createClips(live), camera = createCamera(live), screen = createScreen(live),
  voice = createVoice(live),
  phrases = createPhrases(live, state, words => panel.note('hand', state.frame?.world.time_us ?? 0, words)),
  files = createFiles(live), why = createWhy(live, state), sight = createSight(live, state),
  programs = createConnect(live, state), mood = createMood(live, state), mind = createMind(live, state),
  known = createMap(live, state), lifeos = createLifeos(live, state, why), den = createDen(live, state);
const acts = createActs(live, state), diary = createDiary(live, state),
  skip = createSkip(live, diary), keep = createKeep(live, state, () => scene);
const timeline = createTimeline(live, state, past => look({...latest, ...past}));
const photos = createPhotos(live, state), timer = createTimer(live, state);
const settings = createSettings(live, state), who = createWho(live, state);
const parts = [timeline, keep, skip, diary, acts, settings, photos, timer, who, createTray(live, state), why, mood,
  mind, known, lifeos, den, createTime(live), panel, createEyes(live), clips, camera, voice, phrases, screen,
  createNeeds(live, state), createTries(live, state), sight, programs];
createBench(() => {});
parts.push(createDrive($('stick'), live, state));

// A frame is looked at: that of now, or one of a moment that was.
function look(f) {
  f.lives = Object.fromEntries([...f.faces.map(o => [o.robot, {face: o.face}]), [f.robot, f.view]]);
  state.frame = f;
  const robot = f.world.robots.find(r => r.number === state.robot) ?? f.world.robots[0];
  state.life = state.soul ? f.view : null;
  state.guest = f.guests.includes(robot?.number);
  if (state.life) state.head = state.life.head_rad, state.lift = state.life.lift_m;
  scene?.show(f);
  hands?.frame(f);
  for (const part of parts) part.frame?.(f), part.life?.(state.life, robot, state.guest);
}

// One of the robots is in hand: all that this page has is of that one. A welcome tells of the first; what is
// another's stands in the list.
function take(number) {
  const its = welcomed.robots.find(r => r.number === number) ?? welcomed.robots[0], w = {...welcomed, ...its};
  const another = begun !== welcomed.life, language = welcomed.languages.find(l => l.name === its.speaks);
  if (language) w.requests = language.requests;
  live.robot = w.number ?? 1;
  $('name').textContent = called(w.name);
  document.title = `${called(w.name)} · Critter`;
  Object.assign(state, {soul: w.soul, simulated: w.simulated, robot: live.robot, life: null, requests: w.requests});
  live.does = '';
  document.body.classList.toggle('mindless', !w.soul); // nobody to drive, no face, no clips
  document.body.classList.toggle('faceless', !w.requests?.includes('ShowPicture')); // a Pleo has no display
  document.body.classList.toggle('undriven', !w.requests?.includes('Drive')); // nor a wheel
  document.body.classList.toggle('real', !w.simulated); // our hands do not reach a real robot
  if (state.creature !== w.creature) begin(w.creature);
  if (another) scene.begin(w.floor_m), hands.offer(null);
  scene.follow?.(state.robot);
  for (const part of parts) part.welcome?.(w);
}
state.take = take;

// The world is one canvas whoever lives in it; another creature has another display.
function begin(creature) {
  state.creature = creature;
  const old = $('face');
  old.replaceWith(old.cloneNode(false));
  face = createFace($('face'), creature);
  shown = '';
  if (scene) return;
  scene = createScene($('scene'), face.slow) || flat();
  $('world').classList.toggle('flat', !!scene.flat);
  $('hint').textContent = scene.flat ?
    'A plan, because this browser has no WebGL. Drag to move it, pinch or wheel to zoom; ' +
    'drag things to carry them; tap anything to take it in hand.'
    : 'Drag to turn, pinch or wheel to zoom. Drag things; tap one to take it in hand.';
  paint();
  $('views').hidden = !!scene.flat;
  createViews(mode => scene.from?.(mode));
  hands = createHands($('scene'), scene, live, state);
  for (const touch of ['pointerdown', 'wheel', 'keydown']) $('scene').addEventListener(touch,
    () => { $('hint').hidden = true; }, {once: true, passive: true}); // it is known now
}
function flat() { // a canvas that was asked for WebGL once may give nothing else
  const old = $('scene');
  old.replaceWith(old.cloneNode(false));
  return createPlan($('scene'));
}

// On a phone the face is small, over the world, which stays in sight.
const narrow = matchMedia('(max-width: 900px)'), place = () => narrow.matches ? $('stage').append($('display')) :
  document.querySelector('aside').prepend($('display'));
narrow.addEventListener('change', place);
place();

const LIGHT = {wall: [.93, .90, .84], board: [1, .99, .96], floor: [.80, .74, .67], window: [.80, .90, .97],
  edge: [.03, .48, .36]};
const DARK = {wall: [.37, .40, .46], board: [.47, .49, .54], floor: [.36, .34, .33], window: [.20, .29, .42],
  edge: [.21, .88, .66]};
const dark = matchMedia('(prefers-color-scheme: dark)'), paint = () => scene?.setPaint(dark.matches ? DARK : LIGHT);
dark.addEventListener('change', paint);

// What is only looked at waits for the next drawing: the line may bring more than the screen shows, and a page nobody
// sees draws nothing.
function draw() {
  if (state.frame && scene) {
    const robot = state.frame.world.robots.find(r => r.number === state.robot) ?? state.frame.world.robots[0];
    if (state.frame !== told) {
      const now = nowOf(robot, state.life, state.guest);
      if (!now.lost && live.does && !timeline.away()) now.words = live.does; // its mind knows best
      for (const part of parts) part.show?.(state.frame, robot, state.life, now.words);
      if (live.open) status(now.words && `${called(robot.name)} ${now.words}`, now.lost);
    }
    told = state.frame;
    camera.paint();
    if (keep.saving()) return void requestAnimationFrame(draw); // it draws for itself
    if (screen.paint()) scene.setGlass?.(screen.canvas);
    scene.draw();
    const now = state.life?.face, key = now && `${now.number} ${now.hue} ${now.saturation}`;
    const slowly = scene.flat && performance.now() < faced + 50; // dot by dot takes its time
    if (face && now && key !== shown && !slowly) face(now), shown = key, faced = performance.now();
    drawn++;
  }
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);

// For the curious at the browser's console, and for tests: where things are on the canvas, and what came last.
window.critter = {live, state, where: name => scene?.where(name), pick: (x, y) => scene?.pick(x, y),
  flat: () => !!scene?.flat, drawn: () => drawn};
