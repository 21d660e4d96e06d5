// The world in three dimensions: what stands there under one lamp, the robots with their faces, and a camera that can
// be turned.
//
//   const scene = createScene(canvas, slow);   // null: no WebGL here; slow: no graphics card
//   scene.show(frame); scene.draw();
//   scene.pick(x, y)   // → {name, kind, at, point} under a point of the canvas, or null
//   scene.turn(dx, dy); scene.pan(dx, dy); scene.zoom(1.1); scene.home(); scene.still(true);
//   scene.select(name); scene.follow(number);   // what has a line around it; which robot is looked at
//   scene.from('behind');                       // from where: look.js
//
// Who draws a thing is given a pen: solid(model, colour, {what, glow, ground, flat, backdrop}) and the shapes of
// meshes.js. ground: 1 tiles, 2 wood; flat: it
// throws no shadow; backdrop: likewise, and it is drawn last. plan.js is the same without WebGL: a view from above.
import * as m from './maths.js';
import {faceDrawer, program, STYLES} from './face.js';
import {createFlatFace} from './face_flat.js';
import {createLook} from './look.js';
import {createShapes} from './meshes.js';
import {drawPerson} from './people.js';
import {boxesOf, hit, middle, support} from './pick.js';
import {drawPleo} from './pleo.js';
import {drawRobot} from './robot.js';
import {drawRoom, roomOf, warmth} from './room.js';
import * as shaders from './shaders.js';
import {drawThing} from './things.js';

