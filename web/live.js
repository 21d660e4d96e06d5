// The wire: one WebSocket at /live, messages as in docs/live-protocol.md. Comes back by itself when it was lost.
//
//   const live = connect({Frame: f => …, Told: t => …, Picture: p => …, open() {…}, lost() {…}});
//   live.send('Pet', {what: 'vector'});
//   const {said} = await live.ask('Hear', {words: 'hello'});    // its reply, or an error with the reason

// Binary messages: an id, then fields, little end first.
const BINARY = {
  5: (view, at) => ({name: 'Picture',
    body: {width: view.getUint16(at + 8, true), height: view.getUint16(at + 10, true), jpeg: rest(view, at + 12)}}),
  7: (view, at) => ({name: 'Screen', body: {x: view.getUint16(at, true), y: view.getUint16(at + 2, true),
    width: view.getUint16(at + 4, true), height: view.getUint16(at + 6, true),
    whole: [view.getUint16(at + 8, true), view.getUint16(at + 10, true)], pixels: rest(view, at + 12)}}),
  50: (view, at) => ({name: 'PhotoShown', body: {id: view.getUint32(at, true), small: !!view.getUint8(at + 4),
    jpeg: rest(view, at + 5)}}),
  6: (view, at) => ({name: 'Sound', body: {rate: view.getUint32(at + 8, true), samples: rest(view, at + 12)}}),
};
const rest = (view, at) => new Uint8Array(view.buffer, view.byteOffset + at + 4, view.getUint32(at, true));

export function connect(hear) {
  let socket, wait = 250, tickets = 0;
  const waiting = new Map(); // by their tickets
  const live = {
    open: false,
    robot: 1, // which one is in hand: messages are for it
    held: null, // (name): whether a message waits until it is now again
    send(name, body = {}) {
      if (live.held?.(name)) return;
      if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({[name]: body,
        ...live.robot > 1 && {robot: live.robot}}));
    },
  };
  // The reply to a request; an error with the reason when it is refused or the line is lost.
  live.ask = (name, body = {}) => new Promise((resolve, reject) => {
    if (live.held?.(name)) return reject(new Error('that was then'));
    if (socket?.readyState !== WebSocket.OPEN) return reject(new Error('the connection is lost'));
    waiting.set(++tickets, {resolve, reject});
    socket.send(JSON.stringify({[name]: body, robot: live.robot, ticket: tickets}));
  });
  function answer(ticket, name, body) {
    const asked = waiting.get(ticket);
    waiting.delete(ticket);
    if (name === 'Refused') asked?.reject(new Error(body.why));
    else asked?.resolve(body);
  }
  const say = (name, body) => hear[name]?.(body);
  function listen(data) {
    if (typeof data === 'string') {
      const message = JSON.parse(data);
      // robot and ticket stand beside it
      for (const name in message) if (typeof message[name] === 'object') {
        const body = message[name], ticket = message.ticket ?? (name === 'Refused' && body.ticket);
        if (ticket) answer(ticket, name, body);
        else say(name, body);
      }
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
      for (const {reject} of waiting.values()) reject(new Error('the connection was lost'));
      waiting.clear();
      live.open = false;
      setTimeout(begin, wait);
      wait = Math.min(wait * 1.6, 4000);
    };
  }
  begin();
  return live;
}
