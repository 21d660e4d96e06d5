// Files in one: a zip archive that is not packed. Pictures are packed already.
//
//   new Blob([zip([{name: 'a.jpg', bytes}])])
const TABLE = Uint32Array.from({length: 256}, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1;
  return n;
});
export const crc32 = bytes => ~bytes.reduce((crc, b) => TABLE[(crc ^ b) & 255] ^ crc >>> 8, -1) >>> 0;

export function zip(files) {
  const parts = [], index = [];
  let at = 0;
  const add = (list, numbers, ...rest) => { // [value, bytes], little end first
    const head = new Uint8Array(numbers.reduce((sum, [, size]) => sum + size, 0)), view = new DataView(head.buffer);
    let to = 0;
    for (const [value, size] of numbers) {
      if (size === 2) view.setUint16(to, value, true);
      else view.setUint32(to, value, true);
      to += size;
    }
    list.push(head, ...rest);
    return head.length + rest.reduce((sum, r) => sum + r.length, 0);
  };
  let long = 0;
  for (const {name, bytes} of files) {
    const called = new TextEncoder().encode(name), date = 33; // 1980: the life has no date of this machine
    const about = [[20, 2], [0x800, 2], [0, 2], [0, 2], [date, 2], [crc32(bytes), 4], [bytes.length, 4],
      [bytes.length, 4], [called.length, 2], [0, 2]];
    long += add(index, [[0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]], called);
    at += add(parts, [[0x04034b50, 4], ...about], called, bytes);
  }
  add(index, [[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [long, 4], [at, 4], [0, 2]]);
  const all = [...parts, ...index], out = new Uint8Array(all.reduce((sum, p) => sum + p.length, 0));
  all.reduce((to, p) => { out.set(p, to); return to + p.length; }, 0);
  return out;
}
