// What it knows of the room: the squares of its map, where it believes that things, people and itself are, the way that
// it drives, and pale behind it what is so. Asked for with Watch while this part of the page is open.
//
//   const map = createMap(live, state);     // map.map(Map), map.beliefs(Beliefs)
//
// Its map has a frame of its own. It is laid over the room so that the robot stands where it stands.
import {heading} from './maths.js';
import {boxesOf} from './pick.js';
const $ = id => document.getElementById(id);
const CELL_M = .01, LEAST_M = .8, EDGE = 1.12;
// As belief.MapContent counts; null: nothing is known.
const SQUARES = [null, 'clear', 'driven', 'cube', 'felt', 'felt', 'felt', 'cliff', 'edge', 'edge', 'charger'];

// The leaves of a map, as far as something is known: x, y and size in squares of a centimetre from its corner, content.
export function leavesOf(squares, depth) {
  const out = [];
  let at = 0;
  const walk = (x, y, d) => {
    const content = squares.charCodeAt(at) - 97, own = squares.charCodeAt(at + 1) - 97, half = 2 ** d / 2;
    if (!(own <= d)) return false; // cut short, or no map
    if (own === d) { at += 2; if (content) out.push({x, y, size: 2 ** d, content}); return true; }
    return [[1, 1], [1, 0], [0, 1], [0, 0]].every(([i, k]) => walk(x + i * half, y + k * half, d - 1));
  };
  walk(0, 0, depth);
  return out;
}

