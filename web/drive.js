// Driving by keys, thumb stick and gamepad. What is wanted is said ten times a second and lasts a quarter of one: whoever lets go, leaves or
// loses the line lets the robot stop.
const KEYS = {w: [1, 0], s: [-1, 0], a: [0, 1], d: [0, -1], arrowup: [1, 0], arrowdown: [-1, 0], arrowleft: [0, 1], arrowright: [0, -1]};
const SPEED = 0.12, TURN = 0.07;

export function createDrive(stick, live, state) {
  const down = new Set();
  let pushed = [0, 0], driving = false;

  const typing = e => /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey;
  addEventListener('keydown', e => {
    if (typing(e)) return;
    const key = e.key.toLowerCase();
    if (KEYS[key] || 'rftg'.includes(key)) { down.add(key); e.preventDefault(); }
    if (key === 'x') live.send('Stop');
  });
  addEventListener('keyup', e => down.delete(e.key.toLowerCase()));
  const letGo = () => { down.clear(); pushed = [0, 0]; stick.firstElementChild.style.transform = ''; };
  addEventListener('blur', letGo);
  document.addEventListener('visibilitychange', letGo);

  stick.addEventListener('pointerdown', e => stick.setPointerCapture(e.pointerId));
  stick.addEventListener('pointermove', e => {
    if (!e.buttons) return;
    const box = stick.getBoundingClientRect(), x = (e.clientX - box.left) / box.width * 2 - 1, y = (e.clientY - box.top) / box.height * 2 - 1, long = Math.max(1, Math.hypot(x, y));
    pushed = [-y / long, -x / long];
    stick.firstElementChild.style.transform = `translate(${x / long * 2.5}rem, ${y / long * 2.5}rem)`;
  });
  for (const name of ['pointerup', 'pointercancel']) stick.addEventListener(name, letGo);

  function wanted() {
    let [ahead, left] = pushed;
    for (const key of down) if (KEYS[key]) ahead += KEYS[key][0], left += KEYS[key][1];
    const pad = [...(navigator.getGamepads?.() || [])].find(Boolean);
    if (pad) {
      const dead = v => Math.abs(v) < 0.15 ? 0 : v;
      ahead -= dead(pad.axes[1]);
      left -= dead(pad.axes[0]);
    }
    const clamp = v => Math.max(-1, Math.min(1, v));
    return [clamp(ahead), clamp(left)];
  }
  const axis = (up, less) => (down.has(up) ? 1 : 0) - (down.has(less) ? 1 : 0);

  setInterval(() => {
    const [ahead, left] = wanted(), still = !ahead && !left;
    if (!still) live.send('Drive', {left_mps: ahead * SPEED - left * TURN, right_mps: ahead * SPEED + left * TURN, accel_mps2: 0.6, seconds: 0.25});
    else if (driving) live.send('Drive', {left_mps: 0, right_mps: 0, seconds: 0.05});
    driving = !still;
    const head = axis('t', 'g'), lift = axis('r', 'f');
    if (head) live.send('Head', {angle_rad: Math.max(-0.38, Math.min(0.78, state.head + head * 0.12)), speed_radps: 2});
    if (lift) live.send('Lift', {height_m: Math.max(0.032, Math.min(0.092, state.lift + lift * 0.012)), speed_radps: 2});
  }, 100);
}
