// The wire to a running critter, with what Node.js brings (a browser has WebSocket instead).
//
//     const robot = await live('http://localhost:8888');    // the address that `critter run` prints
//     const [name, welcome] = await robot.hear();           // the next message: its name, its members
//     robot.say('Express', {expression: 'happiness'});
import http from 'node:http';

const HEADERS = {Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13,
  'Sec-WebSocket-Key': 'Y3JpdHRlciBleGFtcGxlcw=='};

export async function live(page = 'http://localhost:8888') {
  const cookie = (await fetch(page)).headers.get('set-cookie').split(';')[0]; // whoever has the page may have /live
  const [socket, head] = await new Promise((done, fail) => http
    .get(new URL('/live', page), {headers: {...HEADERS, Cookie: cookie}})
    .on('upgrade', (_, wire, rest) => done([wire, rest]))
    .on('response', (answer) => fail(new Error(`the page answered ${answer.statusCode}`)))
    .on('error', fail));
  const bytes = take(socket, head);

  function frame(kind, payload) {
    const size = payload.length, length = size < 126 ? [128 | size] : [254, size >> 8, size & 255];
    socket.write(Buffer.concat([Buffer.from([128 | kind, ...length, 0, 0, 0, 0]), payload])); // masked with zeros
  }
  return {
    say: (name, members = {}) => frame(1, Buffer.from(JSON.stringify({[name]: members}))),
    bye: () => socket.destroy(),
    async hear() {
      for (;;) {
        let [kind, size] = await bytes(2);
        if (size === 126) size = (await bytes(2)).readUInt16BE();
        if (size === 127) size = Number((await bytes(8)).readBigUInt64BE());
        const payload = await bytes(size);
        if ((kind & 15) === 1) return Object.entries(JSON.parse(payload))[0];
        if ((kind & 15) === 8) throw new Error('it hung up');
        if ((kind & 15) === 9) frame(10, payload);
      }
    },
  };
}

// Exactly so many bytes, when they have come.
function take(socket, had) {
  const more = socket[Symbol.asyncIterator]();
  return async (count) => {
    while (had.length < count) {
      const {value, done} = await more.next();
      if (done) throw new Error('it hung up');
      had = Buffer.concat([had, value]);
    }
    const taken = had.subarray(0, count);
    had = had.subarray(count);
    return taken;
  };
}
