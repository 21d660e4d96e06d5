// The page in a real browser: looked at, touched, driven and left alone.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, run, note, ok, equal} from './tap.mjs';
import {start, open, PATIENCE_MS} from './viewer.mjs';

const {chromium} = createRequire(`${process.env.MODULES}/`)('playwright-core');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  timeout: 4 * PATIENCE_MS,
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
let critter = await start({more: ['--no-browser']}), main = null;
const home = async () => main ??= await open(browser, critter.url);
const asked = (v, name) => v.sent.filter(m => name in m);
const speed = f => (Math.abs(f.view.left_mps) + Math.abs(f.view.right_mps)) / 2;
const thing = (f, name) => f.world.things.find(t => t.name === name);
const place = async (v, name) => (await v.page.waitForFunction(n => window.critter.where(n), name, {timeout: PATIENCE_MS}), v.page.evaluate(n => { const box = document.getElementById('scene').getBoundingClientRect(), at = window.critter.where(n); return [box.x + at[0], box.y + at[1]]; }, name));
const face = v => v.page.evaluate(() => document.getElementById('face').toDataURL());
async function tap(v, name) { await v.page.mouse.click(...await place(v, name)); }
const deed = (v, text) => v.page.locator('#hands').getByRole('button', {name: text, exact: true}).click();

test('the page loads and shows a creature', async () => {
  let bytes = 0, files = 0;
  const begun = Date.now();
  const v = main = await open(browser, critter.url, {prepare: async page => {
    page.on('response', r => { bytes += +r.headers()['content-length']; files++; });
  }});
  note(`${Date.now() - begun} ms to the first frame, ${files} files, ${bytes} bytes`);
  equal(v.welcome.creature, 'vector', 'the creature');
  equal(await v.page.textContent('h1'), v.welcome.name, 'its name');
  ok(bytes < 300000, `${bytes} bytes were loaded; the promise is less than 300000`);
  equal(await v.page.evaluate(() => window.critter.flat()), false, 'drawn without WebGL');
  await v.until('a picture of the camera', () => v.binary.length > 0);
  await v.page.waitForFunction(() => document.getElementById('picture').naturalWidth === 320, null, {timeout: PATIENCE_MS});
  ok(/%/.test(await v.page.textContent('#facts')), 'the battery is told');
  await v.page.waitForFunction(() => /woke up/.test(document.getElementById('events').textContent), null, {timeout: PATIENCE_MS});
  equal(v.errors.join('; '), '', 'errors of the page');
});

test('frames come, and the face changes by itself', async () => {
  const v = await home(), number = v.frame.number, eyes = v.frame.view.face.number, before = await face(v);
  await v.until('ten more frames', () => v.frame.number > number + 10);
  await v.until('the eyes have moved', () => v.frame.view.face.number > eyes);
  await v.page.waitForFunction(old => document.getElementById('face').toDataURL() !== old, before, {timeout: PATIENCE_MS});
});

test('a stroke is felt and answered', async () => {
  const v = await home();
  await tap(v, 'vector');
  await deed(v, 'Stroke');
  await v.until('it says so', () => v.told.includes('is being petted'));
  await v.until('a clip answers', () => v.frame.view.clip.tag && v.frame.view.clip.trigger === 'ReactToPetting');
  const name = v.frame.view.clip.name;
  await v.page.waitForFunction(n => document.getElementById('events').textContent.includes(`plays ${n}, for ReactToPetting`), name, {timeout: PATIENCE_MS});
});

test('what is picked up tells so and is put down again', async () => {
  const v = await home(), ground = v.frame.world.robots[0].at_m[2];
  if (!await v.page.locator('#hands').isVisible()) await tap(v, 'vector');
  await deed(v, 'Pick up');
  await v.until('it hangs in the air', () => v.frame.world.robots[0].at_m[2] > ground + 0.1);
  await v.until('it says so', () => v.told.includes('was picked up'));
  ok(v.told.some(t => /^plays .*, for (ReactToPickup|ReactToHeld)/.test(t)) || await v.until('a clip answers', () => v.told.some(t => /for (ReactToPickup|ReactToHeld)/.test(t))), 'an answer');
  await deed(v, 'Put down');
  await v.until('it stands again', () => v.told.includes('was put down') && v.frame.world.robots[0].at_m[2] < ground + 0.01);
});

