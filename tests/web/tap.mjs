// Test cases told as TAP. Those of one lane run one after another; two lanes run side by side, the longest first.
//
//   const touch = lane('touch');
//   touch('a thing is so', async () => { equal(1, 1, 'one'); });
//   await run(process.argv.slice(2));            // words pick cases by name; how many went wrong

// More pages at once than processors only wait for each other, and a page that waits is drawn all the same.
const AT_ONCE = 2;
const lanes = new Map();
export function lane(name) {
  const cases = [];
  lanes.set(name, cases);
  return (what, body) => cases.push({name: what, body});
}
const lines = text => String(text).replace(/^/gm, '# ');
export const note = text => console.log(lines(text));
export function ok(value, what) { if (!value) throw new Error(what); }
export function equal(got, expected, what) {
  if (got !== expected) throw new Error(`${what}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
}

export async function run(words, {after, over} = {}) { // after a case that failed; when a lane is over
  const names = [...lanes.values()].flat().map(c => c.name);
  const idle = words.filter(w => !names.some(name => name.includes(w)));
  for (const word of idle) console.error(`no case has "${word}" in its name`);
  if (idle.length) console.error(`there are:\n  ${names.join('\n  ')}`);
  if (idle.length) return idle.length; // a word that tries nothing must not pass for tests that pass
  const wanted = c => !words.length || words.some(w => c.name.includes(w));
  const chosen = new Map([...lanes].map(([name, cases]) => [name, cases.filter(wanted)]));
  console.log(`1..${[...chosen.values()].flat().length}`);
  let number = 0, bad = 0;
  const waiting = [...chosen].sort(([, a], [, b]) => b.length - a.length);
  const cross = async ([lane, cases]) => {
    for (const {name, body} of cases) {
      const begun = Date.now();
      let error = null;
      try { await body(); } catch (e) { error = e; bad++; }
      console.log(`${error ? 'not ok' : 'ok'} ${++number} - ${name}`);
      if (error) note(error.stack || error);
      if (error) await after?.(lane);
      note(`${Date.now() - begun} ms, in ${lane}`);
    }
    await over?.(lane);
  };
  await Promise.all(Array.from({length: AT_ONCE}, async () => {
    while (waiting.length) await cross(waiting.shift());
  }));
  return bad;
}
