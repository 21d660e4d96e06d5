// The page in a real browser: looked at, touched, driven and left alone.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {firstUse} from './first_use.mjs';
import {time} from './time.mjs';
import {lane, run, note, ok, equal} from './tap.mjs';
import {start, launch, open, PATIENCE_MS} from './viewer.mjs';

const {chromium} = createRequire(`${process.env.MODULES}/`)('playwright-core');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  timeout: 4 * PATIENCE_MS,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    // few processes, and no code made faster that runs for seconds only
    '--in-process-gpu', '--renderer-process-limit=1', '--js-flags=--no-opt'],
});
// A life of one's own for each lane, and a page that looks at it.
const lives = [];
function life(words = ['vector'], looks = {}) {
  const own = {critter: null, page: null, words};
  lives.push(own);
  own.begin = async () => own.critter ??= await start({words, more: ['--no-browser']});
  own.home = async () => own.page ??= await open(browser, (await own.begin()).url, looks);
  own.open = async options => open(browser, (await own.begin()).url, options);
  return own;
}
const touched = life(), driven = life(['vector'], {plain: true}), shown = life(['vector'], {plain: true}),
  begun = life(['cozmo'], {camera: true});
const touch = lane('touch'), wheel = lane('wheel'), show = lane('show'), whole = lane('whole');
const asked = (v, name) => v.sent.filter(m => name in m);
const speed = f => (Math.abs(f.view.left_mps) + Math.abs(f.view.right_mps)) / 2;
const thing = (f, name) => f.world.things.find(t => t.name === name);
const place = async (v, name) => (await v.page.waitForFunction(n => window.critter.where(n), name,
  {timeout: PATIENCE_MS}), v.page.evaluate(n => {
    const box = document.getElementById('scene').getBoundingClientRect(), at = window.critter.where(n);
      return [box.x + at[0], box.y + at[1]]; }, name));
// Presses the mouse on a thing. The picture follows a robot that lives: what was under the pointer may not be there
// any more, and then it is tried again.
async function grip(v, name) {
  for (let tries = 20; tries; tries--) {
    const [x, y] = await place(v, name);
    await v.page.mouse.move(x, y);
    await v.page.mouse.down();
    const held = await v.page.evaluate(([x, y]) => {
      const scene = document.getElementById('scene'), box = scene.getBoundingClientRect();
      return scene.classList.contains('holding') && window.critter.pick(x - box.x, y - box.y)?.name;
    }, [x, y]);
    if (held === name) return [x, y];
    await v.page.mouse.up();
  }
  throw new Error(`${name} could not be taken`);
}
// Takes a thing by the mouse, moves it by so many pixels, and lets go once the condition holds.
async function drag(v, name, right, down, meanwhile) {
  const [x, y] = await grip(v, name);
  await v.page.mouse.move(x + right / 3, y + down / 3, {steps: 4});
  await v.page.mouse.move(x + right, y + down, {steps: 6});
  await meanwhile?.(x + right, y + down);
  await v.page.mouse.move(x + right + 1, y + down);
  await v.page.mouse.up();
}
const face = v => v.page.evaluate(() => document.getElementById('face').toDataURL());
async function tap(v, name) {
  for (let tries = 20; tries; tries--) { // as for grip
    await v.page.mouse.click(...await place(v, name));
    const held = await v.page.evaluate(() => document.querySelector('#hands:not([hidden]) strong')?.textContent);
    if (held === name) return;
  }
  throw new Error(`${name} could not be tapped`);
}
const deed = (v, text) => v.page.locator('#hands').getByRole('button', {name: text, exact: true}).click();

touch('the page loads and shows a creature', async () => {
  let bytes = 0, files = 0;
  const since = Date.now();
  const v = touched.page = await touched.open({camera: true, prepare: async page => {
    page.on('response', r => { if (!r.url().startsWith('blob:')) bytes += +r.headers()['content-length'], files++; });
      // not the camera's pictures
  }});
  await v.page.waitForFunction(() => window.critter.drawn(), null, {timeout: PATIENCE_MS});
  const drawn = Date.now() - since;
  note(`${drawn} ms from the start of the program to the first frame drawn, ${files} files, ${bytes} bytes`);
  equal(v.welcome.creature, 'vector', 'the creature');
  equal(await v.page.textContent('h1'), 'Vector', 'its name');
  equal(await v.page.title(), 'Vector · Critter', 'the title');
  ok(bytes < 125000, `${bytes} bytes were loaded; the promise is less than 125000`);
  equal(await v.page.evaluate(() => window.critter.flat()), false, 'drawn without WebGL');
  await v.until('a picture of the camera', () => v.binary.length > 0);
  await v.page.waitForFunction(() => document.getElementById('picture').naturalWidth === 320, null,
    {timeout: PATIENCE_MS});
  ok(/%/.test(await v.page.textContent('#facts')), 'the battery is told');
  await v.camera(false);
  await v.page.waitForFunction(() => /woke up/.test(document.getElementById('events').textContent), null,
    {timeout: PATIENCE_MS});
  equal(v.errors.join('; '), '', 'errors of the page');
});

touch('frames come, and the face changes by itself', async () => {
  const v = await touched.home(), number = v.frame.number, eyes = v.frame.view.face.number, before = await face(v);
  await v.until('ten more frames', () => v.frame.number > number + 10);
  await v.until('the eyes have moved', () => v.frame.view.face.number > eyes);
  await v.page.waitForFunction(old => document.getElementById('face').toDataURL() !== old, before,
    {timeout: PATIENCE_MS});
});

touch('a stroke is felt and answered', async () => {
  const v = await touched.home();
  await tap(v, 'vector');
  await deed(v, 'Stroke');
  await v.until('it says so', () => v.told.includes('is being petted'));
  await v.until('a clip answers', () => v.frame.view.clip.tag && v.frame.view.clip.trigger === 'ReactToPetting');
  const name = v.frame.view.clip.name;
  await v.page.waitForFunction(n => [...document.querySelectorAll('#events li')].some(e =>
    e.title === `${n}, for ReactToPetting` && /is stroked|liked/.test(e.textContent)), name, {timeout: PATIENCE_MS});
});