test('a dragged cube moves, and stays where it was put', async () => {
  const v = await home(), old = thing(v.frame, 'cube').at_m, [x, y] = await place(v, 'cube');
  await v.page.mouse.move(x, y);
  await v.page.mouse.down();
  await v.page.mouse.move(x + 20, y - 10, {steps: 4});
  await v.page.mouse.move(x + 70, y - 25, {steps: 8});
  await v.page.mouse.up();
  const now = await v.until('the cube is elsewhere', () => { const at = thing(v.frame, 'cube').at_m; return Math.hypot(at[0] - old[0], at[1] - old[1]) > 0.02 && at; });
  ok(asked(v, 'Place').length >= 2, 'it was moved in steps');
  ok(now[2] > -0.01 && now[2] < 0.05, `it is on the table, not at ${now[2]} m`);
});

test('driving moves it, and letting go stops it', async () => {
  const v = await home();
  await v.page.locator('#scene').focus();
  await v.page.keyboard.down('s');
  await v.until('it drives', () => speed(v.frame) > 0.05);
  const before = asked(v, 'Drive').length;
  await v.until('the driver keeps talking', () => asked(v, 'Drive').length > before + 2);
  await v.page.keyboard.up('s');
  await v.until('it stands', () => speed(v.frame) < 0.005);
  const last = asked(v, 'Drive').at(-1).Drive;
  equal(last.left_mps, 0, 'the last word');
});

test('a page that is left stops driving', async () => {
  const v = await home();
  await v.page.keyboard.down('w');
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await v.page.evaluate(() => dispatchEvent(new Event('blur')));
  await v.until('it stands', () => speed(v.frame) < 0.005);
  await v.page.keyboard.up('w');
});

test('a driver whose line breaks lets it stop', async () => {
  const v = await home(), other = await open(browser, critter.url);
  await other.page.locator('#scene').focus();
  await other.page.keyboard.down('s');
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await other.close(); // the key is never let go
  await v.until('it stands', () => speed(v.frame) < 0.005);
});

test('a gamepad drives', async () => {
  const v = await home();
  await v.page.evaluate(() => { window.axes = [0, 0, 0, 0]; navigator.getGamepads = () => [{axes: window.axes, buttons: []}]; window.axes[1] = -1; });
  await v.until('it drives', () => speed(v.frame) > 0.05);
  await v.page.evaluate(() => { window.axes[1] = 0; });
  await v.until('it stands', () => speed(v.frame) < 0.005);
  await v.page.evaluate(() => { navigator.getGamepads = () => []; });
});

test('what is chosen plays, and the face changes', async () => {
  const v = await home();
  await v.page.waitForFunction(() => document.querySelectorAll('#names button').length > 20, null, {timeout: PATIENCE_MS});
  note(`${await v.page.locator('#names button').count()} clips in the list`);
  await v.page.fill('#search', 'happy');
  const name = await v.page.locator('#names button').first().textContent();
  ok(/happy/i.test(name), `${name} was found for "happy"`);
  const calm = await face(v);
  await v.page.locator('#names button').first().click();
  await v.until('it plays', () => v.frame.view.clip.name === name && !v.frame.view.clip.trigger);
  await v.page.waitForFunction(n => document.getElementById('playing').textContent.includes(n), name, {timeout: PATIENCE_MS});
  await v.page.waitForFunction(old => document.getElementById('face').toDataURL() !== old, calm, {timeout: PATIENCE_MS});
  await v.page.locator('#silence').click();
  await v.until('it stops', () => v.frame.view.clip.name !== name);
  await v.page.fill('#search', '');
  const before = await face(v);
  await v.page.locator('#expressions').getByRole('button', {name: 'angry', exact: true}).click();
  await v.until('the eyes have another shape', () => v.frame.view.face.numbers[14 + 5] !== 0);
  await v.page.waitForFunction(old => document.getElementById('face').toDataURL() !== old, before, {timeout: PATIENCE_MS});
});

