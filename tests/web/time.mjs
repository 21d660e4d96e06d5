// Time on the page: skipped and answered by the diary, scrubbed, gone on from, kept as a link and a file, lived again.
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ok, equal} from './tap.mjs';
import {start, open, PATIENCE_MS} from './viewer.mjs';

const shows = (v, id, pattern) => v.page.waitForFunction(([i, p]) => {
  const e = document.getElementById(i);
  return e.checkVisibility() && new RegExp(p).test(e.textContent);
}, [id, pattern.source], {timeout: PATIENCE_MS});
const press = (v, name) => v.page.getByRole('button', {name, exact: true}).click();
// What is worked out without a robot; empty: as it should be.
const workedOut = async () => {
  const {untilClock, untilTomorrow} = await import('/skip.js'), {before, clock} = await import('/timeline.js'),
    {crc32} = await import('/zip.js'), {lettersOf} = await import('/keep.js'),
    {newsOf} = await import('/diary.js'), wrong = [];
  const same = (what, got, expected) => { if (got !== expected) wrong.push(`${what}: ${got}`); };
  same('from nine to ten in the evening', untilClock(9 * 3600, 22 * 3600), 13 * 3600);
  same('at ten in the evening', untilClock(22 * 3600 + 86400 * 5, 22 * 3600), 86400);
  same('tomorrow, said at eleven in the evening', untilTomorrow(23 * 3600), 9 * 3600);
  same('tomorrow, said in the morning', untilTomorrow(7.5 * 3600 + 86400), 24.5 * 3600);
  same('tomorrow, said at one in the night', untilTomorrow(3600), 7 * 3600);
  same('what came before', before([{time_us: 1}, {time_us: 5}], 4)?.time_us, 1);
  same('before everything', before([{time_us: 1}], 0), undefined);
  same('an hour', clock(3723e6), '1:02:03');
  same('the check of "123456789"', crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
  same('a diary without lines', /nothing yet/.test(newsOf([], 5)), true);
  same('a night without news', /nothing new/.test(newsOf([{at_us: 3}, {at_us: 4}], 5)), true);
  same('one with news', newsOf([{at_us: 3}, {at_us: 6}], 5), '');
  same('nothing was skipped', newsOf([{at_us: 3}], Infinity), '');
  same('letters of many bytes', atob(lettersOf(new Uint8Array(70000).fill(7))).length, 70000);
  return wrong.join('; ');
};

export function time(lane, browser) {
  let room, v, link;
  const home = mkdtempSync(join(tmpdir(), 'critter-time-'));
  const written = () => readdirSync(home).sort().filter(f => /^diary-.*json$/.test(f)).flatMap(f =>
    JSON.parse(readFileSync(join(home, f), 'utf8')).document.lines.map(l => `${f.slice(6, 16)} ${l.time}  ${l.words}`));
  // The whole hour, and a night, are lived by make soak.
  lane('time is skipped until somebody ends that, and its diary and its moods answer', async () => {
    room = await start({words: ['household'], more: ['--no-browser', '--seed', '3', '--state', home]});
    v = await open(browser, room.url, {plain: true, prepare: page => page.addInitScript(() =>
      localStorage.setItem('critter-sound', 'off'))});
    equal(await v.page.evaluate(workedOut), '', 'what is worked out');
    await shows(v, 'clock', /^07:3\d$/);
    await press(v, 'Time…');
    await v.page.evaluate(() => window.critter.live.send('Pet', {what: 'vector', seconds: 1}));
    await v.until('it is petted', () => v.told.includes('is being petted'));
    const from = v.frame.world.time_us, frames = v.frames;
    await press(v, 'in an hour');
    await shows(v, 'skip-words', /^Time flies: .* of 60 min$/);
    await v.page.evaluate(() => window.critter.live.send('Poke', {what: 'vector'}));
    await v.until('hands wait meanwhile', () => v.refused.some(r => /^Poke: .*time is being skipped/.test(r)) ||
      v.frame.world.time_us >= from + 3600e6);
    await v.until('some minutes went by', () => v.frame.world.time_us >= from + 480e6);
    ok(v.frames > frames + 1, 'the page lives meanwhile');
    await press(v, 'Stop here');
    await shows(v, 'kept', /^(\d+ min|1 h) went by/);
    await v.page.waitForFunction(() => document.querySelectorAll('#diary-lines .fresh').length >= 3, null,
      {timeout: PATIENCE_MS});
    await v.page.waitForFunction(() => /^\d+ min ago$/.test(document.getElementById('since').textContent) &&
      document.querySelector('#curves polyline').getAttribute('points').split(' ').length > 20, null,
      {timeout: PATIENCE_MS});
    await shows(v, 'clock', /^0(7:[345]\d|8:[0-3]\d)$/);
    equal(v.refused.filter(r => !/^Poke/.test(r)).join('; '), '', 'what was refused');
  });
  lane('the line of a life is scrubbed, and gone on from to the same life', async () => {
    await v.page.waitForFunction(() => document.querySelectorAll('#marks i').length > 1, null, {timeout: PATIENCE_MS});
    const scrub = us => v.page.evaluate(at => { const e = document.getElementById('then');
      e.value = at, e.dispatchEvent(new Event('input')); }, us);
    await scrub(240e6);
    await shows(v, 'then-words', /^So it was at 4:00/);
    const at = await v.page.waitForFunction(() => { const w = window.critter.state.frame.world;
      return w.time_us > 200e6 && w.time_us <= 240e6 &&
        JSON.stringify([w.time_us, w.robots[0].at_m, w.robots[0].turn]); },
    null, {timeout: PATIENCE_MS}).then(h => h.jsonValue());
    const pokes = v.sent.filter(m => 'Poke' in m).length;
    await v.page.evaluate(() => window.critter.live.send('Poke', {what: 'vector'}));
    await shows(v, 'then-words', /^That was then/);
    equal(v.sent.filter(m => 'Poke' in m).length, pokes, 'a hand that reached into what was');
    await press(v, 'Back to now');
    await v.page.waitForFunction(() => window.critter.state.frame.world.time_us > 480e6, null, {timeout: PATIENCE_MS});
    const then_us = JSON.parse(at)[0];
    await scrub(then_us);
    await press(v, 'Go on from here');
    equal(v.sent.filter(m => 'Relive' in m).length, 0, 'it asks once');
    const life = v.welcome.life;
    await press(v, 'Yes, forget what came after');
    await v.until('it lives again', () => v.welcome.life > life && v.frame.world.time_us >= then_us &&
      v.frame.world.time_us < 480e6); // what came after is forgotten
    await v.page.waitForFunction(() => document.getElementById('skip').hidden, null, {timeout: PATIENCE_MS});
    const moment = await v.page.evaluate(us => window.critter.live.ask('Moment', {time_us: us}), then_us);
    equal(JSON.stringify([moment.world.time_us, moment.world.robots[0].at_m, moment.world.robots[0].turn]), at,
      'the moment that was gone on from');
  });
  lane('a link carries a life, which is the same to the byte; one that is forged changes nothing', async () => {
    const life = v.welcome.life;
    await v.page.evaluate(() => window.critter.live.send('Tip', {what: 'vector'})); // what hands do is in it
    await v.until('it fell', () => v.told.some(t => /tips vector over|hand tips|fell/.test(t)));
    await v.page.evaluate(() => { window.critter.live.send('Pace', {paused: true, speed: 1});
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: async () => 0}}); });
    await v.until('it is paused', () => v.frame.paused);
    await press(v, 'Copy a link');
    await shows(v, 'kept', /^The link is copied/);
    link = await v.page.inputValue('#address');
    ok(link.length < 8192 && /#life=[\w-]+$/.test(link), `the link: ${link.length} letters`);
    const then_us = v.frame.world.time_us;
    for (const bad of [link.slice(0, -60), link.slice(0, -40) + 'A'.repeat(40), link.replace(/life=.*/,
      'life=bm90aGluZw')]) {
      const refused = v.refused.length;
      await v.page.evaluate(l => { location.hash = new URL(l).hash; }, bad);
      await shows(v, 'offer-words', /^This link holds a life/);
      await press(v, 'Live it');
      await v.until('it is refused', () => v.refused.length > refused && /^Load: /.test(v.refused.at(-1)));
      await shows(v, 'kept', /^That life cannot be lived here: /);
    }
    equal(v.welcome.life, life, 'the life that goes on');
    await v.page.evaluate(l => { location.hash = new URL(l).hash; }, link);
    await press(v, 'No');
    await v.page.goto(`${room.url}index.html`);
    await v.page.goto(link); // as somebody opens it
    await shows(v, 'offer-words', /ends the life that runs here/);
    await press(v, 'Live it');
    await v.until('it is lived', () => v.welcome.life > life && v.frame.world.time_us >= then_us && !v.frame.paused);
    await v.page.waitForFunction(() => document.getElementById('skip').hidden, null, {timeout: PATIENCE_MS});
    ok(!v.told.some(t => /another life/.test(t)), 'it is the same life'); // the recording ends with its world's hash
    equal(await v.page.evaluate(() => location.hash), '', 'the link was taken');
  });
  lane('a life as a file, and its last ten seconds as pictures', async () => {
    await press(v, 'Time…');
    const saved = async name => { const [file] = await Promise.all([v.page.waitForEvent('download'), press(v, name)]);
      return {name: file.suggestedFilename(), bytes: readFileSync(await file.path())}; };
    const life = await saved('Save this life');
    ok(/^household-3\.tape$/.test(life.name), life.name);
    equal(life.bytes.subarray(0, 17).toString(), 'critter recording', 'how it begins');
    await v.page.evaluate(() => window.critter.live.send('Pace', {paused: false, speed: 1}));
    const from = v.frame.world.time_us;
    await v.until('some seconds go by', () => v.frame.world.time_us > from + 2e6);
    const zip = await saved('Save the last 10 s'), names = zip.bytes.toString('latin1').match(/at-\d\d\.\d-s\.jpg/g);
    equal(zip.bytes.readUInt32LE(0), 0x04034b50, 'a zip archive');
    ok(names.length >= 10, `pictures: ${names}`);
    ok(/household-3\.tape/.test(zip.bytes.toString('latin1')), 'the life is with them');
    const before = v.welcome.life;
    await v.page.locator('#life-file').setInputFiles({name: life.name, mimeType: 'application/octet-stream',
      buffer: life.bytes});
    await shows(v, 'offer-words', /household-3\.tape holds a life/);
    await press(v, 'Watch it');
    await v.until('it begins at its beginning', () => v.welcome.life > before && v.frame.world.time_us < 60e6);
    // It went back, lived a link and watches a file: of what it lived again nothing was written twice.
    const lines = written();
    ok(lines.length >= 3, `lines of its diary on disk: ${lines}`);
    equal(lines.filter((l, i) => i && l.slice(0, 16) < lines[i - 1].slice(0, 16)).join('; '), '',
      `lines out of their order, of ${lines.join('; ')}`);
    equal(new Set(lines).size, lines.length, `each line once, of ${lines.join('; ')}`);
    await shows(v, 'then-words', /of a recording that is played/);
    await v.page.evaluate(() => window.critter.live.send('Poke', {what: 'vector'}));
    await v.until('a hand ends that', () => v.told.includes('somebody takes over: the recording ends here'));
    equal(v.errors.join('; '), '', 'errors of the page');
    await v.close();
    equal((await room.end()).code, 0, 'exit code');
    rmSync(home, {recursive: true});
  });
}
