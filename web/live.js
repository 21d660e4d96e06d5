// The wire: one WebSocket at /live, messages as in docs/live-protocol.md. Comes back by itself when it was lost.
//
//   const live = connect({Frame: f => …, Told: t => …, Picture: p => …, open() {…}, lost() {…}});
//   live.send('Pet', {what: 'vector'});

// Binary messages: an id, then fields, little end first.
const BINARY = {
  5: (view, at) => ({name: 'Picture',
    body: {width: view.getUint16(at + 8, true), height: view.getUint16(at + 10, true), jpeg: rest(view, at + 12)}}),
  7: (view, at) => ({name: 'Screen', body: {x: view.getUint16(at, true), y: view.getUint16(at + 2, true),
    width: view.getUint16(at + 4, true), height: view.getUint16(at + 6, true),
    whole: [view.getUint16(at + 8, true), view.getUint16(at + 10, true)], pixels: rest(view, at + 12)}}),
  6: (view, at) => ({name: 'Sound', body: {rate: view.getUint32(at + 8, true), samples: rest(view, at + 12)}}),
};
const rest = (view, at) => new Uint8Array(view.buffer, view.byteOffset + at + 4, view.getUint32(at, true));

export function connect(hear) {
  let socket, wait = 250;
  const live = {
    open: false,
    robot: 1, // which one is in hand: messages are for it
    send(name, body = {}) {
      if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({[name]: body,
        ...live.robot > 1 && {robot: live.robot}}));
    },
  };
  const say = (name, body) => hear[name]?.(body);
  function listen(data) {
    if (typeof data === 'string') {
      const message = JSON.parse(data);
      // robot and ticket stand beside it
      for (const name in message) if (typeof message[name] === 'object') say(name, message[name]);
      return;
    }
    const view = new DataView(data), known = BINARY[view.getUint8(0)]?.(view, 1);
    if (known) say(known.name, known.body);
  }
  async function begin() {
    // After a restart of the program the cookie is another one: loading the page again, unseen, fetches it.
    await fetch('/', {cache: 'no-store'}).catch(() => {});
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => { live.open = true; wait = 250; say('open'); };
    socket.onmessage = e => listen(e.data);
    socket.onclose = () => {
      if (live.open) say('lost');
      live.open = false;
      setTimeout(begin, wait);
      wait = Math.min(wait * 1.6, 4000);
    };
  }
  begin();
  return live;
}
