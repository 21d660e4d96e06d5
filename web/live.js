// The wire: one WebSocket at /live, messages as in docs/live-protocol.md. Comes back by itself when it was lost.
//
//   const live = connect({Frame: f => …, Told: t => …, open() {…}, lost() {…}});
//   live.send('Pet', {what: 'vector'});

export function connect(hear) {
  let socket, wait = 250;
  const live = {
    open: false,
    send(name, body = {}) {
      if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({[name]: body}));
    },
  };
  // After a restart of the program the cookie is another one: loading the page again, unseen, fetches it.
  const refresh = () => fetch('/', {cache: 'no-store'}).catch(() => {});
  async function begin() {
    await refresh();
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
    socket.onopen = () => { live.open = true; wait = 250; hear.open?.(); };
    socket.onmessage = e => {
      const message = JSON.parse(e.data);
      for (const name in message) hear[name]?.(message[name]);
    };
    socket.onclose = () => {
      if (live.open) hear.lost?.();
      live.open = false;
      setTimeout(begin, wait);
      wait = Math.min(wait * 1.6, 4000);
    };
  }
  begin();
  return live;
}