touch('what is picked up tells so and is put down again', async () => {
  const v = await touched.home(), ground = v.frame.world.robots[0].at_m[2];
  if (!await v.page.locator('#hands').isVisible()) await tap(v, 'vector');
  await deed(v, 'Pick up');
  await v.until('it hangs in the air', () => v.frame.world.robots[0].at_m[2] > ground + 0.1);
  await v.until('it says so', () => v.told.includes('was picked up'));
  ok(v.told.some(t => /^plays .*, for (ReactToPickup|ReactToHeld)/.test(t)) ||
    await v.until('a clip answers', () => v.told.some(t => /for (ReactToPickup|ReactToHeld)/.test(t))), 'an answer');
  await deed(v, 'Put down');
  await v.until('it stands again', () => v.told.includes('was put down') &&
    v.frame.world.robots[0].at_m[2] < ground + 0.01);
});

touch('a dragged cube moves, and stays where it was put', async () => {
  const v = await touched.home(), old = thing(v.frame, 'cube').at_m;
  // Not far: how many millimetres a pixel is, depends on where the robot went, and the table ends.
  await drag(v, 'cube', 20, -8, () => v.until('it hangs in a hand', () => thing(v.frame, 'cube').at_m[2] > 0.03));
  await v.until('the cube is elsewhere, on the table',
    () => { const at = thing(v.frame, 'cube').at_m; return Math.hypot(at[0] - old[0], at[1] - old[1]) > 0.02 &&
      Math.abs(at[2]) < 0.003; });
  ok(asked(v, 'Carry').length >= 2, 'it was carried in steps');
  ok(v.told.includes('a hand carries cube') && v.told.includes('a hand puts cube down'), 'that was told');
});

touch('a dragged robot is lifted, feels it, and is put down', async () => {
  const v = await touched.home();
  await v.page.evaluate(() => window.critter.live.send('Restart', {seed: 7})); // where it goes nothing lies about
  await v.until('a new life begins', () => v.welcome.seed === 7 && v.frame.view.tick < 300);
  const told = v.told.length, since = () => v.told.slice(told), robot = () => v.frame.world.robots[0].at_m;
  const between = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const from = robot(); // it moves by itself, so what the hand does is measured while it holds it
  let lifted, held;
  await drag(v, 'vector', -40, -10, async (x, y) => {
    await v.until('it feels that it was picked up', () => since().includes('was picked up'));
    for (let i = 0; i < 12; i++) { // a hand that stays where it is, as far as a hand can
      if (i === 6) lifted = robot(); // by now it has come to where the hand is
      const seen = v.frame.number;
      await v.page.mouse.move(x + i % 2, y);
      await v.until('it is drawn', () => v.frame.number > seen + 3);
    }
    held = robot();
  });
  await v.until('it feels that it was put down', () => since().includes('was put down'));
  await v.until('a clip answers', () => since().some(t => /for ReactTo(Pickup|Held)/.test(t)));
  ok(between(from, held) > 0.02, `the hand took it along: ${between(from, held)} m`);
  ok(between(lifted, held) < 0.1,
    `it is where the hand is, not carried on and on by a view that follows it: ${between(lifted, held)} m`);
  equal(v.refused.join('; '), '', 'what was refused');
});

wheel('driving moves it, and letting go stops it', async () => {
  const v = await driven.home();
  await v.page.locator('#scene').focus();
  await v.page.keyboard.down('s');
  await v.until('it drives', () => speed(v.frame) > 0.05);
  const before = asked(v, 'Drive').length;
  await v.until('the driver keeps talking', () => asked(v, 'Drive').length > before + 2);
  const wheels = () => asked(v, 'Drive').findLast(m => m.Drive.left_mps)?.Drive.left_mps;
  for (const [key, mps] of [['Shift', -.21], ['Alt', -.042]]) {
    await v.page.keyboard.down(key);
    await v.until(`it is asked for ${mps} m/s with ${key}`, () => Math.abs(wheels() - mps) < 1e-6);
    await v.page.keyboard.up(key);
    await v.until('and for as much as before', () => Math.abs(wheels() + .12) < 1e-6);
  }
  await v.page.keyboard.up('s');
  await v.until('it stands', () => speed(v.frame) < 0.005);
  // on a slow machine the program stops it first
  await v.until('the last word is to stand', () => asked(v, 'Drive').at(-1).Drive.left_mps === 0);
});

// The keys come with the welcome, from the table that a console has, too (tests/cozmo/test_commands.c).
wheel('each key pushes what the table of keys says', async () => {
  const v = await driven.home(), last = name => asked(v, name).at(-1)?.[name], wheels = () => last('Drive');
  const ahead = () => Math.sign(wheels().left_mps + wheels().right_mps),
    left = () => Math.sign(wheels().right_mps - wheels().left_mps);
  const ends = {head: ['Head', 'angle_rad', -.38, .77], lift: ['Lift', 'height_m', .032, .092]};
  const pushes = k => k.stops ? asked(v, 'Stop').length > 0 : k.ahead ? ahead() === k.ahead : k.left ?
    left() === k.left : Object.entries(ends).every(([what, [name, field, low, high]]) => !k[what] ||
      Math.abs(last(name)?.[field] - (k[what] > 0 ? high : low)) < 1e-6);
  equal(v.welcome.keys.length, 13, 'keys that drive');
  await v.page.locator('#scene').focus();
  for (const k of v.welcome.keys) {
    const key = k.key.replace(/^arrow(.)/, (_, c) => `Arrow${c.toUpperCase()}`);
    await v.page.keyboard.down(key);
    await v.until(`${key} pushes what it says: ${JSON.stringify(k)}`, () => pushes(k));
    await v.page.keyboard.up(key);
  }
  const letters = what => v.welcome.keys.filter(k => k[what]).map(k => k.key.toUpperCase()).join(' ');
  for (const what of ['head', 'lift', 'stops'])
    ok((await v.page.textContent('footer')).includes(`${letters(what)} ${what}`), `the words of ${what}`);
});

wheel('a page that is left stops driving', async () => {
  const v = await driven.home();
  await v.page.keyboard.down('w');
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await v.page.evaluate(() => dispatchEvent(new Event('blur')));
  await v.until('it stands', () => speed(v.frame) < 0.005);
  await v.page.keyboard.up('w');
});