test('typed words are said, and heard by who wants to hear', async () => {
  const v = await home(), sounds = () => v.binary.filter(b => b[0] === 6);
  equal(sounds().length, 0, 'sounds before anybody asked to hear');
  await v.page.fill('#words', 'hello there');
  await v.page.getByRole('button', {name: 'Say it'}).click();
  await v.until('something loud is heard', () => sounds().some(b => { for (let i = 17; i + 1 < b.length; i += 2) if (Math.abs(b.readInt16LE(i)) > 1000) return true; return false; }));
  equal(await v.page.getAttribute('#hear', 'aria-pressed'), 'true', 'the button that hears');
  await v.page.locator('#hear').click();
  await v.until('the page asked for silence', () => asked(v, 'Watch').at(-1).Watch.sound === false);
});

test('sliders move the eyes of the robot', async () => {
  const v = await home();
  await v.page.locator('#eyes > summary').click();
  const slider = v.page.getByRole('slider', {name: 'Whole face: Turned'});
  equal(await v.page.getByRole('slider').count(), 55, 'sliders, one for each number of the face');
  await slider.fill('20.25');
  await v.until('the face is turned', () => Math.abs(v.frame.view.face.numbers[4] - 20.25) < 0.01);
  await v.page.getByRole('slider', {name: 'Left eye: Height'}).fill('0.6');
  await v.until('both eyes are low', () => Math.abs(v.frame.view.face.numbers[5 + 3] - 0.6) < 0.02 && Math.abs(v.frame.view.face.numbers[30 + 3] - 0.6) < 0.02);
  await v.page.locator('#sliders').getByRole('button', {name: 'Let go'}).click();
  await v.until('the face is its own again', () => Math.abs(v.frame.view.face.numbers[4]) < 5);
  await v.page.locator('#eyes > summary').click();
});

