// Driving by keys, thumb stick and gamepad. What is wanted is said twelve times a second; the program stops the robot
// when it hears nothing for 180 ms. So whoever lets go, looks away or loses the line lets the robot stop. Which key
// does what comes with the welcome: a console has the same.
const SPEED = 0.12, TURN = 0.07, EVERY_MS = 80, FAST = 1.75, SLOW = 0.35; // with Shift, with Alt
const clamp = (v, low = -1, high = 1) => Math.max(low, Math.min(high, v));

export function createDrive(stick, live, state) {
  const down = new Set(), knob = stick.firstElementChild;
  let pushed = [0, 0], driving = false, haste = 1, keys = new Map();

  // Shift and arrows move what is in hand: that was done already.
  const elsewhere = e => /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey ||
    e.defaultPrevented;
  const hurry = e => { haste = e.shiftKey ? FAST : e.altKey ? SLOW : 1; };
  addEventListener('keydown', e => {
    hurry(e);
    if (elsewhere(e)) return;
    const key = e.key.toLowerCase();
    if (key === 'alt' && down.size) e.preventDefault(); // no menu of the browser's, while it drives
    const does = keys.get(key);
    if (!state.requests?.includes('Drive')) return; // a Pleo goes where he likes
    if (does?.stops && !e.altKey) live.send('Stop');
    if (!does || does.stops) return;
    if (key.startsWith('arrow') && e.target.matches('[role=log], #names')) return; // there they scroll
    e.preventDefault();
    if (!e.repeat) down.add(key), say();
  });
  addEventListener('keyup', e => { hurry(e); if (down.delete(e.key.toLowerCase())) say(); });
  const letGo = () => { down.clear(); pushed = [0, 0]; haste = 1; knob.style.transform = ''; say(); };
  addEventListener('blur', letGo);
  document.addEventListener('visibilitychange', letGo);

  stick.addEventListener('pointerdown', e => { stick.setPointerCapture(e.pointerId); push(e); });
  stick.addEventListener('pointermove', e => { if (e.buttons) push(e); });
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) stick.addEventListener(name, letGo);
  function push(e) {
    const box = stick.getBoundingClientRect(), x = (e.clientX - box.left) / box.width * 2 - 1,
      y = (e.clientY - box.top) / box.height * 2 - 1, long = Math.max(1, Math.hypot(x, y));
    pushed = [-y / long, -x / long];
    knob.style.transform = `translate(${x / long * 2.5}rem, ${y / long * 2.5}rem)`;
  }

  // Left stick: drive. Right stick: head. Shoulders: lift.
  const gamepad = () => {
    const pad = [...(navigator.getGamepads?.() || [])].find(Boolean);
    if (!pad) return {ahead: 0, left: 0, head: 0, lift: 0};
    const dead = v => Math.abs(v || 0) < 0.15 ? 0 : v, pressed = i => pad.buttons[i]?.pressed ? 1 : 0;
    return {ahead: -dead(pad.axes[1]), left: -dead(pad.axes[0]), head: -dead(pad.axes[3]),
      lift: (pressed(5) || pressed(7)) - (pressed(4) || pressed(6))};
  };
  function wanted(pad) {
    let [ahead, left] = pushed;
    ahead += held('ahead'), left += held('left');
    return [clamp(ahead + pad.ahead), clamp(left + pad.left)];
  }
  const held = what => [...down].reduce((sum, key) => sum + (keys.get(key)?.[what] ?? 0), 0);

  function say() {
    if (!state.soul || state.guest || !state.requests?.includes('Drive')) return {head: 0, lift: 0};
    const pad = gamepad(), [ahead, left] = wanted(pad), still = !ahead && !left;
    const speed = SPEED * haste, turn = TURN * haste;
    if (!still) live.send('Drive', {left_mps: ahead * speed - left * turn, right_mps: ahead * speed + left * turn,
      accel_mps2: 0.8});
    else if (driving) live.send('Drive', {left_mps: 0, right_mps: 0});
    driving = !still;
    return pad;
  }
  setInterval(() => {
    if (!state.requests?.includes('Drive')) return;
    const pad = say(), head = clamp(held('head') + pad.head), lift = clamp(held('lift') + pad.lift);
    if (head) live.send('Head', {angle_rad: clamp(state.head + head * 0.12, -0.38, 0.77), speed_radps: 2});
    if (lift) live.send('Lift', {height_m: clamp(state.lift + lift * 0.012, 0.032, 0.092), speed_radps: 2});
  }, EVERY_MS);
  return {welcome(w) { keys = new Map(w.keys.map(k => [k.key, k])), letGo(); }};
}
