// The world in three dimensions: what stands there under one lamp, the robots with their faces, and a camera that can be turned.
//
//   const scene = createScene(canvas, slow);   // null: no WebGL here; slow: no graphics card
//   scene.show(frame); scene.draw();
//   scene.pick(x, y)   // → {name, kind, at, point} under a point of the canvas, or null
//   scene.turn(dx, dy); scene.pan(dx, dy); scene.zoom(1.1); scene.home(); scene.still(true);
//
// Who draws a thing is given a pen: solid(model, colour, {what, glow, ground, flat}) and the shapes of meshes.js. ground: 1 tiles, 2 wood; flat: it throws no
// shadow. plan.js is the same without WebGL: a view from above.
import * as m from './maths.js';
import {faceDrawer, program, STYLES} from './face.js';
import {createShapes} from './meshes.js';
import {boxesOf, middle, reachOf} from './pick.js';
import {drawPleo} from './pleo.js';
import {drawRobot} from './robot.js';
import {drawPerson, drawThing} from './things.js';

// Surfaces look where their shape says, however it is stretched: so each axis is divided by its length twice.
const VERTEX = `
attribute vec3 at, normal; uniform mat4 model, view; varying vec3 n, where;
void main() {
  vec4 w = model * vec4(at, 1.0); where = w.xyz;
  vec3 a = model[0].xyz, b = model[1].xyz, c = model[2].xyz;
  n = a * normal.x / dot(a, a) + b * normal.y / dot(b, b) + c * normal.z / dot(c, c);
  gl_Position = view * w;
}`;
// A floor has joints or boards and no shine, and the floor far below fades away; one program for it and one for all else, so that no dot pays for both.
const FRAGMENT = `
precision highp float;
varying vec3 n, where; uniform vec3 colour, eye, far, middle; uniform float lamp, glow, ground;
void main() {
  vec3 up = normalize(n), c = colour;
#ifdef GROUND
  if (ground > 1.5) {
    float board = fract(where.y * 6.0 + 0.5), grain = sin(where.x * 9.0 + sin(where.y * 55.0) * 1.4 + floor(where.y * 6.0 + 0.5) * 4.7) * sin(where.y * 140.0 + where.x * 3.0);
    c *= (1.0 + 0.035 * grain) * (1.0 - 0.16 * smoothstep(0.482, 0.5, abs(board - 0.5)));
  } else {
    vec2 tile = abs(fract(where.xy * 5.0) - 0.5);
    c *= 1.0 - 0.05 * smoothstep(0.48, 0.5, max(tile.x, tile.y));
  }
#endif
  vec3 to = normalize(vec3(0.5, -0.35, 1.0)), light = mix(vec3(0.34, 0.32, 0.31), vec3(0.50, 0.53, 0.57), 0.5 + 0.5 * up.z) + vec3(0.56, 0.53, 0.48) * max(dot(up, to), 0.0);
#ifdef GROUND
  c = mix(c * light * lamp, c, glow);
  if (ground < 1.5) c = mix(c, far, smoothstep(1.0, 3.6, length(where.xy - middle.xy)));
#else
  vec3 see = normalize(eye - where);
  float shine = 0.16 * pow(max(dot(up, normalize(to + see)), 0.0), 36.0) + 0.07 * pow(1.0 - max(dot(up, see), 0.0), 3.0);
  c = mix((c * light + shine) * lamp, c, glow);
#endif
  gl_FragColor = vec4(c, 1.0);
}`;
// Everything once more, pressed flat onto what it stands on; the middle of a table's shadow is the table's.
const SHADOW_VERTEX = `
attribute vec3 at; uniform mat4 model, view; uniform float level; varying vec2 where;
void main() { vec4 w = model * vec4(at, 1.0); w.xy -= (w.z - level) * vec2(0.5, -0.35); w.z = level; where = w.xy; gl_Position = view * w; }`;
const SHADOW_FRAGMENT = `
precision highp float; varying vec2 where; uniform vec4 bounds; uniform vec2 facing; uniform float dark;
void main() { vec2 d = where - bounds.xy; if (abs(dot(d, facing)) > bounds.z || abs(d.y * facing.x - d.x * facing.y) > bounds.w) discard; gl_FragColor = vec4(0.02, 0.03, 0.05, dark); }`;
const SCREEN_VERTEX = `attribute vec3 at; uniform mat4 model, view; varying vec2 uv; void main() { uv = vec2(0.5 + at.y, at.z + 0.5); gl_Position = view * model * vec4(at, 1.0); }`;
const SCREEN_FRAGMENT = `precision highp float; varying vec2 uv; uniform sampler2D face; void main() { gl_FragColor = vec4(texture2D(face, uv).rgb + vec3(0.02), 1.0); }`;

