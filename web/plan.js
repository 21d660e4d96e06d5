// The world from above, for browsers without WebGL: the same words as scene.js.
//
//   const plan = createPlan(canvas); plan.show(frame); plan.draw();
import * as m from './maths.js';
import {boxesOf, middle} from './pick.js';
import {bonesOf, eyesOf} from './pleo.js';

const COLOURS = {TABLE: '#b08d66', WALL: '#8b8b84', RAMP: '#9a9aa2', BOX: '#b87a5c', DISC: '#7f9a72', BALL: '#d8564a',
  CUBE: '#4d5a66', CHARGER: '#565a60', HABITAT: '#3c4048', ROBOT: '#2d3236', TAG: '#5c944d', PERSON: '#dcae90'};

export function createPlan(canvas) {
  const ink = canvas.getContext('2d', {willReadFrequently: true}); // who has no WebGL has no fast card
  const view = {x: 0.05, y: 0, scale: 900, follow: true, still: false}; // scale: pixels a metre
  let frame = null, floor = 0, selected = null, fitted = false, followed = 0, background = '#ccd6d4', dirty = true;

  const on = (x, y) => [canvas.clientWidth / 2 + (x - view.x) * view.scale,
    canvas.clientHeight / 2 - (y - view.y) * view.scale];
  const under = (x, y) => [view.x + (x - canvas.clientWidth / 2) / view.scale,
    view.y - (y - canvas.clientHeight / 2) / view.scale];
  const top = box => Math.max(...[0,
    1].map(i => m.transform(m.place(box.at, box.turn), [0, 0, i ? box.high[2] : box.low[2]])[2]));

  function path(points) {
    ink.beginPath();
    for (const p of points) ink.lineTo(...on(...p));
    ink.closePath();
  }
  const corners = (box, low = box.low, high = box.high) => [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]],
    [low[0], high[1]]]
    .map(([x, y]) => m.transform(m.place(box.at, box.turn), [x, y, (low[2] + high[2]) / 2]));

  function shape(box) {
    if (box.creature === 'pleo') return;
    if (/PERSON|DISC|BALL/.test(box.kind)) {
      ink.beginPath();
      ink.arc(...on(...box.at), (box.high[0] - box.low[0]) / 2 * view.scale, 0, 7);
    } else path(corners(box));
    ink.fillStyle = box.creature === 'cozmo' ? '#d9dcde' : COLOURS[box.kind] || '#888';
    ink.fill();
    ink.lineWidth = box.name === selected ? 4 : 1;
    ink.strokeStyle = box.name === selected ? '#17b884' : '#0006';
    ink.stroke();
  }
  // A Pleo is its limbs, thick as they are.
  function pleo(r) {
    const bones = bonesOf(r), draw = (more, colour) => {
      ink.strokeStyle = colour;
      ink.lineCap = 'round';
      for (const [ax, ay, bx, by, wide] of bones) {
        ink.lineWidth = wide * view.scale + more;
        ink.beginPath();
        ink.moveTo(...on(ax, ay));
        ink.lineTo(...on(bx + 1e-4, by)); // a line without any length is not drawn
        ink.stroke();
      }
    };
    draw(r.name === selected ? 8 : 2, r.name === selected ? '#17b884' : '#0006');
    draw(0, '#7fa35c');
    const [ax, ay, bx, by, wide] = bones[5];
    ink.strokeStyle = '#668a49';
    ink.lineWidth = wide * .55 * view.scale;
    ink.beginPath();
    ink.moveTo(...on(ax, ay));
    ink.lineTo(...on(bx, by));
    ink.stroke();
    for (const at of eyesOf(r)) dot(at, .007, '#111');
  }
  function dot(at, size, colour) {
    ink.beginPath();
    ink.arc(...on(...at), size * view.scale, 0, 7);
    ink.fillStyle = colour;
    ink.fill();
  }
  // Which way it looks, its lights and how far its lift is up.
  function robot(r) {
    if (r.creature === 'pleo') return pleo(r);
    const box = {at: r.at_m, turn: r.turn},
      eye = (x, y, size, colour) => dot(m.transform(m.place(box.at, box.turn), [x, y, .05]), size, colour);
    for (const side of [-1, 1]) eye(.012, side * .01, .006, r.creature === 'cozmo' ? '#9fdcff' : '#2ff0ae');
    path(corners(box, [.028, -.028, 0], [.034, .028, 0]));
    ink.fillStyle = '#c9a15c';
    ink.fill();
    r.lights.forEach((rgb, i) => { if (rgb) eye(-.026 - i * .011, 0, .004, `#${rgb.toString(16).padStart(6, '0')}`); });
  }
  function cube(t) {
    t.lights.forEach(([r, g, b], i) => {
      const a = Math.PI / 4 + i * Math.PI / 2, d = t.size_m[0] * .5,
        [px, py] = on(...m.transform(m.place(t.at_m, t.turn), [Math.cos(a) * d, Math.sin(a) * d, 0]));
      const most = Math.max(r, g, b);
      ink.fillStyle = most > 8 ? `rgb(${[r, g, b].map(v => Math.round(v * 255 / most)).join(' ')})` : '#dde';
      ink.fillRect(px - 3, py - 3, 6, 6);
    });
  }
  function resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2), w = Math.round(canvas.clientWidth * ratio),
      h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; dirty = true; }
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
  function draw() {
    if (!frame) return;
    resize();
    if (!dirty) return;
    dirty = false;
    if (!fitted) fitted = true, view.scale = frame.world.robots.some(r => r.creature === 'pleo') ? 650 : 900;
    const ordered = boxesOf(frame).sort((a, b) => top(a) - top(b));
    ink.fillStyle = background;
    ink.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    ordered.forEach(shape);
    frame.world.robots.forEach(robot);
    for (const t of frame.world.things) if (t.kind === 'CUBE') cube(t);
    const dark = 1 - Math.min(1, 0.3 + Math.sqrt(frame.world.lux / 400) * 0.7);
    ink.fillStyle = `rgb(0 0 0 / ${dark})`;
    ink.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    ink.font = '13px system-ui, sans-serif';
    ink.textAlign = 'center';
    ink.lineWidth = 3;
    for (const box of ordered) {
      if (box.kind === 'TABLE' || box.kind === 'HABITAT') continue;
      const [px, py] = on(...box.at),
        y = py + (box.creature === 'pleo' ? box.high[1] : Math.max(box.high[0], box.high[1])) * view.scale + 14;
      ink.strokeStyle = '#fffc';
      ink.strokeText(box.name, px, y);
      ink.fillStyle = '#111';
      ink.fillText(box.name, px, y);
    }
  }
  function pick(x, y) {
    if (!frame) return null;
    const [wx, wy] = under(x, y);
    let best = null, high = -Infinity;
    for (const box of boxesOf(frame)) {
      const z = top(box), local = m.turn(m.untwist(box.turn), m.sub([wx, wy, z], box.at)),
        slack = box.kind === 'TABLE' ? 0 : .008;
      const inside = [0, 1].every(i => local[i] >= box.low[i] - slack && local[i] <= box.high[i] + slack);
      if (inside && z > high) high = z, best = box;
    }
    if (!best) return {name: 'floor', kind: 'FLOOR', at: [wx, wy, floor], turn: m.IDENTITY, point: [wx, wy, floor]};
    return {name: best.name, kind: best.kind, creature: best.creature, at: best.at, turn: best.turn,
      size: best.high.map((h, i) => h - best.low[i]), point: [wx, wy, best.at[2]]};
  }
  const moved = () => { dirty = true; };
  return {
    flat: true, draw, pick,
    onPlane: (x, y, z) => [...under(x, y), z],
    where(name) {
      const box = frame && boxesOf(frame).find(b => b.name === name);
      return box ? on(...m.transform(m.place(box.at, box.turn), middle(box))) : null;
    },
    begin(z) { floor = z; view.follow = true; fitted = false; moved(); },
    show(f) {
      frame = f;
      const r = f.world.robots.find(x => x.number === followed) ?? f.world.robots[0];
      if (r && view.follow && !view.still) view.x = r.at_m[0], view.y = r.at_m[1];
      moved();
    },
    select(name) { selected = name; moved(); },
    setPaint({floor: rgb}) { background = `rgb(${rgb.map(v => Math.round(v * 255)).join(' ')})`; moved(); },
    follow(number) { followed = number; view.follow = true; if (frame) this.show(frame); },
    turn(dx, dy) { this.pan(dx, dy); },
    pan(dx, dy) { view.follow = false; view.x -= dx / view.scale; view.y += dy / view.scale; moved(); },
    zoom(by) { view.scale = Math.min(6000, Math.max(150, view.scale / by)); moved(); },
    home() { view.follow = true; if (frame) this.show(frame); },
    see(at) {
      const [x, y] = on(...at);
      if (x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight) return;
      view.follow = false, [view.x, view.y] = at;
      moved();
    },
    still(on) { view.still = on; },
  };
}