test('everything can be done by keys alone', async () => {
  const v = await home(), cube = thing(v.frame, 'cube').at_m[0];
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

test('the room: light, clap, obstacles, and things on the table', async () => {
  const v = await home(), refused = v.refused.length, room = name => v.page.locator('#air').getByRole('button', {name, exact: true}).click();
  await room('Light off');
  await v.until('it is dark', () => v.frame.world.lux < 5);
  await room('Light on');
  await v.until('it is light', () => v.frame.world.lux > 200);
  await room('Clap');
  await v.until('the clap was heard', () => v.told.includes('heard a loud noise'));
  const ground = await v.page.evaluate(() => { // the table or the floor: both can be tapped
    const b = document.getElementById('scene').getBoundingClientRect();
    for (let y = b.height - 8; y > 0; y -= 16) for (let x = 8; x < b.width; x += 16) if (/TABLE|FLOOR/.test(window.critter.pick(x, y)?.kind)) return [b.x + x, b.y + y];
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
  equal(v.refused.slice(refused).join('; '), '', 'what was refused');
});

test('time: pause, step, slower, faster', async () => {
  const v = await home();
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

test('two viewers see one life', async () => {
  const v = await home(), other = await open(browser, critter.url, {viewport: {width: 500, height: 500}});
  await v.until('both are counted', () => v.frame.viewers === 2);
  const told = v.told.length, there = other.told.length;
  await other.page.locator('#things').getByRole('button', {name: 'vector', exact: true}).click();
  await deed(other, 'Press button');
  await v.until('the first one hears what the second one did', () => v.told.slice(told).includes('had its button pressed'));
  await other.until('and so does the second', () => other.told.slice(there).includes('had its button pressed'));
  await other.close();
  await v.until('one is left', () => v.frame.viewers === 1);
});

test('what it is asked to show is on its display', async () => {
  const v = await home(), hidden = id => v.page.evaluate(i => document.getElementById(i).hidden, id);
  const choose = words => v.page.locator('#showing').selectOption(words);
  await choose('snow, -12 degrees');
  await v.until('the robot shows it', () => v.frame.view.screen.shows === 'PICTURES' && v.frame.view.screen.layers.length === 5);
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
  await v.page.waitForFunction(() => document.getElementById('glass').hidden && !document.getElementById('face').hidden, null, {timeout: PATIENCE_MS});
});

test('another seed, another world, another creature', async () => {
  const v = await home();
  await v.page.getByRole('button', {name: 'Begin anew…'}).click();
  await v.page.fill('#seed', '77');
  await v.page.getByRole('button', {name: 'Restart'}).click();
  await v.until('a life with seed 77 began', () => v.welcome.seed === 77 && v.frame.view.tick < 300);
  await v.page.getByRole('button', {name: 'Begin anew…'}).click();
  await v.page.selectOption('#scenario', 'living-room');
  await v.page.selectOption('#creature', 'cozmo');
  await v.page.getByRole('button', {name: 'Restart'}).click();
  await v.until('Cozmo lives in another world', () => v.welcome.creature === 'cozmo' && /living-room/.test(v.welcome.scenario) && v.frame.world.robots[0].creature === 'cozmo');
  await v.page.getByRole('button', {name: 'Begin anew…'}).click();
  await v.page.selectOption('#scenario', 'tabletop');
  await v.page.selectOption('#creature', 'vector');
  await v.page.getByRole('button', {name: 'Restart'}).click();
  await v.until('Vector is back', () => v.welcome.creature === 'vector' && v.frame.world.robots[0].creature === 'vector');
  equal(v.errors.join('; '), '', 'errors of the page');
});

test('without WebGL there is a plan, and it can be touched', async () => {
  const v = await open(browser, critter.url, {prepare: page => page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest); };
  })});
  equal(await v.page.evaluate(() => window.critter.flat()), true, 'a plan');
  const old = thing(v.frame, 'cube').at_m, [x, y] = await place(v, 'cube');
  await v.page.mouse.move(x, y);
  await v.page.mouse.down();
  await v.page.mouse.move(x - 60, y - 30, {steps: 6});
  await v.page.mouse.up();
  await v.until('the cube is elsewhere', () => Math.hypot(thing(v.frame, 'cube').at_m[0] - old[0], thing(v.frame, 'cube').at_m[1] - old[1]) > 0.02);
  await tap(v, 'vector');
  await deed(v, 'Poke');
  await v.until('it was felt', () => v.told.includes('was poked'));
  const lit = await v.page.evaluate(() => { const c = document.getElementById('face'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 1; i < d.length; i += 4) n += d[i] > 100; return n; });
  ok(lit > 500, `the flat face has ${lit} lit dots`);
  equal(v.errors.join('; '), '', 'errors of the page');
  await v.close();
});

test('a phone: nothing hangs over, the thumb stick drives', async () => {
  const v = await open(browser, critter.url, {viewport: {width: 360, height: 700}, isMobile: true, hasTouch: true});
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
  const numbers = c => { const m = c.match(/[\d.]+/g).map(Number); return /^color\(srgb/.test(c) ? [...m.slice(0, 3).map(v => v * 255), m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = e => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor); if (c[3] > 0.8) return c; } return [255, 255, 255]; };
  return [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.disabled && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())).map(e => {
    const a = light(numbers(getComputedStyle(e).color)), b = light(behind(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? `${e.tagName} "${e.textContent.trim().slice(0, 20)}" ${ratio.toFixed(1)}` : '';
  }).filter(Boolean);
});

test('light and dark: every text can be read', async () => {
  const v = await home();
  await v.page.locator('#eyes > summary').click();
  await v.page.getByRole('button', {name: 'Begin anew…'}).click();
  for (const colorScheme of ['light', 'dark']) {
    await v.page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
    equal((await faint(v.page)).join('; '), '', `too faint when ${colorScheme}`);
  }
  await v.page.emulateMedia({colorScheme: 'light', reducedMotion: 'no-preference'});
  const nameless = await v.page.evaluate(() => [...document.querySelectorAll('button, input, select')].filter(e => !e.textContent.trim() && !e.ariaLabel && !e.labels?.length && !e.title).map(e => e.outerHTML));
  equal(nameless.join(), '', 'controls without a name');
});

test('another page may not listen', async () => {
  const context = await browser.newContext(), page = await context.newPage();
  await page.goto(`${critter.url.replace('localhost', '127.0.0.1')}page.css`); // from here, but as another origin
  const answer = await page.evaluate(port => new Promise(resolve => {
    const socket = new WebSocket(`ws://localhost:${port}/live`);
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  }), critter.port);
  equal(answer, 'refused', 'a page from elsewhere');
  await context.close();
});

test('by https with a certificate of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'critter-web-')), key = join(folder, 'key.pem'), cert = join(folder, 'cert.pem');
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'], {stdio: 'pipe'});
    const sealed = await start({more: ['--no-browser', '--cert', cert, '--key', key]});
    ok(sealed.url.startsWith('https://'), `it says ${sealed.url}`);
    const v = await open(browser, sealed.url, {ignoreHTTPSErrors: true}), number = v.frame.number;
    await v.until('frames come', () => v.frame.number > number + 5);
    await v.page.close();
    equal((await sealed.end()).code, 0, 'exit code');
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test('a port that is taken: the next one, or an error when it was asked for', async () => {
  const wall = createServer(), held = await new Promise(resolve => wall.once('error', () => resolve(false)).listen(8888, '127.0.0.1', () => resolve(true)));
  const other = await start({port: null, more: ['--no-browser']}); // whoever holds 8888, it is not free
  ok(other.port > 8888 && other.port <= 8908, `it is at ${other.port}`);
  ok(/Port 8888 is taken; using the next that is free/.test(other.said()), other.said());
  await other.end();
  if (held) wall.close();
  const refused = await start({port: critter.port, more: ['--no-browser']}).then(c => c.end().then(() => 'it started'), error => error.message);
  ok(/ended with 1: .*cannot listen on 127\.0\.0\.1 port \d+: address already in use/s.test(refused), refused);
});

test('killed and started again, the page finds its way back', async () => {
  const v = await home(), port = critter.port, sockets = v.sockets;
  await critter.kill();
  await v.page.waitForFunction(() => document.body.classList.contains('lost') && /lost/.test(document.getElementById('state').textContent), null, {timeout: PATIENCE_MS});
  v.welcome = v.frame = null;
  critter = await start({port, more: ['--no-browser']});
  await v.until('it is welcomed again', () => v.welcome && v.frame && v.sockets > sockets);
  const number = v.frame.number;
  await v.until('frames come', () => v.frame.number > number + 5);
  equal(await v.page.evaluate(() => document.body.classList.contains('lost')), false, 'still told as lost');
});

test('Ctrl-C ends it cleanly, with a viewer looking', async () => {
  const {code, signal} = await critter.end();
  equal(signal, null, 'signal');
  equal(code, 0, 'exit code');
});

const bad = await run(process.argv.slice(2), {after: () => { const {exitCode, signalCode} = critter.child; if (exitCode !== null || signalCode) note(`the program ended: ${exitCode ?? signalCode}; it said: ${critter.said()}`); }});
await browser.close();
if (critter.child.exitCode === null && !critter.child.signalCode) await critter.kill();
process.exit(bad ? 1 : 0);