wheel('a driver whose line breaks lets it stop', async () => {
  const v = await driven.home(), other = await driven.open({plain: true});
  await other.page.locator('#scene').focus();
  await other.page.keyboard.down('s');
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await other.close(); // the key is never let go
  await v.until('it stands', () => speed(v.frame) < 0.005);
});

wheel('a gamepad drives', async () => {
  const v = await driven.home();
  await v.page.evaluate(() => { window.axes = [0, 0, 0, 0];
    navigator.getGamepads = () => [{axes: window.axes, buttons: []}]; window.axes[1] = -1; });
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await v.page.evaluate(() => { window.axes[1] = 0; });
  await v.until('it stands', () => speed(v.frame) < 0.005);
  await v.page.evaluate(() => { navigator.getGamepads = () => []; });
});

wheel('what is chosen plays, and the face changes', async () => {
  const v = await driven.home();
  await v.page.waitForFunction(() => document.getElementById('names').ariaBusy === 'false' &&
    document.querySelectorAll('#names button').length > 20, null, {timeout: PATIENCE_MS});
  ok(await v.page.locator('#names summary').count() >= 8, 'clips stand in groups');
  equal(await v.page.evaluate(() => [...document.querySelectorAll('#names button')]
    .filter(b => /_|anim/.test(b.textContent)).length), 0, 'file names among the names');
  await v.page.fill('#search', 'happy');
  const button = v.page.locator('#names button:not(.any)', {hasText: 'Happy'}).first(),
    name = await button.getAttribute('title');
  ok(/^anim_.*happy/.test(name), `${name} was found for "happy"`);
  ok(await v.page.locator('#names button.any').count() > 0, 'no trigger is among them');
  const calm = await face(v);
  await button.hover();
  await v.page.waitForFunction(() => document.querySelectorAll('#strip canvas').length === 6, null,
    {timeout: PATIENCE_MS});
  ok(await v.page.evaluate(() =>
    new Set([...document.querySelectorAll('#strip canvas')].map(c => c.toDataURL())).size > 1),
    'the strip has different faces');
  await button.click();
  await v.until('it plays', () => v.frame.view.clip.name === name && !v.frame.view.clip.trigger);
  await v.page.waitForFunction(() => /happy/i.test(document.getElementById('playing').textContent), null,
    {timeout: PATIENCE_MS});
  await v.page.waitForFunction(old => document.getElementById('face').toDataURL() !== old, calm,
    {timeout: PATIENCE_MS});
  await v.page.locator('#silence').click();
  await v.until('it stops', () => v.frame.view.clip.name !== name);
  await v.page.locator('#pin').click();
  await button.click(); // it is pinned, and not played
  const plays = () => asked(v, 'PlayClip').filter(m => m.PlayClip.clip === name).length;
  await v.page.locator('#pins').getByRole('button', {name: /^1 /}).waitFor({timeout: PATIENCE_MS});
  equal(plays(), 1, 'how often it was played');
  await v.page.keyboard.press('1');
  await v.until('the key plays it', () => plays() === 2);
  equal(await v.page.evaluate(() => localStorage.getItem('critter-pins-vector')), JSON.stringify([name]),
    'what is kept');
  await v.page.locator('#pins').getByRole('button', {name: /^unpin/}).click();
  await v.page.locator('#pins').waitFor({state: 'hidden', timeout: PATIENCE_MS}); // the only one was taken away
  const refused = v.refused.length;
  await v.page.evaluate(() => { window.critter.live.send('StopClip'); window.critter.live.send('StopClip'); });
  await v.page.locator('#names button.any').first().click();
  await v.until('a trigger plays one of its clips', () => v.frame.view.clip.trigger &&
    v.frame.view.clip.trigger !== 'Idle');
  equal(v.refused.slice(refused).join('; '), '', 'to stop what does not play is no error');
  await v.page.locator('#silence').click(); // some of them are long, and a clip moves the eyes itself
  await v.page.fill('#search', '');
  const before = await face(v);
  await v.page.locator('#expressions').getByRole('button', {name: 'angry', exact: true}).click();
  await v.until('the eyes have another shape', () => v.frame.view.face.numbers[14 + 5] !== 0);
  await v.until('that is told', () => v.told.includes('looks angry'));
  await v.page.waitForFunction(old => document.getElementById('face').toDataURL() !== old, before,
    {timeout: PATIENCE_MS});
});

wheel('the owner chooses the colour of the eyes', async () => {
  const v = await driven.home(), hue = v.frame.view.face.hue;
  equal(await v.page.locator('#colours button').count(), 7, 'colours');
  await v.page.getByRole('button', {name: 'eyes: False positive purple'}).click();
  await v.until('the eyes have it', () => Math.abs(v.frame.view.face.hue - 0.83) < 0.01);
  ok(Math.abs(hue - 0.83) > 0.01, 'it was another one before');
  await v.page.getByRole('button', {name: 'eyes: Tip over teal'}).click();
  await v.until('and the first one again', () => Math.abs(v.frame.view.face.hue - hue) < 0.01);
});

wheel('typed words are said, and heard by who wants to hear', async () => {
  const v = await driven.home(), sounds = () => v.binary.filter(b => b[0] === 6);
  equal(sounds().length, 0, 'sounds before anybody asked to hear');
  await v.page.fill('#words', 'hello there');
  await v.page.getByRole('button', {name: 'Say it'}).click();
  await v.until('something loud is heard',
    () => sounds().some(b => { for (let i = 17; i + 1 < b.length;
      i += 2) if (Math.abs(b.readInt16LE(i)) > 1000) return true; return false; }));
  equal(await v.page.getAttribute('#hear', 'aria-pressed'), 'true', 'the button that hears');
  await v.page.locator('#hear').click();
  await v.until('the page asked for silence', () => asked(v, 'Watch').at(-1).Watch.sound === false);
});

