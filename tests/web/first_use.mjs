// What a newcomer does first: chooses a robot, finds it dead, looks, listens, arranges a world and keeps it.
import {spawn, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {ok, equal} from './tap.mjs';
import {launch, start, open, PATIENCE_MS} from './viewer.mjs';

const speed = robot => (Math.abs(robot.left_mps) + Math.abs(robot.right_mps)) / 2;
const text = (v, id) => v.page.evaluate(i => document.getElementById(i).textContent, id);
const shows = (v, id, pattern) => v.page.waitForFunction(([i, p]) => {
  const e = document.getElementById(i);
  return e.checkVisibility() && new RegExp(p).test(e.textContent);
}, [id, pattern.source], {timeout: PATIENCE_MS});
const inSight = (v, id) => v.page.evaluate(i => {
  const b = document.getElementById(i).getBoundingClientRect();
  return b.width > 60 && b.top >= 0 && b.bottom <= innerHeight;
}, id);
const pace = (v, speed) => v.page.evaluate(s => window.critter.live.send('Pace', {speed: s}), speed);
const feels = (v, name) => v.page.waitForFunction(n => [...document.querySelectorAll('#curves li')]
  .find(e => e.firstChild.textContent === n)?.querySelector('output').textContent, name, {timeout: PATIENCE_MS})
  .then(found => found.jsonValue()).then(Number);
// Of a mind and of moods that are made up: what the page draws of them; empty: as it should be.
const drawnParts = async () => {
  const {whereOf} = await import('/acts.js'), {treeOf} = await import('/mind.js'), {curve} = await import('/mood.js'),
    {leavesOf} = await import('/map.js');
  const node = (id, depth, stands) => ({id, depth, stands}), id = n => n.id;
  const t = treeOf([node('root', 0, 'RUNS'), node('hands', 1, 'RUNS'), node('leaf', 2, 'RUNS'),
    node('held', 2, 'UNWILLING'), node('rests', 1, 'RESTS'), node('play', 1, 'BEATEN'), node('none', 1, 'BEHIND')]);
  const tree = [t.before.map(id), t.next.before.map(id), t.next.next.node.id, t.after.map(id)].join(' ');
  const rows = [0, 10, 20].map((at_s, i) => ({at_s, values: [i - 1]})), line = curve(rows, 0, -1, 1, 30, 20);
  const wrong = [];
  if (tree !== 'rests held leaf play,none') wrong.push(tree);
  if (line.corners.join(' ') !== '0.0,15.0 150.0,1.0 300,1.0' || line.zero !== 15) wrong.push(JSON.stringify(line));
  // a root of four squares: the first is four of one, the last is cut off
  const leaves = ['ba', 'aa', 'ca', 'da', 'bb', 'ab', 'cb'].join(''), list = leavesOf(leaves, 2).map(l =>
    [l.x, l.y, l.size, l.content].join());
  if (list.join(' ') !== '3,3,1,1 2,3,1,2 2,2,1,3 2,0,2,1 0,0,2,2') wrong.push(list.join(' '));
  if ([[0, .4], [.8, .4], [-1.6, .12], [-3, 1]].map(w => whereOf(...w)).join() !==
    '40 cm ahead,40 cm ahead to the left,12 cm to the right,100 cm behind it') wrong.push('where things are');
  if (leavesOf(leaves.slice(0, -2), 2).length !== 4) wrong.push('a map that is cut short');
  return wrong.join('; ');
};
// Of one whose mind tells what it does those are the words, whatever its body shows; without it, its body's.
const pickedWords = async () => {
  const {createWho} = await import('/who.js'), {state} = window.critter, f = structuredClone(state.frame);
  const list = document.getElementById('who'), real = [...list.children];
  const who = createWho({looks: {}}, {...state, take() {}}), robot = f.world.robots[1], wrong = [];
  Object.assign(robot, {left_mps: .1, right_mps: .1, held: false, charge: .9});
  f.lives = {}, f.guests = [];
  const words = () => list.children[1].querySelector('small').textContent;
  who.glances({glances: []}), who.show(f);
  if (words() !== 'moves') wrong.push(`without a mind: ${words()}`);
  who.glances({glances: [{robot: 2, does: 'explores', mood: 'LowStim', asleep: false}]}), who.show(f);
  if (words() !== 'explores · quiet') wrong.push(`with one: ${words()}`);
  robot.charge = 0, who.show(f);
  if (words() !== 'has an empty battery · quiet') wrong.push(`an empty one: ${words()}`);
  list.replaceChildren(...real);
  return wrong.join('; ');
};
// A button that is pressed stays until it is let go, and the list is drawn then; who has the focus keeps it.
const pressedLists = async () => {
  const {steady} = await import('/steady.js'), box = document.createElement('div'), wrong = [];
  const soon = () => new Promise(done => setTimeout(done)), make = (tag, textContent) => Object.assign(
    document.createElement(tag), {textContent});
  document.body.append(box);
  let n = 0;
  const draw = steady(box, () => box.replaceChildren(make('button', 'a'), make('button', 'b'), make('p', ++n)));
  for (const [down, up] of [['pointerdown', 'pointerup'], ['pointerdown', 'pointercancel'], ['keydown', 'keyup']]) {
    draw();
    const [a] = box.children, before = n, key = {key: 'Enter', bubbles: true};
    a.dispatchEvent(/key/.test(down) ? new KeyboardEvent(down, key) : new PointerEvent(down, key));
    draw(), draw();
    if (box.firstChild !== a || n !== before) wrong.push(`it was drawn after ${down}`);
    a.dispatchEvent(/key/.test(up) ? new KeyboardEvent(up, key) : new PointerEvent(up, key));
    if (box.firstChild !== a) wrong.push(`it was drawn before the click that follows ${up}`);
    await soon();
    if (box.firstChild === a || n !== before + 1) wrong.push(`it was drawn ${n - before} times after ${up}`);
  }
  box.children[1].focus();
  draw();
  if (document.activeElement !== box.children[1]) wrong.push('the focus went');
  box.remove();
  return wrong.join('; ');
};
// What is before the robot is in the middle, seen from behind it beyond the robot, seen out of its eyes by itself.
const seenFrom = async () => {
  const {createLook} = await import('/look.js'), {state} = window.critter, wrong = [];
  for (const creature of ['vector', 'pleo']) for (const heading of [0, 2, -2.5]) {
    const robot = {...state.frame.world.robots[0], creature, turn: [Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)],
      head_rad: 0, joints_rad: Array(14).fill(0)},
      frame = {...state.frame, world: {...state.frame.world, robots: [robot]}};
    const look = createLook({width: 200, height: 100, clientWidth: 200, clientHeight: 100});
    const at = (far, high) => [robot.at_m[0] + Math.cos(heading) * far, robot.at_m[1] + Math.sin(heading) * far,
      robot.at_m[2] + high];
    for (const mode of ['behind', 'eyes']) {
      look.mode = mode, look.anew(), look.aim(frame, robot);
      const [x,, far] = look.on(at(1, .05)), [, y, near] = look.on(at(0, .05)),
        [left] = look.on(at(1, .05).map((v, i) => v + [-Math.sin(heading), Math.cos(heading), 0][i] * .1));
      if (Math.abs(x) > .01 || far < near + .5 || left > -.02 || mode === 'behind' && Math.abs(y) > .7)
        wrong.push(`${mode} a ${creature} at ${heading}: ${[x, far, near, left, y]}`);
    }
  }
  return wrong.join('; ');
};
// People smile unless they are sad or angry, look ahead, and their eyes close. The first view: a robot about a third of
// the picture wide. Empty: as it should be.
const lookedAtFirst = async () => {
  const {drawPerson} = await import('/people.js'), {frameOf, FIELD} = await import('/framing.js'), {reachOf} =
    await import('/pick.js'), m = await import('/maths.js'), {state} = window.critter, wrong = [], ENDS = .02;
  const plain = {at_m: [0, 0, .6], heading_rad: 0, skin: 0xf0c8a8, hair: 0x302018, iris: 0x4060a0, shirt: 0xc05040,
    eyes_open: true, expression: ''};
  const drawn = how => {
    const parts = [], solid = (matrix, colour) =>
      parts.push({at: m.transform(matrix, [0, 0, 0]), colour: colour.join()});
    drawPerson({...plain, ...how}, 0, {solid, BALL: 0, taper: () => 0});
    return parts;
  };
  const of = (parts, hex, [r, g, b] = [1, 1, 1]) => parts.filter(p => p.colour === [(hex >> 16) / 255 * r,
    (hex >> 8 & 255) / 255 * g, (hex & 255) / 255 * b].join());
  const bend = how => { // how much higher the ends of the mouth are than its middle
    const mouth = of(drawn(how), plain.skin, [.82, .52, .52]), high = all => all.reduce((sum, p) => sum + p.at[2], 0) /
      all.length, end = p => Math.abs(p.at[1]) > ENDS;
    return high(mouth.filter(end)) - high(mouth.filter(p => !end(p)));
  };
  const [happy, usual, angry, sad] = ['HAPPY', '', 'ANGRY', 'SAD'].map(expression => bend({expression}));
  if (!(happy > usual && usual > .002 && angry < 0 && sad < angry)) wrong.push(`mouths: ${[happy, usual, angry, sad]}`);
  const eyes = of(drawn({}), plain.iris).map(p => p.at);
  if (eyes.length !== 2 || eyes.some(e => e[0] < .07) || Math.abs(eyes[0][1] + eyes[1][1]) > 1e-6)
    wrong.push(`eyes: ${JSON.stringify(eyes)}`);
  if (of(drawn({eyes_open: false}), plain.iris).length) wrong.push('eyes that are closed');
  const robot = state.frame.world.robots[0], reach = reachOf(robot);
  for (const aspect of [.7, 1.2, 1.6]) {
    const view = frameOf(state.frame, robot, aspect),
      share = (reach.high[0] - reach.low[0]) / (2 * Math.tan(FIELD / 2) * aspect * view.distance);
    if (share < .25 || share > .4) wrong.push(`${share} of a picture ${aspect} times as wide as high`);
  }
  return wrong.join('; ');
};
// A shell that finds the program and the library as this build has them, and a compiler for what is written here.
const builds = process.env.SANITIZED !== 'yes'; // what is not instrumented cannot be linked with what is
function shellOf(home) {
  const cli = dirname(resolve(process.env.CRITTER)), build = dirname(dirname(cli)), bin = join(home, 'bin'),
    flags = ['-Wall', '-Werror', `-I${process.env.SOURCE}/include`, `-I${build}/include`, `${build}/src/libcritter.so`,
      `-Wl,-rpath,${build}/src`];
  mkdirSync(bin);
  writeFileSync(join(bin, 'pkg-config'), `#!/bin/sh\necho '${flags.join(' ')}'\n`, {mode: 0o755});
  return {...process.env, HOME: home, PATH: `${bin}:${cli}:${process.env.PATH}`};
}
// What becomes of the lines that the page has for a way in, pasted into a shell.
async function pasted(v, way, cwd, env, program = lines => lines) {
  await v.page.locator('#ways').getByRole('button', {name: way, exact: true}).click();
  const shell = spawn('sh', ['-ec', program(await text(v, 'lines'))], {env, cwd});
  let said = '';
  for (const out of [shell.stdout, shell.stderr]) out.on('data', bytes => { said += bytes; });
  return {code: await new Promise(over => shell.on('close', over)), said};
}
// Lines in C are compiled and run; those in Python, too, where their package is, and elsewhere they are seen to be
// Python.
async function tryPrograms(v, python, module, cwd, env) {
  const there = spawnSync('python3', ['-c', `import ${module}`], {env}).status === 0;
  const parse = `python3 -c 'import sys; compile(sys.stdin.read(), "pasted", "exec")' `,
    parsed = lines => lines.replace(/[^]*python3 - (?=<<)/, parse);
  const py = await pasted(v, python, cwd, env, there ? undefined : parsed);
  equal(py.code, 0, `what was pasted for ${python} says ${py.said}`);
  if (!builds) return;
  const c = await pasted(v, 'C', cwd, env);
  equal(c.code, 0, `what was pasted in C says ${c.said}`);
}
// Nobody is asked about sound twice; a page that is new each time would be.
const quiet = page => page.addInitScript(() => localStorage.setItem('critter-sound', 'off'));

