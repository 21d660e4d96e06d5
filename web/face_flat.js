// The face dot by dot, at the display's own size, as the robot draws it (stage/face/draw.c).
//
//   const show = createFlatFace(canvas, style, hsv); show(frame.view.face);
const clamp = (v, low, high) => Math.min(high, Math.max(low, v));

function outside(x, y, w, h, rx, ry) { // how far a point is outside of a box with round corners
  const dx = Math.abs(x) - w, dy = Math.abs(y) - h, cx = dx + rx, cy = dy + ry;
  if (cx <= 0 || cy <= 0 || rx <= 0 || ry <= 0) return Math.max(dx, dy);
  const ex = cx / rx, ey = cy / ry, l = Math.hypot(ex, ey), s = Math.hypot(ex / rx, ey / ry);
  return s > 0 ? l * (l - 1) / s : -Math.min(rx, ry);
}
function below(x, y, w, h, share, deg, bend) { // how far below the edge of a lid
  const a = deg * Math.PI / 180, c = Math.cos(a), s = Math.sin(a), q = y - (share * 2 * h - h), along = x * c + q * s,
    down = q * c - x * s, u = along / (w / c), left = 1 - u * u;
  return bend && left > 0 ? down - bend * 2 * h * Math.sqrt(left) : down;
}
// An affine map [a, b, c, d, x, y] that turns (counter-clockwise on the screen) and stretches.
function turned(deg, sx, sy, x, y) { const a = deg * Math.PI / 180, c = Math.cos(a), n = Math.sin(a);
  return [c * sx, -n * sx, n * sy, c * sy, x, y]; }
const times = (m, k) => [m[0] * k[0] + m[2] * k[1], m[1] * k[0] + m[3] * k[1], m[0] * k[2] + m[2] * k[3],
  m[1] * k[2] + m[3] * k[3],
  m[0] * k[4] + m[2] * k[5] + m[4], m[1] * k[4] + m[3] * k[5] + m[5]];

// Where an eye is: the map of its own dots to those of the display, how much it grows them; 0: it is too small to be
// seen.
export function eyePlace(whole, n, middle, style) {
  const [sw, sh] = style.screen, m = times(turned(whole[4], Math.max(whole[2], 0), Math.max(whole[3], 0),
    sw / 2 + whole[0], sh / 2 + whole[1]),
    turned(n[4], n[2], n[3], middle + n[0] - sw / 2, style.middles[2] + n[1] - sh / 2));
  const size = m[0] * m[3] - m[1] * m[2];
  return {m, size, root: Math.abs(size) < 1e-4 ? 0 : Math.sqrt(Math.abs(size))};
}
// On and off: what lies between two curves.
function bit(x, y, w, h, n, wide, high) {
  if (Math.abs(x) >= w) return 0;
  const rim = k => {
    const rx = clamp(n[k], 0, 1) * w, u = (Math.abs(x) - w + rx) / rx;
    return u > 0 ? h - clamp(n[k + 1], 0, 1) * h * (1 - Math.sqrt(Math.max(1 - u * u, 0))) : h;
  };
  const edge = (share, deg, bend) => share * 2 * h - h + x * Math.tan(deg * Math.PI / 180) +
    bend * 2 * h * (1 - x * x / w / w) / Math.cos(deg * Math.PI / 180);
  let top = -rim(x > 0 ? 7 : 9), bottom = rim(x > 0 ? 5 : 11);
  const upper = edge(n[13], n[14], n[15]), lower = -edge(n[16], -n[17], n[18]),
    aside = Math.max(3 - (w - Math.abs(x)) / wide, 0), round = (3 - Math.sqrt(9 - aside * aside)) * high;
  if (upper > top) top = upper + Math.min(round, upper - top);
  if (lower < bottom) bottom = lower - Math.min(round, bottom - lower);
  const open = Math.min(lower, h) - Math.max(upper, -h), middle = (top + bottom) / 2;
  if (open > high / 20 && bottom - top < 2 * high && aside < 1.5) top = middle - high, bottom = middle + high;
  return +(y >= top && y < bottom);
}
function eyeOf(whole, n, middle, mirror, style) {
  const {m, size, root} = eyePlace(whole, n, middle, style), w = style.eye[0] / 2, h = style.eye[1] / 2;
  if (!root) return () => 0;
  const wide = Math.hypot(m[3], m[2]) / Math.abs(size), high = Math.hypot(m[1], m[0]) / Math.abs(size);
  return (px, py) => {
    const dx = px - m[4], dy = py - m[5];
    let x = (m[3] * dx - m[2] * dy) / size;
    const y = (-m[1] * dx + m[0] * dy) / size, lx = (x - n[22] * w) / (w * .96), ly = (y - n[23] * h) / (h * .96);
    x *= mirror;
    if (style.oneBit) return bit(x, y, w, h, n, wide, high);
    const k = y > 0 ? (x > 0 ? 5 : 11) : (x > 0 ? 7 : 9);
    const o = Math.max(outside(x, y, w, h, clamp(n[k], 0, 1) * w, clamp(n[k + 1], 0, 1) * h),
      -below(x, y, w, h, n[13], n[14], n[15]), -below(x, -y, w, h, n[16], -n[17], n[18]));
    const c = clamp(0.5 - o * root, 0, 1);
    return c * clamp(n[20], 0, 1) * Math.exp(-(lx * lx + ly * ly) / 2);
  };
}

const GLITCHES = ['NONE', 'SKEW', 'TRIANGLE', 'S'];
export const glitchNumber = glitch => Math.max(0, typeof glitch === 'string' ? GLITCHES.indexOf(glitch) : glitch);
// How far a row is moved to the right.
function shifted(glitch, px, v) { return [0, px * (2 * v - 1), px * (1 - Math.abs(2 * v - 1)),
  px * Math.sin(2 * Math.PI * v)][glitch]; }

export function createFlatFace(canvas, style, hsv) {
  // dots, not strokes: no work for a graphics card
  const [w, h] = style.screen, ink = canvas.getContext('2d', {willReadFrequently: true});
  canvas.width = w;
  canvas.height = h;
  canvas.style.imageRendering = style.oneBit ? 'pixelated' : '';
  const picture = ink.createImageData(w, h);
  return ({numbers, hue, saturation, scan_lines = 1, glitch = 0, glitch_px = 0}) => {
    const tint = style.oneBit ? [0.6, 0.87, 1] : hsv(hue, saturation, 1), how = glitchNumber(glitch);
    const whole = numbers.slice(0, 5), [ml, mr] = style.middles,
      left = eyeOf(whole, numbers.slice(5, 30), ml, 1, style),
        right = eyeOf(whole, numbers.slice(30, 55), mr, -1, style);
    for (let y = 0, at = 0; y < h; y++) {
      const light = 255 * (y & 1 ? scan_lines : 1), by = .5 - shifted(how, glitch_px, (y + .5) / h);
      for (let x = 0; x < w; x++, at += 4) {
        const g = Math.max(left(x + by, y + .5), right(x + by, y + .5)) * light;
        for (let c = 0; c < 3; c++) picture.data[at + c] = tint[c] * g;
        picture.data[at + 3] = 255;
      }
    }
    ink.putImageData(picture, 0, 0);
  };
}