wheel('sliders move the eyes of the robot', async () => {
  const v = await driven.home();
  await v.page.locator('#eyes > summary').click();
  const slider = v.page.getByRole('slider', {name: 'Whole face: Turned'});
  equal(await v.page.locator('#sliders').getByRole('slider').count(), 55, 'sliders, one for each number of the face');
  await slider.fill('20.25');
  await v.until('the face is turned', () => Math.abs(v.frame.view.face.numbers[4] - 20.25) < 0.01);
  await v.page.getByRole('slider', {name: 'Left eye: Height'}).fill('0.6');
  await v.until('both eyes are low', () => Math.abs(v.frame.view.face.numbers[5 + 3] - 0.6) < 0.02 &&
    Math.abs(v.frame.view.face.numbers[30 + 3] - 0.6) < 0.02);
  await v.page.locator('#sliders').getByRole('button', {name: 'Let go'}).click();
  const turned = () => Math.abs(v.frame.view.face.numbers[4]) > 15, let_go = v.frame.view.tick;
  await v.until('the face is its own again', () => !turned());
  await v.until('some time goes by', () => v.frame.view.tick > let_go + 30);
  ok(!turned(), 'it stays its own');
  await v.page.locator('#eyes > summary').click();
});

touch('everything can be done by keys alone', async () => {
  const v = await touched.home(), cube = thing(v.frame, 'cube').at_m[0];
  await v.page.locator('#things').getByRole('button', {name: 'cube', exact: true}).focus();
  await v.page.keyboard.press('Enter');
  await v.page.locator('#hands').getByRole('button', {name: 'Tap', exact: true}).focus();
  await v.page.keyboard.press('Enter');
  await v.until('the tap was sent', () => asked(v, 'Tap').length === 1);
  await v.page.locator('#scene').focus();
  await v.page.keyboard.press('Shift+ArrowUp');
  await v.until('the cube was nudged', () => thing(v.frame, 'cube').at_m[0] > cube + 0.01);
  await v.page.keyboard.press('Escape');
  equal(await v.page.locator('#hands').isVisible(), false, 'the toolbar after Escape');
});

touch('the room: light, clap, obstacles, and things on the table', async () => {
  const v = await touched.home(), refused = v.refused.length,
    room = name => v.page.locator('#air').getByRole('button', {name, exact: true}).click();
  await room('Light off');
  await v.until('it is dark', () => v.frame.world.lux < 5);
  await room('Light on');
  await v.until('it is light', () => v.frame.world.lux > 200);
  await room('Clap');
  await v.until('the clap was heard', () => v.told.includes('heard a loud noise'));
  await v.page.waitForFunction(() => window.critter.drawn(), null, {timeout: PATIENCE_MS});
  const ground = await v.page.evaluate(() => { // the table or the floor: both can be tapped
    const b = document.getElementById('scene').getBoundingClientRect();
    for (let y = b.height - 8; y > 0; y -= 16) for (let x = 8; x < b.width;
      x += 16) if (/TABLE|FLOOR/.test(window.critter.pick(x, y)?.kind)) return [b.x + x, b.y + y];
    return null;
  });
  await v.page.mouse.click(...ground);
  await v.page.locator('#hands').getByRole('button', {name: 'Box here'}).waitFor({timeout: PATIENCE_MS});
  const before = v.frame.world.things.length;
  await room('Drop a box');
  await v.until('there is one thing more', () => v.frame.world.things.length === before + 1);
  const box = v.frame.world.things.at(-1).name;
  await v.page.locator('#things').getByRole('button', {name: box, exact: true}).click();
  await deed(v, 'Take away');
  await v.until('it is gone', () => v.frame.world.things.length === before);
  // The tray: each thing stands where there is room before it; somebody comes, walks, is sad, speaks and goes.
  const person = () => v.frame.world.people.find(p => p.name === 'Guest'), robot = () => v.frame.world.robots[0];
  await room('Put there…');
  const put = name => v.page.locator('#tray-list').getByRole('button', {name, exact: true}).click();
  for (const [i, name] of ['Ramp', 'Wall', 'Can', 'Ball', 'Cube'].entries()) {
    await put(name);
    const words = name.toLowerCase(), mine = t => t.name.startsWith(words);
    await v.until(`a ${words} stands there`, () => v.frame.world.things.length === before + i + 1);
    const from = t => Math.hypot(t.at_m[0] - robot().at_m[0], t.at_m[1] - robot().at_m[1]),
      far = Math.min(...v.frame.world.things.filter(mine).map(from));
    ok(far > .05 && far < .8, `the ${words} is ${far} m from it`);
  }
  await put('Somebody');
  await v.until('somebody comes', person);
  await v.page.locator('#things').getByRole('button', {name: 'Guest', exact: true}).click();
  const turn = person().heading_rad;
  await deed(v, 'Turn left');
  await v.until('they turn', () => Math.abs(Math.sin(person().heading_rad - turn)) > .5);
  await deed(v, 'Be sad');
  await v.until('they are sad', () => person().expression === 'SAD');
  await v.page.locator('#hands .speech input').fill('<b>hey vector</b>');
  await v.page.keyboard.press('Enter');
  await v.until('they speak', () => person().words === '<b>hey vector</b>');
  await v.page.waitForFunction(() => [...document.querySelectorAll('#events li')].some(e =>
    e.textContent.includes('Guest says: <b>hey vector</b>') && !e.querySelector('b')), null, {timeout: PATIENCE_MS});
  await deed(v, 'Take away');
  await v.until('they are gone', () => !person());
  await room('Music');
  await v.page.locator('#tempo').fill('90');
  await v.page.locator('#tempo').dispatchEvent('change');
  await v.until('the tempo is told', () => asked(v, 'world.Sound').at(-1)?.['world.Sound'].tempo_bpm === 90);
  await room('Music');
  await v.until('it is told to be quiet', () => asked(v, 'Quiet').length >= 2);
  equal(v.refused.slice(refused).join('; '), '', 'what was refused');
});