export function firstUse(first, browser) {
  // A page and its program cost half a second each: cases that need nothing of their own share a table, and begin a
  // life anew on it.
  let table, on;
  const anew = async () => {
    if (!on) {
      table = await start({more: ['--no-browser', '--no-boot']});
      return on = await open(browser, table.url, {plain: true, prepare: quiet});
    }
    const {life} = on.welcome;
    await on.page.evaluate(() => window.critter.live.send('Restart', {seed: 1}));
    await on.until('it begins anew', () => on.welcome.life > life && on.frame.view.tick < 300);
    return on;
  };
  first('three robots, three lives', async () => {
    const room = await start({words: ['playroom'], more: ['--no-browser']});
    const v = await open(browser, room.url, {plain: true, prepare: quiet}), robot = i => v.frame.world.robots[i];
    await v.page.waitForFunction(() => document.querySelectorAll('#who button').length === 3, null,
      {timeout: PATIENCE_MS});
    // each with its face, what it does and its mood
    await v.page.waitForFunction(() => { const [vector, cozmo] = document.querySelectorAll('#who button'),
      lit = c => c.querySelector('canvas').getContext('2d').getImageData(0, 0, 128, 64).data.some((v, i) =>
        i % 4 === 1 && v > 100), words = c => c.querySelector('small').textContent;
      return lit(vector) && lit(cozmo) && [vector, cozmo].every(c =>
        /^[a-z].* · (calm|quiet|lively|excited|frustrated|asleep)$/.test(words(c))); }, null, {timeout: PATIENCE_MS});
    equal(await v.page.evaluate(pickedWords), '', 'the words of the picker');
    await v.page.locator('#who').getByRole('button', {name: 'Cozmo'}).click();
    await v.until('it is Cozmo that is watched', () => v.frame.robot === 2);
    equal(await v.page.title(), 'Cozmo · Critter', 'the title');
    await shows(v, 'state', /^Cozmo /);
    await v.page.locator('#scene').focus();
    await v.page.keyboard.down('s');
    await v.until('Cozmo drives', () => speed(robot(1)) > 0.04);
    await shows(v, 'events', /is driven from the page/);
    await v.page.keyboard.up('s');
    await v.until('Cozmo stands', () => speed(robot(1)) < 0.005);
    await v.page.locator('#things').getByRole('button', {name: 'pleo', exact: true}).click(); // or by taking it in hand
    await shows(v, 'does', /^Pleo [a-z]/); // he lives, too, and wants something
    await v.page.waitForFunction(() => /hunger/.test(document.getElementById('drives').textContent), null,
      {timeout: PATIENCE_MS});
    equal(await v.page.locator('#need').isVisible(), false, 'something that he needs');
    equal(await v.page.locator('#face').isVisible(), false, 'a face of a Pleo');
    ok((await v.page.textContent('#tries')).includes('Stroke its back'), 'what is offered is for a Pleo');
    equal(await v.page.locator('#clips, #settings, #feelings, #stick, #wheel').evaluateAll(all =>
      all.filter(e => e.checkVisibility()).map(e => e.id).join()), '', 'what a Pleo does not have');
    await v.page.locator('#scene').focus();
    await v.page.keyboard.press('w'); // nor is he driven: nothing is refused
    await v.page.locator('#who').getByRole('button', {name: 'Vector'}).click();
    await shows(v, 'state', /^Vector /);
    await shows(v, 'events', /woke up/); // what happened to him; he may have driven, but by himself
    ok(!/driven from the page/.test(await v.page.locator('#events').innerText()), 'nobody drove Vector');
    equal(v.refused.join('; '), '', 'what was refused');
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await room.end()).code, 0, 'exit code');
  });

  first('never a corpse: an empty robot has a line with a button, and wakes', async () => {
    const v = await anew();
    ok(v.frame.world.robots[0].charge > 0.9, 'it begins charged');
    await v.page.evaluate(() => window.critter.live.send('Battery', {what: 'vector', charge: 0.004}));
    await shows(v, 'need', /Vector's battery is empty/);
    await shows(v, 'state', /has an empty battery/);
    const empty_us = v.frame.world.time_us;
    await pace(v, 4);
    await v.until('its body is off', () => v.frame.world.time_us > empty_us + 4e6);
    const told = v.told.length;
    await v.page.locator('#need-help').click();
    await v.until('it charges', () => v.frame.world.robots[0].charging);
    await v.until('it wakes', () => v.told.slice(told).includes('woke up'));
    await v.page.waitForFunction(() => document.getElementById('need').hidden, null, {timeout: PATIENCE_MS});
    const felt = v.told.slice(told).filter(t => /falling|landed|poked|fist|petted|floor|lost/.test(t));
    equal(felt.join('; '), '', 'what it says it felt');
    const times = await v.page.evaluate(() =>
      [...document.querySelectorAll('#events time')].map(e => +e.title.slice(0, -2)));
    ok(times.every((t, i) => !i || t <= times[i - 1] + 0.1), `the log has one clock: ${times}`);
    equal(v.errors.join('; '), '', 'errors of the page');
  });

  first('a fist bump is a fist bump', async () => {
    const v = await anew(), told = v.told.length;
    await pace(v, 4);
    await v.until('it is awake', () => v.frame.view.tick > 100);
    await pace(v, 1);
    await v.page.locator('#things').getByRole('button', {name: 'vector', exact: true}).click();
    for (let tries = 6; tries && !v.told.slice(told).includes('got a fist bump'); tries--) { // it may be on its way
      const since = v.frame.world.time_us;
      await v.page.locator('#hands').getByRole('button', {name: 'Fist bump', exact: true}).click();
      await v.until('it knows', () => v.told.slice(told).includes('got a fist bump') ||
        (tries > 1 && v.frame.world.time_us > since + 10e6));
    }
    await v.until('and is glad', () => v.told.some(t => /for FistBumpSuccess/.test(t)));
    ok(!v.told.slice(told).includes('was poked'), `it is no poke: ${v.told.slice(told).join('; ')}`);
  });

  first('the first look: who lives here is in the picture; night is night', async () => {
    const desk = await start({more: ['--no-browser', '--no-boot']});
    const v = await open(browser, desk.url, {viewport: {width: 1100, height: 700}, prepare: quiet});
    await v.page.waitForFunction(() => window.critter.drawn() > 3, null, {timeout: PATIENCE_MS});
    const stage = await v.page.locator('#scene').boundingBox();
    for (const name of ['vector', 'Ada', 'cube', 'sofa']) {
      const [x, y] = await v.page.evaluate(n => window.critter.where(n), name);
      ok(x > 0 && x < stage.width && y > 0 && y < stage.height,
        `${name} is at ${x}, ${y} of ${stage.width} by ${stage.height}`);
    }
    const bright = async () => v.page.evaluate(async png => { // of what stands on the screen
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const c = Object.assign(document.createElement('canvas'), {width: 40, height: 30}), ink = c.getContext('2d');
      ink.drawImage(image, 0, 0, 40, 30);
      const d = ink.getImageData(0, 0, 40, 30).data;
      let sum = 0, green = 0;
      for (let i = 0; i < d.length; i += 4) sum += d[i] + d[i + 1] + d[i + 2], green += d[i + 1] > d[i] + 25;
      return [sum / (d.length / 4 * 3), green];
    }, (await v.page.locator('#scene').screenshot()).toString('base64'));
    const [day] = await bright();
    const lined = async () => v.page.evaluate(async png => { // dots of the line around what is in hand
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const c = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height});
      c.getContext('2d').drawImage(image, 0, 0);
      const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, line = [8, 122, 92];
      let dots = 0;
      for (let i = 0; i < d.length; i += 4) dots += line.every((v, k) => Math.abs(v - d[i + k]) < 6);
      return dots;
    }, (await v.page.locator('#scene').screenshot()).toString('base64'));
    const another = async () => {
      const now = await v.page.evaluate(() => window.critter.drawn());
      await v.page.waitForFunction(n => window.critter.drawn() > n + 2, now, {timeout: PATIENCE_MS});
    };
    equal(await v.page.evaluate(lookedAtFirst), '', 'people, and how large the robot is');
    equal(await v.page.evaluate(() => window.critter.pick(...window.critter.where('vector'))?.name), 'vector',
      'what stands where the robot is seen');
    equal(await v.page.evaluate(seenFrom), '', 'seen from behind it, and out of its eyes');
    for (const from of ['Follow', 'Its eyes', 'Around']) {
      await v.page.keyboard.press('v');
      equal(await v.page.locator('#views [aria-pressed=true]').textContent(), from, 'from where it is seen');
      await another();
      const out = await v.page.evaluate(() => window.critter.pick(5, 5)?.name); // what hands reach goes with it
      ok(from !== 'Its eyes' || out !== 'vector', 'nobody sees his own head');
    }
    const free = await lined();
    await v.page.locator('#things').getByRole('button', {name: 'cube'}).click();
    await another();
    const held = await lined();
    ok(held > free + 60, `dots of an outline: ${free} before the cube was chosen, ${held} after`);
    await v.page.locator('#hands .away').click();
    await another();
    ok(await lined() < free + 20, 'the outline goes when it is put away');
    await v.page.locator('#air').getByRole('button', {name: 'Light off'}).click();
    await v.until('it is dark', () => v.frame.world.lux < 5);
    await another();
    const [night] = await bright();
    ok(night < day / 3, `by day ${day}, at night ${night}`);
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await desk.end()).code, 0, 'exit code');
  });

  // Thin, turned and bent: what the robot sends to its display, and what the page shows of it.
  first("Cozmo's eyes on the page are those of the robot", async () => {
    const room = await start({words: ['cozmo'], more: ['--no-browser', '--no-boot']});
    const v = await open(browser, room.url, {plain: true, prepare: quiet});
    const eye = (high, turned, up, upTurned, down, bent) => [2, -1, 1, high, turned, .6, .6, .6, .6, .6, .6, .6, .6,
      up, upTurned, 0, down, 0, bent, 1, 1, 0, 0, 0, 0];
    for (const [whole, left, right] of [
      [[0, 0, 1, 1, 0], eye(1, 0, 0, 0, 0, 0), eye(1, 0, 0, 0, 0, 0)],
      [[-8, 3, 1, 1, 4], eye(.9, 3, .3, -12, .2, .3), eye(1.1, -4, .25, 14, .1, .4)],
      [[3, 0, 1, .06, -7], eye(1, 0, .3, 9, .2, 0), eye(1, 5, .4, 0, .4, 0)]]) {
      const numbers = [...whole, ...left, ...right], drawn = spawnSync(process.env.CRITTER,
        ['face', 'draw', '--style', 'cozmo', '--scale', '1', '-o', '-', '--', numbers.join(',')]);
      equal(drawn.status, 0, String(drawn.stderr));
      const [lit, both] = await v.page.evaluate(async ([png, face]) => {
        const {createFlatFace} = await import('/face_flat.js'), {STYLES} = await import('/face.js'),
          image = new Image(), ours = document.createElement('canvas'),
          theirs = Object.assign(document.createElement('canvas'), {width: 128, height: 64});
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        theirs.getContext('2d').drawImage(image, 0, 0);
        createFlatFace(ours, STYLES.cozmo)({numbers: face});
        const [a, b] = [theirs, ours].map(c => c.getContext('2d').getImageData(0, 0, 128, 64).data);
        let lit = 0, both = 0;
        for (let i = 1; i < a.length; i += 4) lit += a[i] > 9 || b[i] > 9, both += a[i] > 9 && b[i] > 9;
        return [lit, both];
      }, [drawn.stdout.toString('base64'), numbers]);
      ok(lit > 60 && both >= lit * .97, `${both} of ${lit} dots are lit in both, of ${numbers.slice(0, 5)}`);
    }
    await v.close();
    equal((await room.end()).code, 0, 'exit code');
  });

  first('the face stays in sight, the hint to hear does not come back', async () => {
    const desk = await start({more: ['--no-browser', '--no-boot']});
    const v = await open(browser, desk.url, {plain: true, camera: true, viewport: {width: 1100, height: 620}});
    await shows(v, 'hear-hint', /Tap to hear Vector/);
    await v.page.locator('#hear-no').click();
    await v.page.reload();
    await v.page.waitForFunction(() => window.critter?.drawn() > 1, null, {timeout: PATIENCE_MS});
    equal(await v.page.locator('#hear-hint').isVisible(), false, 'the hint after it was answered');
    await v.page.locator('#eyes > summary').click();
    await v.page.locator('#sliders').getByRole('slider').last().scrollIntoViewIfNeeded();
    ok(await inSight(v, 'face'), 'the face beside the sliders');
    await v.page.setViewportSize({width: 360, height: 700});
    await v.page.locator('#moods > summary').scrollIntoViewIfNeeded();
    await v.page.mouse.wheel(0, 900);
    ok(await inSight(v, 'face'), 'the face on a phone');
    const [wide, all] = await v.page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    ok(all <= wide, `the page is ${all} wide on a screen of ${wide}`);
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await desk.end()).code, 0, 'exit code');
  });

  first('a world arranged by hand is saved and opened again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'critter-saved-')), path = join(folder, 'mine.json');
    const v = await anew();
    const cube = () => v.frame.world.things.find(t => t.name === 'cube');
    try {
      await v.page.evaluate(() => window.critter.live.send('Place',
        {what: 'cube', x_m: 0.31, y_m: -0.22, z_m: 0, heading_deg: 30}));
      await v.until('the cube is elsewhere', () => Math.abs(cube().at_m[0] - 0.31) < 0.01);
      await v.page.getByRole('button', {name: 'World…'}).click();
      const [download] = await Promise.all([v.page.waitForEvent('download'), v.page.locator('#save').click()]);
      equal(download.suggestedFilename(), 'my-desk.json', 'the name of the file');
      await download.saveAs(path);
      const saved = JSON.parse(readFileSync(path, 'utf8'));
      ok(saved.things.some(t => t.cube && Math.abs(t.cube.x_m - 0.31) < 0.01), 'the cube in the file');
      await v.page.evaluate(() => window.critter.live.send('Place', {what: 'cube', x_m: 0, y_m: 0.3, z_m: 0}));
      await v.until('it was moved again', () => cube().at_m[1] > 0.25);
      const {life} = v.welcome;
      await v.page.setInputFiles('#file', path);
      await v.until('another life begins', () => v.welcome.life > life && v.frame.world.time_us < 20e6);
      await v.until('the cube is where it was saved', () => Math.abs(cube().at_m[0] - 0.31) < 0.01 &&
        Math.abs(cube().at_m[1] + 0.22) < 0.01);
      equal(v.errors.join('; '), '', 'errors of the page');
    } finally {
      rmSync(folder, {recursive: true});
    }
    await v.close();
    equal((await table.end()).code, 0, 'exit code');
  });

  first('what is typed to it it does, and why is told', async () => {
    const desk = await start({words: ['desk'], more: ['--no-browser', '--no-boot', '--set', 'touch.on_ms=80']});
    const v = await open(browser, desk.url, {plain: true, prepare: quiet});
    await v.page.fill('#told', 'what time is it');
    await v.page.keyboard.press('Enter');
    await shows(v, 'heard', /^It hears “Hey Vector, what time is it” and takes it as: what time it is\./);
    await v.page.locator('#phrases > summary').click();
    await v.page.waitForFunction(() => document.querySelectorAll('#phrase-list button').length > 200, null,
      {timeout: PATIENCE_MS});
    equal(await v.page.locator('#phrase-list button').evaluateAll(all => all.map(b => b.textContent)
      .filter(t => /[|(){}]/.test(t)).join()), '', 'phrases that nobody would say');
    await v.page.fill('#phrase-search', 'praise');
    await v.page.locator('#phrase-list').getByRole('button', {name: 'good robot'}).click();
    await shows(v, 'heard', /“Hey Vector, good robot” and takes it as: praise\./);
    await v.page.fill('#told', 'sprout wings');
    await v.page.keyboard.press('Enter');
    await shows(v, 'heard', /“Hey Vector, sprout wings” and does not know what to do: see “What it understands”\./);
    await v.page.fill('#told', 'x'.repeat(250)); // nothing that it knows, and too long with its name
    await v.page.keyboard.press('Enter');
    await shows(v, 'heard', /^It did not hear: /);
    // Settings: whom it knows is called otherwise, and forgotten when that was asked for twice; what is set is told.
    await v.page.locator('#settings > summary').click();
    await shows(v, 'knob-count', /^\d+ of \d{3} knobs differ/);
    await v.page.fill('#knob-search', 'touch');
    await shows(v, 'knobs', /touch\.on_ms80how long .*0.*2000.*usually 50/);
    await v.page.evaluate(() => window.critter.live.send('Owner', {features_on: 1})); // as a program switches abilities
    await v.until('an ability is on', () => v.settings?.features_on === 1);
    await v.page.locator('#owned').getByRole('combobox', {name: 'how loud it is'}).selectOption('low');
    await v.page.locator('#owned').getByRole('combobox', {name: 'units'}).selectOption('Celsius');
    await pace(v, 10);
    await v.page.locator('#minutes').fill('90');
    await v.page.getByRole('button', {name: 'Set a timer'}).click();
    await shows(v, 'timer-words', /^1:(30:00|2\d:\d\d) of its timer is left/);
    await shows(v, 'mind-state', /Its timer rings in 1:(30:00|2\d:\d\d)\..*Feature: [A-Z]\w+\./);
    await v.page.getByRole('button', {name: 'Stop it'}).click();
    await shows(v, 'timer-words', /^It counts for no timer/);
    await shows(v, 'photo-words', /^Its photos are not kept/); // nobody's programs reach it
    await v.page.evaluate(async () => { // it must have seen somebody first
      for (let tries = 200; tries; tries--) {
        const met = await window.critter.live.ask('KnowPerson', {person: -1, known: 1, name: 'Ada'}).catch(() => null);
        if (met) return;
        await new Promise(soon => setTimeout(soon, 300));
      }
    });
    await v.page.waitForFunction(() => document.querySelector('#faces input')?.value === 'Ada', null,
      {timeout: PATIENCE_MS});
    await pace(v, 1);
    // The name is told when the button beside it is pressed, and that button is still there when it is let go.
    await v.page.locator('#faces input').fill('Eve <i>');
    await v.page.locator('#faces button').hover();
    await v.page.mouse.down();
    await v.until('its new name is told', () => v.settings?.people.some(p => p.name === 'Eve <i>'));
    await pace(v, 1);
    await v.page.mouse.up();
    await shows(v, 'faces', /^Yes, forget Eve <i>$/);
    equal(await v.page.locator('#owned select').evaluateAll(all => [all[0].value, all[3].value].join()), '1,C',
      'what was set, as it is told');
    equal(v.settings.features_on, 1, 'the abilities that are on, which the page does not show');
    await v.page.locator('#faces button').click();
    await shows(v, 'knows', /^It knows nobody by name/);
    const said = words => v.page.waitForFunction(w => [...document.querySelectorAll('#events li')]
      .some(li => new RegExp(w).test(li.textContent)), words, {timeout: PATIENCE_MS});
    await said('you say: Hey Vector, what time is it');
    await said('understood what was said');
    await v.page.getByRole('button', {name: 'Why?'}).click();
    await said('It .*, because ');
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await desk.end()).code, 0, 'exit code');
  });

  first('first sight: a sentence, three things to try, what it recognises; the workbench behind a key', async () => {
    const desk = await start({words: ['desk'], more: ['--no-browser', '--no-boot']});
    const v = await open(browser, desk.url, {plain: true, camera: true, bench: false, prepare: quiet});
    const tries = () => v.page.locator('#tries button').allTextContents();
    await shows(v, 'does', /^Vector [a-z].*\.$/);
    await shows(v, 'because', /^Because [a-z].*\.$/);
    equal(await v.page.locator('#facts, #log, #clips, #moods, #eyes').evaluateAll(all =>
      all.filter(e => e.checkVisibility()).length), 0, 'parts of the workbench');
    equal((await tries()).length, 3, 'things to try');
    const at = await v.page.evaluate(() => { document.querySelector('[data-id=cube]').click();
      return document.querySelector('[data-id=cube]').className; });
    equal(at, 'tapped', 'a tap shows at once');
    await v.until('the cube is shown', () => v.told.includes('a hand puts cube down'));
    await v.page.waitForFunction(() => document.querySelector('#seen b'), null, {timeout: PATIENCE_MS});
    await v.camera(false);
    const calm = await feels(v, 'happy');
    await v.page.getByRole('button', {name: 'Stroke me'}).click();
    await v.until('it likes it', () => v.told.includes('is being petted'));
    await v.page.waitForFunction(() => [...document.querySelectorAll('#does, #before')]
      .some(e => /enjoys being stroked/.test(e.textContent)), null, {timeout: PATIENCE_MS});
    await v.page.waitForFunction(() => !/Stroke me|cube/.test(document.getElementById('tries').textContent), null,
      {timeout: PATIENCE_MS});
    equal((await tries()).length, 3, 'others take their place');
    await shows(v, 'stirs', /was stroked/);
    await v.page.waitForFunction(low => +document.querySelector('#curves output').textContent > low + .02, calm,
      {timeout: PATIENCE_MS}); // happier than before
    await v.page.locator('#stirs li').last().focus();
    ok(await v.page.evaluate(() => document.querySelector('#dots .at')), 'its moment on the line of time');
    await v.page.locator('#scene').focus();
    await v.page.keyboard.press('`');
    await shows(v, 'log', /somebody|hand/);
    await v.page.waitForFunction(() => { // what the sentence says is what runs, at the end of the branch
      const runs = [...document.querySelectorAll('#stack .runs > button span')].map(e => e.textContent);
      return runs[0] === 'is alive' && document.getElementById('does').textContent === `Vector ${runs.at(-1)}.`;
    }, null, {timeout: PATIENCE_MS});
    const behind = await v.page.evaluate(() => { // who is tapped explains itself
      document.querySelector('#stack .unwilling button').click();
      return document.querySelector('#stack .about').textContent;
    });
    ok(/there is no cause for it now\.[A-Z]\w+Make it do this$/.test(behind), `one that does not run says: ${behind}`);
    // It is made to do something, when that was asked for twice; and is let go.
    const node = 'Nothing'; // it does not end by itself
    await v.page.evaluate(id => {
      const find = () => document.querySelector(`#stack [data-node=${id}]`);
      if (!find()) [...document.querySelectorAll('#stack button')].findLast(b =>
        /more that come later/.test(b.textContent)).click();
      find().click();
    }, node);
    await v.page.locator('#acts > summary').click();
    await shows(v, 'parts', /^wheels: (nobody|idling|a clip|an action|a reflex) · head: /);
    await shows(v, 'percept-list', /(cube|charger|somebody), \d+ cm .*, seen .*its battery at \d+ %/);
    await shows(v, 'doing-list', /asked by its mind|nothing that takes time/);
    const force = v.page.locator('#stack [data-id=force]');
    await force.click();
    equal(v.sent.filter(m => 'Force' in m).length, 0, 'it was forced before it was asked for twice');
    await shows(v, 'stack', /Yes, now, whatever it does/);
    await force.click();
    await v.until('it is told so', () => v.sent.some(m => m.Force?.node === node));
    await shows(v, 'mind-state', /^It does as it was told/);
    await v.page.getByRole('button', {name: 'Let it choose again'}).click();
    await v.until('it is let go', () => v.sent.some(m => m.Force?.node === ''));
    await v.page.waitForFunction(() => !document.getElementById('unforce').checkVisibility(), null,
      {timeout: PATIENCE_MS});
    equal(await v.page.evaluate(pressedLists), '', 'lists that are drawn anew while they are pressed');
    equal(await v.page.evaluate(drawnParts), '', 'tree, curves and map are drawn as they are told');
    await v.page.locator('#known > summary').click();
    await shows(v, 'chart-words', /^It knows \d\.\d m² of the floor, and where .*(cube|face).* (is|are)\./);
    await v.page.waitForFunction(() => { // green: what it believes, itself among it
      const c = document.getElementById('chart'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      let dots = 0;
      for (let i = 0; i < d.length; i += 4) dots += `${d.slice(i, i + 4)}` === '8,121,90,255';
      return dots > 80;
    }, null, {timeout: PATIENCE_MS});
    await v.page.reload();
    await shows(v, 'facts', /Battery/); // who opened it keeps it
    await shows(v, 'does', /^Vector [a-z]/);
    ok(!(await tries()).includes('Stroke me'), 'what was found out is not offered again');
    const words = await v.page.locator('#first').innerText();
    ok(!/[a-z][A-Z]/.test(words), `names of nodes among the words: ${words}`);
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await desk.end()).code, 0, 'exit code');
  });

  first('a drag turns the view where nothing was taken, and who fell is helped up first', async () => {
    const desk = await start({words: ['desk'], more: ['--no-browser', '--no-boot']});
    const v = await open(browser, desk.url, {plain: true, prepare: quiet});
    const ada = () => v.frame.world.people[0].at_m, sent = () => v.page.evaluate(() => window.critter.walks ?? 0);
    await v.page.evaluate(() => { const {live} = window.critter, send = live.send; window.critter.walks = 0;
      live.send = (name, body) => { if (name === 'Walk') window.critter.walks++; send.call(live, name, body); }; });
    const drag = async () => {
      const at = await v.page.evaluate(name => { const box = document.getElementById('scene').getBoundingClientRect(),
        [x, y] = window.critter.where(name); return [box.left + x, box.top + y]; }, v.frame.world.people[0].name);
      await v.page.mouse.move(...at);
      await v.page.mouse.down();
      for (let i = 1; i <= 8; i++) await v.page.mouse.move(at[0] + 5 * i, at[1]);
      await v.page.mouse.up();
    };
    const before = ada();
    await drag();
    equal(await sent(), 0, 'she was not carried');
    equal(JSON.stringify(ada()), JSON.stringify(before), 'where she is');
    await v.page.locator('#things').getByRole('button', {name: v.frame.world.people[0].name}).click();
    await drag();
    ok(await sent() > 0, 'she walks when she was taken in hand');
    await v.page.evaluate(() => { window.critter.live.send('Battery', {what: 'vector', charge: 0.05});
      window.critter.live.send('Tip', {what: 'vector'}); });
    await shows(v, 'need', /Vector fell over/);
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await desk.end()).code, 0, 'exit code');
  });

  first('what the page says of programs can be pasted; who leads is shown, and loses it by two taps', async () => {
    const home = mkdtempSync(join(tmpdir(), 'critter it\'s-')), env = shellOf(home);
    const room = await start({more: ['--no-browser', '--no-boot', '--sdk', '127.0.0.1:0', '--state',
      join(home, 'state')]});
    const v = await open(browser, room.url, {plain: true, bench: false, prepare: quiet});
    await v.page.locator('#connect summary').click();
    await shows(v, 'connected', /^No program is connected/);
    await shows(v, 'leader', /^Vector does as it likes/);
    equal(await v.page.locator('#take').isVisible(), false, 'something to take back');
    const curl = await pasted(v, 'curl', home, env);
    ok(/"battery_volts":[34]/.test(curl.said), `what was pasted into a shell says: ${curl.said}`);
    await shows(v, 'calls', /^BatteryState/);
    await tryPrograms(v, 'Python SDK', 'anki_vector', home, env);
    if (builds) await shows(v, 'calls', /^SayText/);
    const program = launch(['sdk', 'call', 'BehaviorControl', '{"control_request": {"priority": 20}}', '--config',
      join(home, '.anki_vector'), '--seconds', '600']);
    let heard = '';
    program.stdout.on('data', bytes => { heard += bytes; });
    await shows(v, 'connected', /^A program is connected/);
    await shows(v, 'leader', /^A program leads Vector/);
    equal(await v.page.getAttribute('#light', 'class'), 'on', 'the light');
    await v.page.locator('#take').click();
    await shows(v, 'take', /^Yes/);
    equal(v.sent.filter(m => 'TakeBack' in m).length, 0, 'it was taken before it was asked for twice');
    await v.page.locator('#take').click();
    await shows(v, 'leader', /^Vector does as it likes/);
    await v.until('that is told', () => v.told.includes('somebody at the page takes it back'));
    await shows(v, 'connected', /^A program is connected/); // it is still there, and was told
    ok(/control_lost_event/.test(heard), `what the program heard: ${heard}`);
    // A photo of what it sees: taken, shown, deleted when that was asked for twice.
    await v.page.locator('#settings > summary').click();
    await shows(v, 'owned', /^NameVector-[A-Z0-9]{4}, serial [0-9a-f]{8}/);
    await shows(v, 'photo-words', /^It took no photos yet/);
    await v.page.locator('#photo-take').click();
    const wide = (selector, px) => v.page.waitForFunction(([s, n]) => document.querySelector(s)?.naturalWidth >= n,
      [selector, px], {timeout: PATIENCE_MS});
    await wide('#photo-list img', 100);
    await v.page.locator('#photo-list button').click();
    await wide('#photo-large img', 640);
    await v.page.getByRole('button', {name: 'Delete', exact: true}).click();
    equal(v.sent.filter(m => 'DeletePhoto' in m).length, 0, 'it was deleted before it was asked for twice');
    await v.page.getByRole('button', {name: 'Yes, delete it'}).click();
    await shows(v, 'photo-words', /^It took no photos yet/);
    equal(await v.page.locator('#photo-list img').count(), 0, 'photos');
    await v.page.evaluate(() => window.critter.live.send('ShowPhoto', {id: 1}));
    await v.until('what is gone is refused', () => v.refused.some(r => /^ShowPhoto: there is no photo 1/.test(r)));
    await v.page.evaluate(() => window.critter.live.send('TakeBack'));
    await v.until('there is nothing more to take', () => v.refused.some(r => /^TakeBack: .*nobody leads/.test(r)));
    program.kill('SIGINT');
    await shows(v, 'connected', /^No program is connected/);
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await room.end()).code, 0, 'exit code');
    rmSync(home, {recursive: true});
  });

  first('a program that takes Cozmo is named, and controls wait', async () => {
    const room = await start({words: ['cozmo'], more: ['--no-browser', '--no-boot', '--air', '127.0.0.1:0']});
    const v = await open(browser, room.url, {plain: true, prepare: quiet});
    const at = /find it at (127\.0\.0\.1:\d+)/.exec(room.said())?.[1];
    ok(at, `where programs find it: ${room.said()}`);
    const folder = mkdtempSync(join(tmpdir(), 'critter-guest-'));
    await v.page.locator('#connect summary').click();
    await tryPrograms(v, 'pycozmo', 'pycozmo', folder, shellOf(folder));
    rmSync(folder, {recursive: true});
    await v.until('whoever was tried has gone', () => !v.frame.guests.length);
    const guest = launch(['cozmo', 'drive', '--at', at, '--left', '20', '--right', '-20', '--seconds', '600']);
    await shows(v, 'need', /A program drives Cozmo/);
    await shows(v, 'state', /is driven by a program/);
    equal(await v.page.evaluate(() => document.getElementById('clips').inert &&
      document.getElementById('moods').inert), true, 'controls wait');
    await v.until('it is seen where it is', () => Math.abs(v.frame.view.heading_rad -
      2 * Math.atan2(v.frame.world.robots[0].turn[3], v.frame.world.robots[0].turn[0])) % (2 * Math.PI) < 1e-3);
    await v.page.waitForFunction(() => document.getElementById('events').textContent.includes('is led by a program'),
      null, {timeout: PATIENCE_MS});
    await v.page.waitForFunction(() => !document.getElementById('glass').hidden, null, {timeout: PATIENCE_MS});
    ok(!v.told.some(t => /lost its body/.test(t)), 'no lost body');
    const told = v.told.length, lent_us = v.frame.world.time_us;
    await pace(v, 4);
    await v.until('some seconds go by', () => v.frame.world.time_us > lent_us + 6e6);
    equal(v.told.slice(told).filter(t => /^plays/.test(t)).join('; '), '', 'what its own mind does meanwhile');
    await shows(v, 'connect', /Connect a program/);
    await shows(v, 'leader', /^A program leads Cozmo/);
    await v.page.locator('#ways').getByRole('button', {name: 'pycozmo'}).click();
    await shows(v, 'lines', new RegExp(`ROBOT_ADDR = \\("127.0.0.1", ${at.split(':')[1]}\\)`));
    await v.page.locator('#ways').getByRole('button', {name: 'Terminal'}).click();
    await shows(v, 'lines', new RegExp(`critter cozmo drive --at ${at} `));
    await v.page.locator('#take').click(); // it asks once
    await v.page.locator('#take.sure').click();
    await v.until('nobody has him', () => !v.frame.guests.length);
    await shows(v, 'leader', /^Cozmo does as it likes/);
    await v.page.waitForFunction(() => !document.getElementById('moods').inert, null, {timeout: PATIENCE_MS});
    guest.kill('SIGINT');
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await room.end()).code, 0, 'exit code');
  });
}