// By day as it is, at night a little blue, and warm between: what the light leaves of each colour.
const NIGHT = [.07, .085, .14], EVENING = [.55, .2, -.15];
const lampOf = bright => NIGHT.map((v, i) => (v + (1 - v) * bright) * (1 + warmth(bright) * EVENING[i]));
const SLOW_MS = 90, SLOW_SHARE = 0.6;
// slow: there is no graphics card, so there are fewer dots, none is drawn four times, nor more often than must be.
export function createScene(canvas, slow) {
  const gl = canvas.getContext('webgl', {antialias: !slow, stencil: true, alpha: false});
  if (!gl) return null;
  const GLASS = slow ? [256, 128] : [512, 256]; // dots of the picture on a robot's display
  const solid = program(gl, shaders.VERTEX, shaders.FRAGMENT),
    floors = program(gl, shaders.VERTEX, `#define GROUND\n${shaders.FRAGMENT}`), shapes = createShapes(gl);
  const shade = program(gl, shaders.SHADOW_VERTEX, shaders.SHADOW_FRAGMENT),
    screen = program(gl, shaders.SCREEN_VERTEX, shaders.SCREEN_FRAGMENT),
      edge = program(gl, shaders.EDGE_VERTEX, shaders.EDGE_FRAGMENT);
  const names = new Map();
  function u(p, n) {
    if (!names.has(p)) names.set(p, {});
    return names.get(p)[n] ??= gl.getUniformLocation(p, n);
  }
  const faces = [], flat = document.createElement('canvas');
  let drawer = null, dot = null;
  const dots = face => { (dot ??= createFlatFace(flat, STYLES.cozmo))(face); return flat; };
  function hang(texture, picture) {
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    soft();
  }
  function soft() {
    for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.LINEAR);
    for (const k of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, k, gl.CLAMP_TO_EDGE);
  }
  function faceOf(number, creature) { // the picture on one robot's glass
    if (faces[number]?.creature === creature) return faces[number];
    const f = faces[number] = {creature, texture: gl.createTexture(), shown: ''};
    if (STYLES[creature].oneBit) return f;
    f.frame = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, f.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, ...GLASS, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    soft();
    gl.bindFramebuffer(gl.FRAMEBUFFER, f.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, f.texture, 0);
    return f;
  }
  let glass = null; // a texture of what is on the chosen one's display besides the eyes; null: nothing is
  let board = null; // the canvas that is to be it from the next drawing on
  function setGlass(canvas) { board = canvas; dirty = true; }
  function hangGlass() { // once a drawing, however many pieces came
    if (!board) { if (glass) gl.deleteTexture(glass); glass = null; return; }
    hang(glass ??= gl.createTexture(), board);
  }

  const look = createLook(canvas);
  let frame = null, view, eye, drawn = -SLOW_MS, floor = 0, room = null, paint = null,
    selected = null, followed = 0, dirty = true;
  const bright = () => Math.min(1, Math.sqrt(frame.world.lux / 400));
  const leader = () => frame.world.robots.find(r => r.number === followed) || frame.world.robots[0];

  function use(p, model, what) {
    gl.bindBuffer(gl.ARRAY_BUFFER, what.buffer);
    const {at, normal} = p.corners ??= {at: gl.getAttribLocation(p, 'at'), normal: gl.getAttribLocation(p, 'normal')};
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 24, 0);
    if (normal >= 0) { gl.enableVertexAttribArray(normal); gl.vertexAttribPointer(normal, 3, gl.FLOAT, false, 24, 12); }
    gl.uniformMatrix4fv(u(p, 'model'), false, model);
    gl.drawArrays(gl.TRIANGLES, 0, what.count);
  }
  // What is to be drawn this time, and what each stands on.
  let list = [], under = null, inHand = false;
  const pen = {...shapes, solid: (model, colour,
    {glow = 0, ground = 0, flat = false, backdrop = false, what = shapes.BOX} = {}) => list.push({model, colour, glow,
      ground, what, backdrop, inHand, under: flat || backdrop ? null : under})};
  function compose() { // returns where the glasses are
    list = [];
    under = null;
    inHand = false;
    room = roomOf(frame, floor, room);
    const [wide, deep] = room ? [0, 1].map(i => room.high[i] - room.low[i]) : [18, 18], middle = room ?
      [0, 1].map(i => (room.high[i] + room.low[i]) / 2) : [0, 0];
    pen.solid(m.place([...middle, floor - 0.006], m.IDENTITY, [wide, deep, 0.01]), paint.floor, {ground: 1});
    if (room) drawRoom(room, eye, paint, bright(), pen);
    const each = (all, draw) => all.map(t => {
      under = support(frame, t.at_m, floor);
      inHand = t.name === selected;
      return draw(t);
    });
    each(frame.world.things, t => drawThing(t, pen));
    each(frame.world.people, p => drawPerson(p, floor, pen));
    return each(frame.world.robots, r => look.mode === 'eyes' && r === leader() ? null : // nobody sees his own head
      r.creature === 'pleo' ? (drawPleo(r, pen), null) : drawRobot(r, pen));
  }
  function paintFaces() {
    frame.world.robots.forEach((r, i) => {
      const now = frame.lives[r.number]?.face;
      if (!STYLES[r.creature] || !now || !now.number) return;
      const face = faceOf(i, r.creature), key = `${now.number} ${now.hue} ${now.saturation}`;
      if (face.shown === key) return;
      face.shown = key;
      if (STYLES[r.creature].oneBit) return hang(face.texture, dots(now));
      gl.bindFramebuffer(gl.FRAMEBUFFER, face.frame);
      (drawer ??= faceDrawer(gl))(now.numbers, now.hue, now.saturation, ...GLASS, now);
    });
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }
  function shadows(lamp) {
    gl.useProgram(shade);
    gl.uniformMatrix4fv(u(shade, 'view'), false, view);
    gl.uniform1f(u(shade, 'dark'), 0.30 * lamp);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR); // no place is darkened twice
    gl.depthMask(false);
    for (const {model, what, under} of list) {
      if (!under) continue;
      gl.uniform1f(u(shade, 'level'), under.level + .0006);
      gl.uniform4fv(u(shade, 'bounds'), under.bounds);
      gl.uniform2fv(u(shade, 'facing'), under.facing);
      use(shade, model, what);
    }
    gl.depthMask(true);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.BLEND);
  }

  // A line around what is in hand: marked where it is, then drawn moved each way where it is not.
  function outline() {
    const held = list.filter(o => o.inHand);
    if (!held.length) return;
    gl.useProgram(edge);
    gl.uniformMatrix4fv(u(edge, 'view'), false, view);
    gl.uniform3fv(u(edge, 'colour'), paint.edge);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.STENCIL_TEST);
    const wide = [3 / canvas.clientWidth * 2, 3 / canvas.clientHeight * 2],
      all = (x, y) => { gl.uniform2f(u(edge, 'shift'), x * wide[0], y * wide[1]);
        for (const {model, what} of held) use(edge, model, what); };
    gl.stencilFunc(gl.ALWAYS, 1, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    gl.colorMask(false, false, false, false);
    all(0, 0);
    gl.colorMask(true, true, true, true);
    gl.stencilFunc(gl.NOTEQUAL, 1, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    for (let i = 0; i < 8; i++) all(Math.cos(i * Math.PI / 4), Math.sin(i * Math.PI / 4));
    gl.disable(gl.STENCIL_TEST);
  }

  function aim() {
    const there = look.aim(frame, leader());
    view = look.matrix, eye = look.eye;
    return there;
  }

  function resize() {
    const ratio = slow ? SLOW_SHARE : Math.min(devicePixelRatio || 1, 2), w = Math.round(canvas.clientWidth * ratio),
      h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; dirty = true; }
  }

  function draw() {
    if (!frame) return;
    resize();
    const now = performance.now();
    if (!dirty || (slow && now < drawn + SLOW_MS)) return;
    drawn = now;
    dirty = !aim();
    hangGlass();
    paintFaces();
    gl.viewport(0, 0, canvas.width, canvas.height);
    const lamp = lampOf(bright());
    gl.clearColor(...paint.wall.map((c, i) => c * lamp[i] * .8), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const glasses = compose();
    const rank = o => o.backdrop ? 1.5 : o.ground === 1 ? 3 : o.ground; // what is hidden costs nothing then
    let p = null;
    for (const {model, colour, glow, ground, what} of list.sort((a, b) => rank(a) - rank(b))) {
      const wanted = ground ? floors : solid;
      if (p !== wanted) {
        gl.useProgram(p = wanted);
        gl.uniformMatrix4fv(u(p, 'view'), false, view);
        gl.uniform3fv(u(p, 'lamp'), lamp);
        gl.uniform3fv(u(p, 'eye'), eye);
      }
      gl.uniform3fv(u(p, 'colour'), colour);
      gl.uniform1f(u(p, 'glow'), glow);
      gl.uniform1f(u(p, 'ground'), ground);
      use(p, model, what);
    }
    shadows(bright());
    gl.useProgram(screen);
    gl.uniformMatrix4fv(u(screen, 'view'), false, view);
    glasses.forEach((pane, i) => {
      const shown = glass && frame.world.robots[i] === leader() ? glass : faces[i]?.shown ? faces[i].texture : null;
      if (!pane || !shown) return;
      gl.bindTexture(gl.TEXTURE_2D, shown);
      use(screen, pane, shapes.BOX);
    });
    outline();
  }

  function pick(x, y) {
    if (!frame || !eye) return null;
    const r = look.ray(x, y), own = look.mode === 'eyes' && leader()?.name,
      all = boxesOf(frame).filter(b => b.name !== own);
    let best = null, least = Infinity;
    for (const box of all) {
      const d = hit(box, r);
      if (d < least) least = d, best = box;
    }
    const far = onPlane(x, y, floor), ground = far && Math.hypot(far[0], far[1]) < 4;
    if (!best) return ground ? {name: 'floor', kind: 'FLOOR', at: far, turn: m.IDENTITY, point: far} : null;
    return {name: best.name, kind: best.kind, creature: best.creature, at: best.at, turn: best.turn,
      size: best.high.map((h, i) => h - best.low[i]),
      point: m.add(r.from, m.scale(r.way, least))};
  }
  function onPlane(x, y, z) { // where a point of the canvas meets a level
    const {from, way} = look.ray(x, y), t = (z - from[2]) / way[2];
    return t > 0 && t < 20 ? m.add(from, m.scale(way, t)) : null;
  }
  function where(name) { // the middle of a thing on the canvas
    const box = frame && view && boxesOf(frame).find(b => b.name === name);
    if (!box) return null;
    const [x, y] = look.on(m.transform(m.place(box.at, box.turn), middle(box)));
    return [(x + 1) / 2 * canvas.clientWidth, (1 - y) / 2 * canvas.clientHeight];
  }
  const moved = () => { dirty = true; };
  return {
    draw, pick, onPlane, where,
    show(f) { frame = f; moved(); },
    begin(z) { floor = z; room = frame = null; look.anew();
      faces.forEach(f => { f.shown = ''; }); moved(); },
    select(name) { selected = name; moved(); },
    setGlass,
    follow(number) { if (followed !== number) followed = number, look.anew(); moved(); },
    setPaint(colours) { paint = colours; moved(); },
    turn(dx, dy) { look.turn(dx, dy); moved(); },
    pan(dx, dy) { look.pan(dx, dy); moved(); },
    zoom(by) { look.zoom(by); moved(); },
    home() { look.home(); moved(); },
    see(at) { look.see(at); moved(); },
    // while a hand leads something: a camera that followed it would carry it on and on
    still(on) { look.still(on); moved(); },
    // around: as hands turn it; behind: it follows; eyes: out of its head
    from(mode) { look.mode = mode; look.anew(); moved(); },
  };
}