// By the clock on the wall: a world that runs slowly hurries to let it stand.
wheel('slow motion does not make letting go slow', async () => {
  const v = await driven.home();
  while (v.frame.speed > 0.11) { const was = v.frame.speed;
    await v.page.getByRole('button', {name: 'slower'}).click();
      await v.until('it is slower', () => v.frame.speed < was); }
  let lived = Infinity;
  for (let tries = 5; tries && lived >= 300; tries--) { // where the browser itself stands still, the key comes up late
    await v.page.locator('#scene').focus();
    await v.page.keyboard.down('w');
    await v.until('it drives', () => speed(v.frame) > 0.03);
    const world = v.frame.world.time_us, since = performance.now();
    await v.page.keyboard.up('w');
    await v.until('it stands', () => speed(v.frame) < 0.005);
    lived = (v.frame.world.time_us - world) / 1000;
    note(`it stood after ${Math.round(performance.now() - since)} ms on the wall, ${Math.round(lived)} ms of its own`);
  }
  ok(lived < 300, `it needed ${lived} ms of its own`);
  await v.until('it is as slow as before', () => v.frame.speed < 0.11);
  await v.page.evaluate(() => window.critter.live.send('Pace', {speed: 1}));
  await v.until('it is as before', () => v.frame.speed === 1);
});

wheel('time: pause, step, slower, faster', async () => {
  const v = await driven.home();
  await v.page.getByRole('button', {name: 'Pause'}).click();
  await v.until('it is paused', () => v.frame.paused);
  const stood = v.frame.view.tick;
  await v.page.getByRole('button', {name: 'Step'}).click();
  await v.until('one tick went by', () => v.frame.view.tick === stood + 1);
  await v.page.getByRole('button', {name: 'Go on'}).click();
  await v.until('it goes on', () => !v.frame.paused && v.frame.view.tick > stood + 3);
  await v.page.getByRole('button', {name: 'faster'}).click();
  await v.until('it is faster', () => v.frame.speed === 2);
  await v.page.getByRole('button', {name: 'slower'}).click();
  await v.until('it is as before', () => v.frame.speed === 1);
});

touch('two viewers see one life', async () => {
  const v = await touched.home(), other = await touched.open({viewport: {width: 500, height: 500}, plain: true});
  await v.until('both are counted', () => v.frame.viewers === 2);
  const told = v.told.length, there = other.told.length;
  await other.page.locator('#things').getByRole('button', {name: 'vector', exact: true}).click();
  await deed(other, 'Press button');
  await v.until('the first one hears what the second one did',
    () => v.told.slice(told).includes('had its button pressed'));
  await other.until('and so does the second', () => other.told.slice(there).includes('had its button pressed'));
  await other.close();
  await v.until('one is left', () => v.frame.viewers === 1);
});