const SLOW_MS = 90, SLOW_SHARE = 0.6;
// slow: there is no graphics card, so there are fewer dots, none is drawn four times, nor more often than must be.
export function createScene(canvas, slow) {
  const gl = canvas.getContext('webgl', {antialias: !slow, stencil: true, alpha: false});
  if (!gl) return null;
  const GLASS = slow ? [256, 128] : [512, 256]; // dots of the picture on a robot's display
  const solid = program(gl, VERTEX, FRAGMENT), floors = program(gl, VERTEX, `#define GROUND\n${FRAGMENT}`), shade = program(gl, SHADOW_VERTEX, SHADOW_FRAGMENT), screen = program(gl, SCREEN_VERTEX, SCREEN_FRAGMENT), shapes = createShapes(gl);
  const names = new Map();
  function u(p, n) {
    if (!names.has(p)) names.set(p, {});
    return names.get(p)[n] ??= gl.getUniformLocation(p, n);
  }
  const drawers = {}, faces = [];
  function faceOf(number) { // the picture on one robot's glass
    return faces[number] ??= (() => {
      const f = {texture: gl.createTexture(), frame: gl.createFramebuffer(), shown: ''};
      gl.bindTexture(gl.TEXTURE_2D, f.texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, ...GLASS, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.LINEAR);
      for (const k of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, k, gl.CLAMP_TO_EDGE);
      gl.bindFramebuffer(gl.FRAMEBUFFER, f.frame);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, f.texture, 0);
      return f;
    })();
  }
  let glass = null; // a texture of what is on the first one's display besides the eyes; null: nothing is
  let board = null; // the canvas that is to be it from the next drawing on
  function setGlass(canvas) { board = canvas; dirty = true; }
  function hangGlass() { // once a drawing, however many pieces came
    if (!board) { if (glass) gl.deleteTexture(glass); glass = null; return; }
    glass ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, glass);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, board);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.LINEAR);
    for (const k of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, k, gl.CLAMP_TO_EDGE);
  }

  const camera = {target: [0.05, 0, 0.03], yaw: 0.6, pitch: 0.42, distance: 0.5, follow: true, still: false};
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let frame = null, view, eye, placed = false, lean = [0, 0, 0], aimed = 0, drawn = -SLOW_MS, floor = 0, background = [0.8, 0.83, 0.82], selected = null, dirty = true;

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
  let list = [], under = null;
  const pen = {...shapes, solid: (model, colour, {glow = 0, ground = 0, flat = false, what = shapes.BOX} = {}) => list.push({model, colour, glow, ground, what, under: flat ? null : under})};
  // The highest table (or tray, or the floor) below a place.
  function support([x, y, z]) {
    let best = {level: floor, bounds: [0, 0, 50, 50], facing: [1, 0]};
    for (const t of frame.world.things) {
      if (t.kind !== 'TABLE' && t.kind !== 'HABITAT') continue;
      const turned = m.heading(t.turn), facing = [Math.cos(turned), Math.sin(turned)], dx = x - t.at_m[0], dy = y - t.at_m[1], top = t.at_m[2] + (t.kind === 'TABLE' ? 0 : .0016);
      const on = Math.abs(dx * facing[0] + dy * facing[1]) <= t.size_m[0] / 2 && Math.abs(dy * facing[0] - dx * facing[1]) <= t.size_m[1] / 2;
      if (on && top <= z + .01 && top > best.level) best = {level: top, bounds: [t.at_m[0], t.at_m[1], t.size_m[0] / 2, t.size_m[1] / 2], facing};
    }
    return best;
  }
  function compose() { // returns where the glasses are
    list = [];
    under = null;
    pen.solid(m.place([camera.target[0], camera.target[1], floor - 0.006], m.IDENTITY, [9, 9, 0.01]), background.map(c => c * (1 - c) * .45 + c), {ground: 1}); // a little lighter than what it fades into
    for (const t of frame.world.things) { under = support(t.at_m); drawThing(t, t.name === selected, pen); }
    for (const p of frame.world.people) { under = support(p.at_m); drawPerson(p, p.name === selected, pen); }
    return frame.world.robots.map(r => {
      under = support(r.at_m);
      if (r.creature === 'pleo') return drawPleo(r, r.name === selected, pen), null;
      return drawRobot(r, r.name === selected, pen);
    });
  }
  function paintFaces() {
    frame.world.robots.forEach((r, i) => {
      const now = i ? frame.faces.find(f => f.robot === r.number)?.face : frame.view.face;
      if (!STYLES[r.creature] || !now || !now.number) return;
      const face = faceOf(i);
      const key = `${r.creature} ${now.number} ${now.hue} ${now.saturation}`;
      if (face.shown === key) return;
      face.shown = key;
      gl.bindFramebuffer(gl.FRAMEBUFFER, face.frame);
      (drawers[r.creature] ??= faceDrawer(gl, r.creature))(now.numbers, now.hue, now.saturation, ...GLASS, now);
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

  // From so far, and looking a little towards them, that those it lives with are seen, too.
  function fitting(robot) {
    const others = frame.world.robots.map(r => m.sub(r.at_m, robot.at_m)).filter(d => Math.hypot(...d) < 1.2), apart = others.map(d => Math.hypot(...d));
    lean = others.reduce((sum, d) => m.add(sum, m.scale(d, .7 / others.length)), [0, 0, 0]);
    const narrow = Math.max(1, Math.min(1.8, 1.1 * canvas.height / canvas.width)); // a phone held upright
    return (reachOf(robot).far + .75 * Math.max(0, ...apart)) * narrow;
  }
  // From where nobody and nothing tall stands before it.
  function openYaw(to) {
    const tall = [...frame.world.people.map(p => ({at: p.at_m, r: .25})), ...frame.world.things.filter(t => t.kind === 'WALL' || (t.kind === 'BOX' && t.size_m[2] > .15)).map(t => ({at: t.at_m, r: Math.max(t.size_m[0], t.size_m[1]) / 2}))];
    const heading = m.heading(frame.world.robots[0].turn), room = yaw => Math.min(9, ...tall.map(({at, r}) => {
      const way = [Math.cos(yaw), Math.sin(yaw)], d = [at[0] - to[0], at[1] - to[1]], along = Math.max(0, Math.min(camera.distance * 1.3, d[0] * way[0] + d[1] * way[1]));
      return Math.hypot(d[0] - way[0] * along, d[1] - way[1] * along) - r;
    }));
    const yaws = [.6, -.6, 1.1, -1.1, 1.8, -1.8, 2.6].map(v => heading + v);
    return yaws.find(yaw => room(yaw) > .05) ?? yaws.sort((a, b) => room(b) - room(a))[0];
  }

  // The camera follows softly, or at once for who wants no motion. true: it has arrived.
  function aim() {
    const robot = frame.world.robots[0];
    const now = performance.now(), ease = calm.matches || !placed ? 1 : 1 - Math.exp((aimed - now) / 150);
    aimed = now;
    let left = 0;
    if (robot && !placed) camera.distance = fitting(robot);
    if (robot && camera.follow && !(camera.still && placed)) {
      const to = [robot.at_m[0] + lean[0], robot.at_m[1] + lean[1], robot.at_m[2] + reachOf(robot).high[2] * .45];
      left = Math.hypot(...m.sub(to, camera.target)) * (1 - ease);
      camera.target = m.add(m.scale(camera.target, 1 - ease), m.scale(to, ease));
      if (!placed) camera.yaw = openYaw(to);
      placed = true;
    }
    const c = Math.cos(camera.pitch);
    eye = m.add(camera.target, m.scale([Math.cos(camera.yaw) * c, Math.sin(camera.yaw) * c, Math.sin(camera.pitch)], camera.distance));
    view = m.multiply(m.perspective(0.7, canvas.width / canvas.height, 0.02, 20), m.lookAt(eye, camera.target));
    return left < 1e-4;
  }

  function resize() {
    const ratio = slow ? SLOW_SHARE : Math.min(devicePixelRatio || 1, 2), w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
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
    const lamp = Math.min(1, 0.25 + Math.sqrt(frame.world.lux / 400) * 0.75), far = background.map(c => c * lamp);
    gl.clearColor(...far, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const glasses = compose();
    const rank = o => o.ground === 1 ? 2 : o.ground ? 1 : 0; // what is hidden costs nothing then
    let p = null;
    for (const {model, colour, glow, ground, what} of list.sort((a, b) => rank(a) - rank(b))) {
      const wanted = ground ? floors : solid;
      if (p !== wanted) {
        gl.useProgram(p = wanted);
        gl.uniformMatrix4fv(u(p, 'view'), false, view);
        gl.uniform1f(u(p, 'lamp'), lamp);
        gl.uniform3fv(u(p, 'eye'), eye);
        gl.uniform3fv(u(p, 'far'), far);
        gl.uniform3fv(u(p, 'middle'), camera.target);
      }
      gl.uniform3fv(u(p, 'colour'), colour);
      gl.uniform1f(u(p, 'glow'), glow);
      gl.uniform1f(u(p, 'ground'), ground);
      use(p, model, what);
    }
    shadows(lamp);
    gl.useProgram(screen);
    gl.uniformMatrix4fv(u(screen, 'view'), false, view);
    glasses.forEach((pane, i) => {
      const shown = i === 0 && glass ? glass : faces[i]?.shown ? faces[i].texture : null;
      if (!pane || !shown) return;
      gl.bindTexture(gl.TEXTURE_2D, shown);
      use(screen, pane, shapes.BOX);
    });
  }

  // The way a point of the canvas looks into the world.
  function ray(x, y) {
    const f = 1 / Math.tan(0.35), z = m.unit(m.sub(eye, camera.target)), right = m.unit(m.cross([0, 0, 1], z)), up = m.cross(z, right);
    const nx = (x / canvas.clientWidth * 2 - 1) * canvas.width / canvas.height / f, ny = (1 - y / canvas.clientHeight * 2) / f;
    return {from: eye, way: m.unit(m.add(m.add(m.scale(right, nx), m.scale(up, ny)), m.scale(z, -1)))};
  }
  function hit(box, {from, way}) { // a box in its own frame
    const q = m.untwist(box.turn), o = m.turn(q, m.sub(from, box.at)), d = m.turn(q, way);
    let near = 0, far = Infinity;
    for (let i = 0; i < 3; i++) {
      const a = (box.low[i] - o[i]) / d[i], b = (box.high[i] - o[i]) / d[i];
      near = Math.max(near, Math.min(a, b));
      far = Math.min(far, Math.max(a, b));
    }
    return near <= far ? near : Infinity;
  }
  function pick(x, y) {
    if (!frame || !eye) return null;
    const r = ray(x, y), all = boxesOf(frame);
    let best = null, least = Infinity;
    for (const box of all) {
      const d = hit(box, r);
      if (d < least) least = d, best = box;
    }
    const far = onPlane(x, y, floor), ground = far && Math.hypot(far[0], far[1]) < 4;
    if (!best) return ground ? {name: 'floor', kind: 'FLOOR', at: far, turn: m.IDENTITY, point: far} : null;
    return {name: best.name, kind: best.kind, creature: best.creature, at: best.at, turn: best.turn, point: m.add(r.from, m.scale(r.way, least))};
  }
  function onPlane(x, y, z) { // where a point of the canvas meets a level
    const {from, way} = ray(x, y), t = (z - from[2]) / way[2];
    return t > 0 && t < 20 ? m.add(from, m.scale(way, t)) : null;
  }
  function where(name) { // the middle of a thing on the canvas
    const box = frame && view && boxesOf(frame).find(b => b.name === name);
    if (!box) return null;
    const p = m.transform(m.place(box.at, box.turn), middle(box)), w = view[3] * p[0] + view[7] * p[1] + view[11] * p[2] + view[15], on = m.transform(view, p);
    return [(on[0] / w + 1) / 2 * canvas.clientWidth, (1 - on[1] / w) / 2 * canvas.clientHeight];
  }
  const moved = () => { dirty = true; };
  return {
    draw, pick, onPlane, where,
    show(f) { frame = f; moved(); },
    begin(z) { floor = z; placed = false; frame = null; camera.follow = true; faces.forEach(f => { f.shown = ''; }); moved(); },
    select(name) { selected = name; moved(); },
    setGlass,
    setBackground(rgb) { background = rgb; moved(); },
    turn(dx, dy) {
      camera.yaw -= dx * 0.008;
      camera.pitch = Math.min(1.5, Math.max(0.05, camera.pitch + dy * 0.006));
      moved();
    },
    pan(dx, dy) {
      camera.follow = false;
      const s = camera.distance / canvas.clientHeight, c = Math.cos(camera.yaw), n = Math.sin(camera.yaw);
      camera.target = [camera.target[0] + (dx * n - dy * c) * s, camera.target[1] + (-dx * c - dy * n) * s, camera.target[2]];
      moved();
    },
    zoom(by) { camera.distance = Math.min(4, Math.max(0.15, camera.distance * by)); moved(); },
    home() { camera.follow = true; moved(); },
    still(on) { camera.still = on; moved(); }, // while a hand leads something: a camera that followed it would carry it on and on
  };
}
