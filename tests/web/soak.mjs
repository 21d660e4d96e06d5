// The page for a long time: an hour is skipped and a night, and answered by the diary; then it is looked at with every
// panel open, and neither the program nor the tab may grow. tools/soak runs it.
//
//   CRITTER=… CHROMIUM=… MODULES=… node soak.mjs [hours to look, 1]
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {equal, note, ok, run, lane} from './tap.mjs';
import {start, open, PATIENCE_MS} from './viewer.mjs';

const {chromium} = createRequire(`${process.env.MODULES}/`)('playwright-core');
const hours = +(process.argv[2] ?? 1), HOUR_S = 3600, LOOKS = 30, GROWS = 1.1;
const browser = await chromium.launch({executablePath: process.env.CHROMIUM, timeout: 4 * PATIENCE_MS,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info']});
const lines = v => v.page.evaluate(() => document.querySelectorAll('#diary-lines .fresh').length);
const long = lane('long');
let room, v;

const NEVER = 24 * HOUR_S * 1000; // however busy the machine is
async function skip(name, seconds) {
  const from = v.frame.world.time_us, since = performance.now();
  await v.page.getByRole('button', {name, exact: true}).click();
  await v.page.waitForFunction(us => window.critter.state.frame?.world.time_us >= us &&
    document.getElementById('skip').hidden, from + seconds * 1e6, {timeout: NEVER, polling: 1000});
  note(`${name}: ${seconds} s in ${((performance.now() - since) / 1000).toFixed(1)} s`);
}
long('an hour is skipped, and its diary answers', async () => {
  room = await start({words: ['household'], more: ['--no-browser', '--seed', '3']});
  v = await open(browser, room.url, {plain: true});
  await v.page.getByRole('button', {name: 'Time…', exact: true}).click();
  await skip('in an hour', HOUR_S);
  await v.page.waitForFunction(() => document.querySelectorAll('#diary-lines .fresh').length > 15, null,
    {timeout: PATIENCE_MS});
  note(`${await lines(v)} lines of its diary`);
});
long('a night is skipped', async () => {
  await skip('tonight', 13 * HOUR_S);
  await skip('tomorrow', 9 * HOUR_S);
  await v.page.waitForFunction(() => /^08:0\d$/.test(document.getElementById('clock').textContent), null,
    {timeout: PATIENCE_MS});
  note(`${await lines(v)} lines of its diary`);
});
long('neither the program nor the tab grows, with every panel open', async () => {
  await v.page.evaluate(() => { for (const d of document.querySelectorAll('aside details')) d.open = true; });
  await v.camera(true);
  const cdp = await v.context.newCDPSession(v.page), program = [], tab = [];
  await cdp.send('Performance.enable');
  for (let i = 0; i < LOOKS; i++) {
    await v.page.waitForTimeout(hours * HOUR_S * 1000 / LOOKS);
    await cdp.send('HeapProfiler.collectGarbage');
    const {metrics} = await cdp.send('Performance.getMetrics');
    tab.push(metrics.find(m => m.name === 'JSHeapUsedSize').value / 1e6);
    program.push(+/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${room.child.pid}/status`, 'utf8'))[1] / 1000);
    v.told.length = v.sent.length = v.binary.length = 0; // the test's own
  }
  // After its first third everything is open and full: from then on it stays.
  const mean = list => list.reduce((sum, x) => sum + x, 0) / list.length, third = LOOKS / 3;
  for (const [name, list] of [['program', program], ['tab', tab]]) {
    const before = mean(list.slice(third, 2 * third)), after = mean(list.slice(2 * third));
    note(`${name}: ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`);
    ok(after < before * GROWS, `the ${name} grows from ${before.toFixed(1)} to ${after.toFixed(1)} MB`);
  }
  equal(v.errors.join('; '), '', 'errors of the page');
  await v.close();
  equal((await room.end()).code, 0, 'exit code');
});

const bad = await run([]);
await browser.close();
process.exit(bad ? 1 : 0);