wheel('what it is asked to show is on its display', async () => {
  const v = await driven.home(), hidden = id => v.page.evaluate(i => document.getElementById(i).hidden, id);
  const choose = words => v.page.locator('#showing').selectOption(words);
  await choose('snow, -12 degrees');
  await v.until('the robot shows it', () => v.frame.view.screen.shows === 'PICTURES' &&
    v.frame.view.screen.layers.length === 5);
  await v.page.waitForFunction(() => !document.getElementById('glass').hidden, null, {timeout: PATIENCE_MS});
  const lit = () => v.page.evaluate(() => {
    const c = document.getElementById('glass'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
    let n = 0;
    for (let i = 0; i < d.length; i += 4) n += d[i] + d[i + 1] + d[i + 2] > 60;
    return n;
  });
  ok(await lit() > 1500, 'digits and snow are there');
  ok(await hidden('face'), 'the eyes are away');
  await choose('fault 915');
  await v.until('the fault is shown', () => v.frame.view.screen.shows === 'FAULT');
  await choose('only the eyes');
  await v.page.waitForFunction(() => document.getElementById('glass').hidden &&
    !document.getElementById('face').hidden, null, {timeout: PATIENCE_MS});
});

show('every hand is felt and answered', async () => {
  const v = await shown.home();
  if (!await v.page.locator('#hands').isVisible()) await v.page.locator('#things').getByRole('button',
    {name: 'vector', exact: true}).click();
  // which button, what it feels, what answers: a hand that turns a body over shakes it, lets it fall and land, and
  // that may be more urgent
  const ROWS = [['Press button', 'had its button pressed', /ReactToButton/], ['Poke', 'was poked', /ReactToPoke/],
    ['Hold in palm', 'is held in a hand', /ReactTo(Held|Pickup)/],
    ['Shake', 'is being shaken', /ReactToShaken/], ['Put down', 'was put down', /ReactToPutDown/],
      ['Tip over', 'fell over', /for ReactTo(FallenOver|Shaken|Falling|Landing)$/],
    ['Set upright', 'stands on its treads again', /for ReactTo(StandsAgain|Held|PutDown|Shaken|Falling|Landing)$/]];
  await v.page.evaluate(() => window.critter.live.send('Pace', {speed: 15}));
  let fell = 0; // it may have got up by itself before it is helped
  for (const [button, felt, answer] of ROWS) {
    const told = button === 'Set upright' ? fell : v.told.length,
      answered = () => v.told.slice(told).some(t => answer.test(t));
    // In the middle of something it may have no time to answer: then it is done once more. Only that none of so many
    // is answered says something; how often it has better things to do is a matter of chance.
    for (let again = 0; !again || (again < 12 && !answered()); again++) {
      const number = v.frame.number; // what is felt does not cut short an answer to something more urgent
      await v.until('it only idles', () => v.frame.number > number + 1 &&
        (!v.frame.view.clip.tag || /^(Idle|ReactToHeld)?$/.test(v.frame.view.clip.trigger)));
      const before = button === 'Set upright' ? fell : v.told.length;
      fell = v.told.length;
      await deed(v, button);
      await v.until(`after "${button}" it ${felt}`, () => v.told.slice(before).includes(felt));
      const since = v.frame.world.time_us;
      await v.until(`a clip answers "${button}"`, () => answered() ||
        (again < 11 && v.frame.world.time_us > since + 15e6));
    }
  }
  await v.until('it stands', () => v.frame.world.robots[0].at_m[2] < 0.003 && !v.frame.world.robots[0].held);
  await v.page.evaluate(() => window.critter.live.send('Pace', {speed: 1}));
});

show('another seed, another world, another creature', async () => {
  const v = await shown.home();
  await v.page.getByRole('button', {name: 'World…'}).click();
  await v.page.fill('#seed', '77');
  await v.page.getByRole('button', {name: 'Begin anew', exact: true}).click();
  await v.until('a life with seed 77 began', () => v.welcome.seed === 77 && v.frame.view.tick < 300);
  await v.page.getByRole('button', {name: 'World…'}).click();
  await v.page.selectOption('#scenario', 'living-room');
  await v.page.selectOption('#creature', 'cozmo');
  await v.page.getByRole('button', {name: 'Begin anew', exact: true}).click();
  await v.until('Cozmo lives in another world', () => v.welcome.creature === 'cozmo' &&
    /living-room/.test(v.welcome.scenario) && v.frame.world.robots[0].creature === 'cozmo' &&
      v.frame.world.robots[0].name === 'cozmo');
  await v.page.getByRole('button', {name: 'World…'}).click();
  await v.page.selectOption('#scenario', 'tabletop');
  await v.page.selectOption('#creature', 'vector');
  await v.page.getByRole('button', {name: 'Begin anew', exact: true}).click();
  await v.until('Vector is back', () => v.welcome.creature === 'vector' &&
    v.frame.world.robots[0].creature === 'vector');
  equal(v.errors.join('; '), '', 'errors of the page');
});

show('without WebGL there is a plan, and it can be touched', async () => {
  const v = await shown.home();
  equal(await v.page.evaluate(() => window.critter.flat()), true, 'a plan');
  const old = thing(v.frame, 'cube').at_m;
  await drag(v, 'cube', -60, -30);
  await v.until('the cube is elsewhere',
    () => Math.hypot(thing(v.frame, 'cube').at_m[0] - old[0], thing(v.frame, 'cube').at_m[1] - old[1]) > 0.02);
  await tap(v, 'vector');
  await deed(v, 'Poke');
  await v.until('it was felt', () => v.told.includes('was poked'));
  await v.page.waitForFunction(() => { // not in the middle of a blink
    const c = document.getElementById('face'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
    let lit = 0;
    for (let i = 1; i < d.length; i += 4) lit += d[i] > 100;
    return lit > 500;
  }, null, {timeout: PATIENCE_MS});
  equal(v.errors.join('; '), '', 'errors of the page');
});

show('a phone: nothing hangs over, the thumb stick drives', async () => {
  const v = await shown.open({plain: true, camera: true, viewport: {width: 360, height: 700}, isMobile: true,
    hasTouch: true});
  const [wide, all] = await v.page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  ok(all <= wide, `the page is ${all} wide on a screen of ${wide}`);
  const box = await v.page.locator('#stick').boundingBox();
  ok(box && box.width > 100, 'there is a thumb stick');
  await v.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await v.page.mouse.down();
  await v.page.mouse.move(box.x + box.width / 2, box.y + 5);
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await v.page.mouse.up();
  await v.until('it stands', () => speed(v.frame) < 0.005);
  await v.close();
});

// The contrast of every text with what is behind it, as WCAG 2 counts it: at least 4.5.
const faint = page => page.evaluate(() => {
  const numbers = c => { const m = c.match(/[\d.]+/g).map(Number);
    return /^color\(srgb/.test(c) ? [...m.slice(0, 3).map(v => v * 255), m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 :
    ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = e => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor);
    if (c[3] > 0.8) return c; } return [255, 255, 255]; };
  return [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.disabled &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())).map(e => {
    const a = light(numbers(getComputedStyle(e).color)), b = light(behind(e)),
      ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? `${e.tagName} "${e.textContent.trim().slice(0, 20)}" ${ratio.toFixed(1)}` : '';
  }).filter(Boolean);
});

show('light and dark: every text can be read', async () => {
  const v = await shown.home();
  await v.camera(true);
  await v.page.locator('#eyes > summary').click();
  await v.page.getByRole('button', {name: 'World…'}).click();
  for (const colorScheme of ['light', 'dark']) {
    await v.page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
    equal((await faint(v.page)).join('; '), '', `too faint when ${colorScheme}`);
  }
  await v.page.emulateMedia({colorScheme: 'light', reducedMotion: 'no-preference'});
  const nameless = await v.page.evaluate(() => [...document.querySelectorAll('button, input, select')]
    .filter(e => !e.textContent.trim() && !e.ariaLabel && !e.labels?.length && !e.title).map(e => e.outerHTML));
  equal(nameless.join(), '', 'controls without a name');
});

whole('Cozmo is called Cozmo, with his one-bit face and grey camera', async () => {
  const v = await begun.home();
  equal(v.welcome.creature, 'cozmo', 'the creature');
  equal(v.frame.world.robots[0].name, 'cozmo', 'the name');
  equal(await v.page.textContent('h1'), 'Cozmo', 'the heading');
  equal(await v.page.title(), 'Cozmo · Critter', 'the title');
  equal(await v.page.locator('#things').getByRole('button', {name: 'vector'}).count(), 0, 'vectors');
  await v.page.locator('#things').getByRole('button', {name: 'cozmo', exact: true}).click();
  await deed(v, 'Poke');
  await v.until('that is told with its name', () => v.told.includes('a finger pokes cozmo'));
  await v.page.waitForFunction(() => window.critter.drawn() > 1, null, {timeout: PATIENCE_MS});
  const dots = await v.page.evaluate(() => { // the face, dot by dot: lit or not, and nothing between
    const c = document.getElementById('face'), all = c.getContext('2d').getImageData(0, 0, c.width, c.height).data,
      seen = new Set(all.filter((_, i) => i % 4 === 1));
    return {size: `${c.width}×${c.height} ${getComputedStyle(c).imageRendering}`,
      seen: [...seen].sort((a, b) => a - b)};
  });
  equal(dots.size, '128×64 pixelated', 'its dots, and how they are made larger');
  equal(dots.seen.length, 2, `kinds of dots (${dots.seen})`);
  await v.page.waitForFunction(() => document.getElementById('picture').naturalWidth === 320 &&
    document.getElementById('picture').naturalHeight === 240, null, {timeout: PATIENCE_MS});
  await v.camera(false);
});

whole('a real body, over its radio: its own camera, and no hands of ours', async () => {
  const robot = launch(['cozmo', 'sim', '--listen', '127.0.0.1:0']);
  const at = await new Promise(resolve => { let said = '';
    robot.stdout.on('data', bytes => { said += bytes; const found = /127\.0\.0\.1:(\d+)/.exec(said);
      if (found) resolve(found[0]); }); });
  const soul = await start({words: [], more: ['--no-browser', '--body', `cozmo@${at}`]}),
    v = await open(browser, soul.url, {plain: true, camera: true});
  equal(v.welcome.simulated, false, 'a world of ours');
  equal(v.welcome.camera, true, 'a camera');
  equal(await v.page.textContent('h1'), 'Cozmo', 'its name');
  await v.until('pictures of its own come', () => v.binary.filter(b => b[0] === 5).length >= 3);
  await v.page.waitForFunction(() => document.getElementById('picture').naturalWidth === 320 &&
    document.getElementById('picture').naturalHeight === 240, null, {timeout: PATIENCE_MS});
  equal(await v.page.locator('#reach').isVisible(), false, 'hands');
  await v.page.locator('#camera').click();
  await v.until('no pictures are asked for any more', () => asked(v, 'Watch').at(-1).Watch.picture === false);
  equal(v.errors.join('; '), '', 'errors of the page');
  await v.close();
  equal((await soul.end()).code, 0, 'exit code');
  robot.kill('SIGINT');
});

// Leaf, stick and ice by their colours on the screen: the one is green, the other brown, and ice is light and cold.
async function shownFood(v) {
  const picture = (await v.page.locator('#scene').screenshot()).toString('base64');
  const KINDS = {leaf: ([r, g, b]) => g > r + 25 && g > b + 25, stick: ([r, g, b]) => r > g + 8 && g > b + 8 && r < 170,
    ice: ([r, g, b]) => b > r + 15 && g > r && b > 150};
  for (const kind of Object.keys(KINDS)) {
    const found = await v.page.evaluate(async ([png, name]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const c = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height}),
        ink = c.getContext('2d'), [x, y] = window.critter.where(name);
      ink.drawImage(image, 0, 0);
      const d = ink.getImageData(Math.round(x) - 1, Math.round(y) - 1, 3, 3).data;
      return {name: window.critter.pick(x, y)?.name,
        colour: [0, 1, 2].map(k => [...d].filter((_, i) => i % 4 === k).reduce((a, b) => a + b) / 9)};
    }, [picture, kind]);
    ok(found.name === kind && KINDS[kind](found.colour), `${kind} looks like ${JSON.stringify(found)}`);
  }
}

