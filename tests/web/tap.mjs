// Test cases one after another, told as TAP.
//
//   test('a thing is so', async () => { equal(1, 1, 'one'); });
//   await run(process.argv.slice(2));            // words pick cases by name

const cases = [];
export const test = (name, body) => cases.push({name, body});
export const note = text => console.log(String(text).replace(/^/gm, '# '));
export function ok(value, what) { if (!value) throw new Error(what); }
export function equal(got, expected, what) {
  if (got !== expected) throw new Error(`${what}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
}

export async function run(words, {after} = {}) {
  const chosen = cases.filter(c => !words.length || words.some(w => c.name.includes(w)));
  console.log(`1..${chosen.length}`);
  let number = 0, bad = 0;
  for (const {name, body} of chosen) {
    number++;
    const begun = Date.now();
    try {
      await body();
      console.log(`ok ${number} - ${name}`);
    } catch (error) {
      bad++;
      console.log(`not ok ${number} - ${name}`);
      note(error.stack || error);
      await after?.(name);
    }
    note(`${Date.now() - begun} ms`);
  }
  return bad;
}
