// A running `critter run` and pages that look at it: everything that comes over the wire is kept, and conditions are
// waited for.
//
//   const critter = await start();                       // on a port of its own
//   const viewer = await open(browser, critter.url);    // {plain: true}: drawn without WebGL, if looks do not matter;
//                                                       // {camera: true}: with what the robot sees
//                                                       // {bench: false}: as who comes for the first time
//   await viewer.until('it moves', v => Math.abs(v.frame.view.left_mps) > 0.05);
//   await critter.end();
import {spawn} from 'node:child_process';

export const PATIENCE_MS = 60000; // only a bound on hopelessness: nothing is expected to take so long
const BRISK = 15; // frames in a second of a machine that keeps up

// Whatever becomes of the tests, no program outlives them.
const children = new Set();
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
export function launch(words) {
  const child = spawn(process.env.CRITTER, words, {stdio: ['ignore', 'pipe', 'pipe']});
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

export function start({port = 0, words = ['vector'], more = []} = {}) {
  const seed = more.includes('--seed') ? [] : ['--seed', '1'], at = port === null ? [] : ['--port', String(port)];
  const child = launch(['run', ...words, ...seed, ...at, ...more]);
  let said = '';
  const over = new Promise(resolve => child.on('exit', (code, signal) => resolve({code, signal})));
  return new Promise((resolve, reject) => {
    const hear = bytes => {
      said += bytes;
      const at = /https?:\/\/[^\s/]+:(\d+)/.exec(said);
      if (at) resolve({child, said: () => said, url: at[0] + '/', port: +at[1], over,
        kill: () => { child.kill('SIGKILL'); return over; },
        end: () => { child.kill('SIGINT'); return over; }});
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    over.then(({code, signal}) => reject(new Error(`critter run ended with ${code ?? signal}: ${said}`)));
  });
}

export async function open(browser, url, options = {}) {
  // a camera that glides makes places on the canvas guesses
  const {prepare, plain, camera, bench = true, ...rest} = {reducedMotion: 'reduce', ...options};
  const context = await browser.newContext({viewport: {width: 920, height: 560}, ...rest});
  // Several pages are drawn by two processors beside other tests: each rests between its pictures, and longer while
  // nothing waits for what is drawn.
  await context.addInitScript(([brisk, idle]) => {
    const soon = window.requestAnimationFrame, resting = new Map();
    let rest = idle, number = 0;
    const go = id => {
      const {draw, timer} = resting.get(id);
      clearTimeout(timer);
      resting.delete(id);
      soon.call(window, draw);
    };
    window.requestAnimationFrame = draw => {
      const id = ++number;
      resting.set(id, {draw, timer: setTimeout(() => go(id), rest)});
      return id;
    };
    navigator.getGamepads = () => []; // whoever asks the real one has it asked sixty times a second
    window.hurry = yes => { rest = yes ? brisk : idle; if (yes) for (const id of [...resting.keys()]) go(id); };
  }, plain ? [60, 600] : [150, 800]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const wait = page.waitForFunction.bind(page), hurry = yes => page.evaluate(y => window.hurry(y), yes).catch(() => 0);
  page.waitForFunction = async (...words) => {
    await hurry(true);
    try { return await wait(...words); } finally { hurry(false); }
  };
  const viewer = {page, context, frame: null, welcome: null, frames: 0, told: [], refused: [], errors: [], sent: [],
    binary: [], sockets: 0, wire: 0};
  const listeners = new Set();
  const hear = name => body => {
    if (name === 'Frame') viewer.frame = body, viewer.frames++;
    if (name === 'Welcome') viewer.welcome = body;
    if (name === 'Settings') viewer.settings = body;
    if (name === 'Told') viewer.told.push(body.sentence);
    if (name === 'Refused') viewer.refused.push(`${body.what}: ${body.why}`);
  };
  page.on('pageerror', error => viewer.errors.push(String(error)));
  page.on('console', line => {
    if (line.type() !== 'error' || /ERR_CONNECTION_REFUSED|WebSocket connection/.test(line.text())) return;
    viewer.errors.push(line.text());
  });
  page.on('websocket', socket => {
    viewer.sockets++;
    socket.on('framesent', ({payload}) => viewer.sent.push(JSON.parse(payload)));
    socket.on('framereceived', ({payload}) => {
      viewer.wire += payload.length;
      if (typeof payload === 'string') {
        const message = JSON.parse(payload);
        for (const name in message) hear(name)(message[name]);
      } else viewer.binary.push(payload);
      for (const look of listeners) look();
    });
  });
  // Looks at every message until the condition holds.
  viewer.until = (what, holds) => new Promise((resolve, reject) => {
    // A machine with much to do lives slowly: a second counts as much as happened in it, and at least a quarter.
    let spent = 0, seen = viewer.frames;
    const over = setInterval(() => {
      spent += Math.min(1000, Math.max(250, (viewer.frames - seen) * 1000 / BRISK));
      seen = viewer.frames;
      if (spent < PATIENCE_MS) return;
      clearInterval(over);
      listeners.delete(look);
      const parts = {'last frame': JSON.stringify(viewer.frame)?.slice(0, 300),
        robots: JSON.stringify(viewer.frame?.world.robots),
        sent: viewer.sent.slice(-12).map(m => JSON.stringify(m)).join(' '), told: viewer.told.slice(-16).join('; '),
        refused: viewer.refused.slice(-3).join('; '), errors: viewer.errors.slice(-3).join('; ')};
      const about = Object.entries(parts).map(([name, text]) => `${name}: ${text}`).join('; ');
      reject(new Error(`waited in vain until ${what}; ${about}`));
    }, 1000);
    const look = () => {
      let value;
      try { value = holds(viewer); } catch (error) { value = null; }
      if (!value) return;
      clearInterval(over);
      listeners.delete(look);
      resolve(value);
    };
    listeners.add(look);
    look();
  });
  viewer.close = () => context.close();
  // Pictures of the robot's camera: the dearest of all that comes, and few tests look at them.
  viewer.camera = on => page.evaluate(yes => {
    const button = document.getElementById('camera');
    if (button.ariaPressed !== String(yes)) button.click();
  }, on);
  if (bench) await page.addInitScript(() => localStorage.setItem('critter-bench', 'on'));
  if (plain) await page.addInitScript(() => { // without WebGL, which all pages share one software card for
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return /webgl/.test(kind) ? null : get.call(this, kind, ...more);
    };
  });
  if (prepare) await prepare(page);
  await page.goto(url, {waitUntil: 'domcontentloaded', timeout: PATIENCE_MS});
  if (!rest.offline) await viewer.until('the first frame', v => v.frame && v.welcome);
  if (!rest.offline) await viewer.camera(!!camera);
  return viewer;
}