whole('a Pleo: fourteen joints move, hands reach it, nobody is asked who is not there', async () => {
  // a body without a soul, whose joints the scenario drives
  const folder = mkdtempSync(join(tmpdir(), 'critter-den-')), path = join(folder, 'den.json');
  const things = [['leaf', 18, .25], ['ice', 20, -.25], ['stick', 5, .5]].map(([name, tag, y_m]) =>
    ({tag: {name, tag, x_m: .4, y_m, length_m: .12, width_m: .06, height_m: .03}}));
  writeFileSync(path, JSON.stringify({robots: [{creature: 'pleo', name: 'pleo', soul: false}], things, timeline: [
    {at_s: 1, drive: {robot: 'pleo', joints_deg: {neck_vertical: -45, neck_horizontal: -5}}},
    {at_s: 2, do: [{poke: {what: 'pleo'}}]},
    {at_s: 3, drive: {robot: 'pleo', joints_deg: {head: -60}}}]}));
  const den = await start({words: [path], more: ['--no-browser']}), v = await open(browser, den.url),
    robot = () => v.frame.world.robots[0];
  equal(v.welcome.creature, 'pleo', 'the creature');
  equal(robot().joints_rad.length, 14, 'joints');
  // who comes late would have missed its beginning
  await v.page.evaluate(() => window.critter.live.send('Restart', {seed: 5}));
  await v.until('it begins anew', () => v.welcome.seed === 5 && v.frame.world.time_us < 1e6);
  const before = robot().joints_rad[12];
  await v.until('its neck moves', () => Math.abs(robot().joints_rad[12] - before) > 0.3);
  equal(await v.page.locator('#face').isVisible(), false, 'a face');
  await v.page.waitForFunction(() => { const need = document.getElementById('need');
    return need.checkVisibility() && /^Pleo has no mind here/.test(need.textContent); }, null, {timeout: PATIENCE_MS});
  await v.page.waitForFunction(() => [...document.querySelectorAll('#events .scene')].some(e =>
    /a finger pokes pleo/.test(e.textContent) && e.title === 'so the scenario has it'), null, {timeout: PATIENCE_MS});
  await shownFood(v);
  const [x, y] = await place(v, 'pleo');
  await v.page.mouse.click(x, y);
  await deed(v, 'Stroke back');
  await v.until('the stroke was told', () => v.told.includes('a hand strokes pleo'));
  ok(await v.page.locator('#need').isVisible(), 'the sentence about its mind stays');
  equal(await v.page.locator('#events .scene', {hasText: 'strokes'}).count(), 0, 'strokes of the scenario');
  await v.page.keyboard.press('w');
  await v.page.waitForFunction(() => window.critter.drawn(), null, {timeout: PATIENCE_MS});
  equal(v.refused.join('; '), '', 'what was refused');
  equal(v.errors.join('; '), '', 'errors of the page');
  await v.close();
  equal((await den.end()).code, 0, 'exit code');
  rmSync(folder, {recursive: true});
});