export function createMap(live, state) {
  const box = $('known'), canvas = $('chart'), ink = canvas.getContext('2d'), sheet = document.createElement('canvas');
  const seen = {low: [0, 0], high: [0, 0], any: false};
  let info = null, leaves = [], beliefs = null, fresh = false, colours = {}, drawn = 0;
  function paint() {
    const style = getComputedStyle(box);
    for (const name of ['clear', 'driven', 'cube', 'felt', 'cliff', 'edge', 'charger', 'true', 'believed', 'way'])
      colours[name] = style.getPropertyValue(`--map-${name}`);
  }
  // One dot a centimetre, y upwards; what is drawn of the room lies over it.
  function unroll() {
    const side = Math.round(info.size_m / CELL_M), pen = sheet.getContext('2d');
    sheet.width = sheet.height = side;
    seen.any = false, seen.low = [side, side], seen.high = [0, 0];
    for (const {x, y, size, content} of leaves) {
      pen.fillStyle = colours[SQUARES[content]] ?? colours.felt;
      pen.fillRect(x, side - y - size, size, size);
      seen.any = true;
      seen.low = [Math.min(seen.low[0], x), Math.min(seen.low[1], y)];
      seen.high = [Math.max(seen.high[0], x + size), Math.max(seen.high[1], y + size)];
    }
  }
  // From its own frame into the room's, by where it stands.
  function layOver(robot) {
    const turn = heading(robot.turn) - beliefs.heading_rad, c = Math.cos(turn), s = Math.sin(turn);
    const x = robot.at_m[0] - c * beliefs.x_m + s * beliefs.y_m, y = robot.at_m[1] - s * beliefs.x_m - c * beliefs.y_m;
    return {turn, to: ([px, py]) => [x + c * px - s * py, y + s * px + c * py]};
  }
  const corner = () => [info.x_m - info.size_m / 2, info.y_m - info.size_m / 2];
  function view(lay, robot) {
    const points = [robot.at_m, ...[...beliefs.things.filter(t => !t.person && t.state !== 'NOWHERE'), ...beliefs.way]
      .map(p => lay.to([p.x_m, p.y_m]))], [x, y] = info ? corner() : [];
    if (seen.any) for (const i of ['low', 'high']) for (const k of ['low', 'high'])
      points.push(lay.to([x + seen[i][0] * CELL_M, y + seen[k][1] * CELL_M]));
    const low = [0, 1].map(i => Math.min(...points.map(p => p[i]))), high = [0, 1].map(i =>
      Math.max(...points.map(p => p[i])));
    const wide = canvas.clientWidth, tall = canvas.clientHeight, scale = Math.min(wide / Math.max(LEAST_M, (high[0] -
      low[0]) * EDGE), tall / Math.max(LEAST_M * tall / wide, (high[1] - low[1]) * EDGE));
    const middle = [0, 1].map(i => (low[i] + high[i]) / 2);
    return {scale, on: ([px, py]) => [wide / 2 + (px - middle[0]) * scale, tall / 2 - (py - middle[1]) * scale]};
  }
  function shape(on, at, turn, low, high) {
    const c = Math.cos(turn), s = Math.sin(turn);
    ink.beginPath();
    for (const [x, y] of [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
      ink.lineTo(...on([at[0] + c * x - s * y, at[1] + s * x + c * y]));
    ink.closePath();
  }
  function truth(on, scale, robot) {
    ink.strokeStyle = ink.fillStyle = colours.true;
    ink.lineWidth = 1;
    for (const b of boxesOf(state.frame)) {
      if (b.name === robot.name) continue;
      if (/PERSON|DISC|BALL/.test(b.kind)) {
        ink.beginPath();
        ink.arc(...on(b.at), Math.min(.12, (b.high[0] - b.low[0]) / 2) * scale, 0, 7);
      } else shape(on, b.at, heading(b.turn), b.low, b.high);
      if (b.kind === 'TABLE' || b.kind === 'HABITAT') ink.stroke();
      else ink.globalAlpha = .35, ink.fill(), ink.globalAlpha = 1, ink.stroke();
    }
  }
  function believed(on, scale, lay) {
    ink.strokeStyle = ink.fillStyle = colours.believed;
    ink.font = '600 11px system-ui, sans-serif';
    ink.textAlign = 'center';
    for (const t of beliefs.things) {
      const at = lay.to([t.x_m, t.y_m]), [x, y] = on(at);
      if (t.state === 'NOWHERE') continue;
      ink.setLineDash(t.state === 'DIRTY' ? [3, 3] : []);
      ink.lineWidth = 2;
      const half = [t.length_m / 2, t.width_m / 2];
      if (t.person) ink.beginPath(), ink.arc(x, y, .07 * scale, 0, 7);
      // a charger is where its front edge is, and lies before it
      else if (t.name === 'charger') shape(on, at, t.heading_rad + lay.turn, [0, -half[1]], [2 * half[0], half[1]]);
      else shape(on, at, t.heading_rad + lay.turn, half.map(v => -v), half);
      ink.stroke();
      ink.setLineDash([]);
      ink.fillText(t.name, x, y - (t.person ? .07 : Math.max(...half)) * scale - 5);
    }
  }
  function way(on, lay) {
    if (!beliefs.way.length) return;
    ink.strokeStyle = colours.way;
    ink.lineWidth = 2.5;
    ink.setLineDash([1, 5]);
    ink.lineCap = 'round';
    ink.beginPath();
    for (const p of [beliefs, ...beliefs.way]) ink.lineTo(...on(lay.to([p.x_m, p.y_m])));
    ink.stroke();
    ink.setLineDash([]);
    const goal = beliefs.way.at(-1), [x, y] = on(lay.to([goal.x_m, goal.y_m]));
    ink.beginPath();
    ink.arc(x, y, 5, 0, 7);
    ink.stroke();
  }
  function self(on, scale, robot) {
    const [x, y] = on(robot.at_m), a = -heading(robot.turn), size = Math.max(7, .05 * scale);
    ink.fillStyle = colours.believed;
    if (beliefs.off_m * scale > size) {
      ink.globalAlpha = .2;
      ink.beginPath();
      ink.arc(x, y, beliefs.off_m * scale, 0, 7);
      ink.fill();
      ink.globalAlpha = 1;
    }
    ink.beginPath();
    for (const [turn, far] of [[0, 1.2], [2.5, 1], [Math.PI, .5], [-2.5, 1]])
      ink.lineTo(x + Math.cos(a + turn) * size * far, y + Math.sin(a + turn) * size * far);
    ink.fill();
  }
  function draw(robot) {
    const ratio = Math.min(devicePixelRatio || 1, 2), [w, h] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(w * ratio))
      canvas.width = Math.round(w * ratio), canvas.height = Math.round(h * ratio);
    const lay = layOver(robot), {scale, on} = view(lay, robot);
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    ink.clearRect(0, 0, w, h);
    if (info) {
      const [x, y] = on(lay.to(corner())), side = info.size_m * scale;
      ink.save();
      ink.translate(x, y);
      ink.rotate(-lay.turn);
      ink.imageSmoothingEnabled = false;
      ink.drawImage(sheet, 0, -side, side, side);
      ink.restore();
    }
    truth(on, scale, robot);
    way(on, lay);
    believed(on, scale, lay);
    self(on, scale, robot);
  }
  function words() {
    const known = leaves.reduce((sum, l) => sum + l.size ** 2, 0) * CELL_M ** 2, things = beliefs.things.filter(t =>
      t.state !== 'NOWHERE').map(t => t.name);
    return [`It knows ${known.toFixed(1)} m² of the floor${things.length ? `, and where ${things.join(', ')} ${
      things.length > 1 ? 'are' : 'is'}` : ''}.`, beliefs.way.length ? ' It is on its way to the ring.' : ''].join('');
  }
  box.addEventListener('toggle', () => { live.looks.map = box.open && !!state.soul; live.watch(); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    paint();
    if (info) unroll();
    fresh = true;
  });
  return {
    welcome(w) {
      info = beliefs = null, leaves = [], drawn = 0;
      box.hidden = !(w.soul && w.requests?.includes('GoToPose') && w.simulated);
      live.looks.map = box.open && !!w.soul && !box.hidden;
      paint();
    },
    map(m) {
      if (m.robot !== state.robot) return;
      info = m.info, leaves = leavesOf(m.squares, info.depth);
      unroll();
      fresh = true;
    },
    beliefs(m) { if (m.robot === state.robot) beliefs = m, fresh = true; },
    show(f, robot) {
      const now = performance.now();
      if (!box.open || !beliefs || !robot || !canvas.clientWidth || now < drawn + 100) return;
      drawn = now;
      draw(robot);
      if (!fresh) return;
      fresh = false;
      if ($('chart-words').textContent !== words()) $('chart-words').textContent = words();
    },
  };
}