whole('a Pleo that lives: what he wants is shown, strokes, food and his monitor are a tap away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'critter-den-')), path = join(folder, 'den.json');
  // nobody else touches him
  writeFileSync(path, JSON.stringify({robots: [{creature: 'pleo', name: 'pleo', soul: true}]}));
  const den = await start({words: [path], more: ['--no-browser']}), v = await open(browser, den.url, {plain: true});
  const text = selector => v.page.textContent(selector), press = name => v.page.locator('#den')
    .getByRole('button', {name, exact: true}).click();
  const reads = (selector, pattern) => v.page.waitForFunction(([s, p]) =>
    new RegExp(p).test(document.querySelector(s).textContent), [selector, pattern], {timeout: PATIENCE_MS});
  await reads('#drives', 'hunger.*curious');
  equal(await v.page.evaluate(async () => (await import('/lifeos_words.js')).because({application: '', scripts: []})),
    'nothing is in it to live by, and it waits for a card', 'why one without an application waits');
  equal(await v.page.evaluate(async () => { const {does} = await import('/lifeos_words.js');
    return [['explore', 'nuzzle'], ['explore', 'arc_r'], ['', 'chew'], ['', 'walk'], ['', '']]
      .map(([behaviour, motion]) => does({behaviour, motion})).join('; '); }),
    'explores, and nuzzles; explores; chews; moves; waits', 'what he does');
  ok(await v.page.locator('#drives .wins').count() <= 1, 'one drive wins');
  await reads('#does', '^Pleo .');
  for (const name of ['Sensors', 'Joints', 'Properties'])
    await v.page.locator('#lifeos summary', {hasText: name}).click();
  await reads('#lifeos', 'head0');
  await reads('#lifeos', 'neck up-?\\d+°');
  await reads('#lifeos', 'trust50');
  await press('Head');
  await reads('#lifeos', 'head1, 1×');
  await v.until('the stroke was told', () => v.told.includes('a hand strokes pleo'));
  await press('Leaf');
  await v.until('food was told', () => v.told.includes('a hand feeds pleo'));
  await reads('#lifeos', 'rfid18');
  await v.page.fill('#lifeos input', 'stats power');
  await v.page.keyboard.press('Enter');
  await reads('#lifelog', '> stats power\\s*Battery sensor value = ');
  equal(await text('#den [aria-label=Card] button'), 'Put in', 'without a card');
  await press('Put in');
  await reads('#den', 'Take out');
  await v.page.keyboard.press('`'); // the bench goes, what he likes stays
  equal(await v.page.locator('#lifeos').isVisible(), false, 'LifeOS without the bench');
  equal(await v.page.locator('#den').isVisible(), true, 'strokes without the bench');
  equal(v.refused.join('; '), '', 'what was refused');
  equal(v.errors.join('; '), '', 'errors of the page');
  await v.close();
  equal((await den.end()).code, 0, 'exit code');
  rmSync(folder, {recursive: true});
});

whole('another page may not listen', async () => {
  const context = await browser.newContext(), page = await context.newPage();
  await page.goto(`${begun.critter.url.replace('localhost', '127.0.0.1')}page.css`); // from here, but as another origin
  const answer = await page.evaluate(port => new Promise(resolve => {
    const socket = new WebSocket(`ws://localhost:${port}/live`);
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  }), begun.critter.port);
  equal(answer, 'refused', 'a page from elsewhere');
  await context.close();
});

whole('by https with a certificate of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'critter-web-')), key = join(folder, 'key.pem'),
    cert = join(folder, 'cert.pem');
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
      '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'], {stdio: 'pipe'});
    const sealed = await start({more: ['--no-browser', '--cert', cert, '--key', key]});
    ok(sealed.url.startsWith('https://'), `it says ${sealed.url}`);
    const v = await open(browser, sealed.url, {ignoreHTTPSErrors: true, plain: true}), number = v.frame.number;
    await v.until('frames come', () => v.frame.number > number + 5);
    await v.page.close();
    equal((await sealed.end()).code, 0, 'exit code');
  } finally {
    rmSync(folder, {recursive: true});
  }
});

whole('a port that is taken: the next one, or an error when it was asked for', async () => {
  const wall = createServer(), held = await new Promise(resolve => wall.once('error',
    () => resolve(false)).listen(8888, '127.0.0.1', () => resolve(true)));
  const other = await start({port: null, more: ['--no-browser']}); // whoever holds 8888, it is not free
  ok(other.port > 8888 && other.port <= 8908, `it is at ${other.port}`);
  ok(/Port 8888 is taken; using the next that is free/.test(other.said()), other.said());
  await other.end();
  if (held) wall.close();
  const refused = await start({port: begun.critter.port,
    more: ['--no-browser']}).then(c => c.end().then(() => 'it started'), error => error.message);
  ok(/ended with 1: .*cannot listen on 127\.0\.0\.1 port \d+: another program has it; /s.test(refused), refused);
  ok(/; end that one, or try port \d+/.test(refused), refused);
});

whole('killed and started again, the page finds its way back', async () => {
  const v = await begun.home(), port = begun.critter.port, sockets = v.sockets;
  await begun.critter.kill();
  await v.page.waitForFunction(() => document.body.classList.contains('lost') &&
    /lost/.test(document.getElementById('state').textContent), null, {timeout: PATIENCE_MS});
  v.welcome = v.frame = null;
  for (let tries = 60; !await start({words: begun.words, port, more: ['--no-browser']}).then(c => begun.critter = c,
    error => { if (!tries-- || !/another program has it/.test(error)) throw error; });) // who came in between goes
    await new Promise(resolve => setTimeout(resolve, 1000));
  await v.until('it is welcomed again', () => v.welcome && v.frame && v.sockets > sockets);
  const number = v.frame.number;
  await v.until('frames come', () => v.frame.number > number + 5);
  equal(await v.page.evaluate(() => document.body.classList.contains('lost')), false, 'still told as lost');
});

whole('Ctrl-C ends it cleanly, with a viewer looking', async () => {
  const {code, signal} = await begun.critter.end();
  equal(signal, null, 'signal');
  equal(code, 0, 'exit code');
});

firstUse(lane('first'), browser);
time(lane('time'), browser);

const bad = await run(process.argv.slice(2), {after: () => {
  for (const {critter} of lives) {
    const code = critter && (critter.child.exitCode ?? critter.child.signalCode);
    if (critter && code !== null) note(`a program ended: ${code}; it said: ${critter.said()}`);
  }
// nobody looks any more: nothing is drawn
}, over: lane => ({touch: touched, wheel: driven, show: shown, whole: begun})[lane]?.page?.context.close()});
await browser.close();
for (const {critter} of lives) if (critter && critter.child.exitCode === null &&
  !critter.child.signalCode) await critter.kill();
process.exit(bad ? 1 : 0);
