// The world in three dimensions: boxes and drums under one lamp, the robot with its face, and a camera that can be turned.
//
//   const scene = createScene(canvas, 'vector');
//   scene.show(frame); scene.draw();
//   scene.pick(x, y)   // → {name, kind, at, point} under a point of the canvas, or null
//   scene.turn(dx, dy); scene.pan(dx, dy); scene.zoom(1.1); scene.home();
//
// plan.js is the same without WebGL: a view from above.
import * as m from './maths.js';
import {faceDrawer, program} from './face.js';
import {boxesOf, middle} from './pick.js';
import {drawRobot} from './robot.js';

const VERTEX = `
attribute vec3 at, normal; uniform mat4 model, view; varying vec3 n, where;
void main() { vec4 w = model * vec4(at, 1.0); where = w.xyz; n = mat3(model) * normal; gl_Position = view * w; }`;
const FRAGMENT = `
precision highp float;
varying vec3 n, where; uniform vec3 colour, eye; uniform float lamp, glow, ground; uniform vec3 shadow;
void main() {
  vec3 up = normalize(n), to = normalize(vec3(0.5, -0.35, 1.0));
  float light = 0.42 + 0.5 * max(dot(up, to), 0.0) + 0.08 * up.z;
  vec3 c = colour;
  if (ground > 0.5) {
    vec2 tile = abs(fract(where.xy * 5.0) - 0.5);
    c *= 1.0 - 0.05 * smoothstep(0.48, 0.5, max(tile.x, tile.y));
  }
  float d = length((where.xy - shadow.xy) * vec2(1.0, 1.15));
  if (up.z > 0.6 && where.z < shadow.z + 0.004) light *= 1.0 - 0.3 * smoothstep(0.075, 0.02, d);
  gl_FragColor = vec4(c * mix(light * lamp, 1.0, glow), 1.0);
}`;
const SCREEN_VERTEX = `attribute vec3 at; uniform mat4 model, view; varying vec2 uv; void main() { uv = vec2(0.5 - at.y, at.z + 0.5); gl_Position = view * model * vec4(at, 1.0); }`;
const SCREEN_FRAGMENT = `precision highp float; varying vec2 uv; uniform sampler2D face; void main() { gl_FragColor = vec4(texture2D(face, uv).rgb + vec3(0.02), 1.0); }`;

const KINDS = {
  TABLE: [0.66, 0.53, 0.40], WALL: [0.80, 0.80, 0.76], RAMP: [0.6, 0.6, 0.64], BOX: [0.72, 0.48, 0.36], DISC: [0.55, 0.65, 0.50],
  CUBE: [0.24, 0.27, 0.30], CHARGER: [0.30, 0.32, 0.35], HABITAT: [0.22, 0.24, 0.28],
};

function boxMesh() {
  const out = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const corner = (a, b) => { const p = [0, 0, 0]; p[axis] = side / 2; p[(axis + 1) % 3] = a / 2; p[(axis + 2) % 3] = b / 2; return p; };
      const normal = [0, 0, 0]; normal[axis] = side;
      const quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1), corner(-1, 1)];
      for (const p of quad) out.push(...p, ...normal);
    }
  return new Float32Array(out);
}
function drumMesh(sides = 24) { // stands along z
  const out = [], ring = i => [Math.cos(i / sides * 2 * Math.PI) / 2, Math.sin(i / sides * 2 * Math.PI) / 2];
  for (let i = 0; i < sides; i++) {
    const [ax, ay] = ring(i), [bx, by] = ring(i + 1), put = (p, n) => out.push(...p, ...n);
    for (const p of [[ax, ay, -.5], [bx, by, -.5], [bx, by, .5], [ax, ay, -.5], [bx, by, .5], [ax, ay, .5]]) put(p, [p[0] * 2, p[1] * 2, 0]);
    for (const z of [-.5, .5]) for (const p of [[0, 0, z], [ax, ay, z], [bx, by, z]]) put(p, [0, 0, Math.sign(z)]);
  }
  return new Float32Array(out);
}

export function createScene(canvas, creature) { // null: no WebGL here
  const gl = canvas.getContext('webgl', {antialias: true});
  if (!gl) return null;
  const solid = program(gl, VERTEX, FRAGMENT), screen = program(gl, SCREEN_VERTEX, SCREEN_FRAGMENT), eyes = faceDrawer(gl, creature);
  const mesh = data => { const b = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, b); gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW); return {b, count: data.length / 6}; };
  const BOX = mesh(boxMesh()), DRUM = mesh(drumMesh());
  const names = {};
  const u = (p, n) => (names[n + (p === solid)] ??= gl.getUniformLocation(p, n));
  const face = {texture: gl.createTexture(), frame: gl.createFramebuffer()};
  gl.bindTexture(gl.TEXTURE_2D, face.texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 512, 256, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
  for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.LINEAR);
  for (const k of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, k, gl.CLAMP_TO_EDGE);
  gl.bindFramebuffer(gl.FRAMEBUFFER, face.frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, face.texture, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  let glass = null; // a texture of what is on the display besides the eyes; null: nothing is
  function setGlass(canvas) {
    if (!canvas) { if (glass) gl.deleteTexture(glass); glass = null; dirty = true; return; }
    glass ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, glass);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.LINEAR);
    for (const k of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, k, gl.CLAMP_TO_EDGE);
    dirty = true;
  }

  const camera = {target: [0.05, 0, 0.03], yaw: 0.6, pitch: 0.5, distance: 0.62, follow: true};
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let frame = null, view, eye, floor = 0, background = [0.8, 0.83, 0.82], selected = null, dirty = true;

  function use(p, model, what) {
    gl.bindBuffer(gl.ARRAY_BUFFER, what.b);
    const at = gl.getAttribLocation(p, 'at'), normal = gl.getAttribLocation(p, 'normal');
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 24, 0);
    if (normal >= 0) { gl.enableVertexAttribArray(normal); gl.vertexAttribPointer(normal, 3, gl.FLOAT, false, 24, 12); }
    gl.uniformMatrix4fv(u(p, 'model'), false, model);
    gl.drawArrays(gl.TRIANGLES, 0, what.count);
  }
  function solidPart(model, colour, {glow = 0, ground = 0, what = BOX} = {}) {
    gl.uniform3fv(u(solid, 'colour'), colour);
    gl.uniform1f(u(solid, 'glow'), glow);
    gl.uniform1f(u(solid, 'ground'), ground);
    use(solid, model, what);
  }
  const part = (base, at, size, q = m.IDENTITY) => m.multiply(base, m.place(at, q, size));

  function drawThing(t) {
    const colour = KINDS[t.kind] || [0.6, 0.6, 0.6], what = t.kind === 'DISC' ? DRUM : BOX, base = m.place(t.at_m, t.turn);
    const marked = t.name === selected ? colour.map(c => Math.min(1, c * 1.25 + 0.05)) : colour;
    const raise = [0, 0, t.kind === 'TABLE' ? -t.size_m[2] / 2 : t.size_m[2] / 2]; // a table's height is that of its upper side
    if (t.kind === 'CHARGER') {
      solidPart(part(base, [-t.size_m[0] / 2, 0, 0.004], [t.size_m[0], t.size_m[1], 0.008]), marked);
      solidPart(part(base, [-t.size_m[0], 0, 0.03], [0.012, t.size_m[1], 0.06]), marked);
      return;
    }
    if (t.kind === 'HABITAT') {
      const [w, d, h] = t.size_m;
      for (const [x, y, a, b] of [[w / 2, 0, .006, d], [-w / 2, 0, .006, d], [0, d / 2, w, .006], [0, -d / 2, w, .006]]) solidPart(part(base, [x, y, h / 2], [a, b, h]), marked);
      return;
    }
    solidPart(part(base, raise, t.size_m), marked, {what, ground: t.kind === 'TABLE' ? 1 : 0});
    t.markers.forEach((marker, i) => {
      if (!marker) return;
      const [l, w, h] = t.size_m, spots = [[[l / 2, 0, h / 2], [.0006, w * .6, h * .6]], [[-l / 2, 0, h / 2], [.0006, w * .6, h * .6]], [[0, w / 2, h / 2], [l * .6, .0006, h * .6]],
        [[0, -w / 2, h / 2], [l * .6, .0006, h * .6]], [[0, 0, h], [l * .6, w * .6, .0006]], [[0, 0, 0], [l * .6, w * .6, .0006]]];
      solidPart(part(base, ...spots[i]), [0.93, 0.93, 0.9]);
      const inner = spots[i][1].map(s => s < .001 ? .0009 : s * .62);
      solidPart(part(base, spots[i][0], inner), m.scale([0.15 + (marker * 7 % 5) * .05, 0.15, 0.2 + (marker * 3 % 7) * .04], 1));
    });
    if (t.kind === 'CUBE') t.lights.forEach(([r, g, b], i) => {
      const a = Math.PI / 4 + i * Math.PI / 2, d = t.size_m[0] * .62;
      solidPart(part(base, [Math.cos(a) * d, Math.sin(a) * d, t.size_m[2] - .004], [.009, .009, .009]), r || g || b ? [r / 255, g / 255, b / 255] : [.5, .52, .55], {glow: r || g || b ? 1 : 0});
    });
  }

  function drawPerson(p) {
    const base = m.place(p.at_m, m.about([0, 0, 1], p.heading_rad));
    solidPart(part(base, [0, 0, 0], [.17, .15, .22]), [0.86, 0.68, 0.56]);
    solidPart(part(base, [-.02, 0, .08], [.18, .16, .09]), [0.28, 0.20, 0.15]);
    for (const side of [-1, 1]) solidPart(part(base, [.085, side * .035, .01], [.006, .025, p.eyes_open ? .02 : .004]), [0.1, 0.1, 0.12]);
    solidPart(part(base, [.085, 0, -.06], [.006, .06, .008]), [0.6, 0.25, 0.25]);
  }

  function aim() {
    const robot = frame && frame.world.robots[0];
    const ease = calm.matches ? 1 : 0.1; // the camera follows softly, or at once for who wants no motion
    if (robot && camera.follow) camera.target = m.add(m.scale(camera.target, 1 - ease), m.scale([robot.at_m[0], robot.at_m[1], robot.at_m[2] + 0.03], ease));
    const c = Math.cos(camera.pitch);
    eye = m.add(camera.target, m.scale([Math.cos(camera.yaw) * c, Math.sin(camera.yaw) * c, Math.sin(camera.pitch)], camera.distance));
    view = m.multiply(m.perspective(0.7, canvas.width / canvas.height, 0.02, 20), m.lookAt(eye, camera.target));
  }

  function resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2), w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; dirty = true; }
  }

  function draw() {
    if (!frame) return;
    resize();
    if (!dirty) return;
    dirty = false;
    aim();
    gl.bindFramebuffer(gl.FRAMEBUFFER, face.frame);
    const f = frame.view.face;
    eyes(f.numbers, f.hue, f.saturation, 512, 256, f);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    const lamp = Math.min(1, 0.25 + Math.sqrt(frame.world.lux / 400) * 0.75);
    gl.clearColor(...background.map(c => c * lamp), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(solid);
    gl.uniformMatrix4fv(u(solid, 'view'), false, view);
    gl.uniform1f(u(solid, 'lamp'), lamp);
    const r = frame.world.robots[0];
    gl.uniform3fv(u(solid, 'shadow'), r ? [r.at_m[0] - .025, r.at_m[1], r.at_m[2]] : [9, 9, 9]);
    solidPart(m.place([0, 0, floor - 0.006], m.IDENTITY, [8, 8, 0.01]), background, {ground: 1});
    frame.world.things.forEach(drawThing);
    frame.world.people.forEach(drawPerson);
    const glasses = frame.world.robots.map(r => drawRobot(r, r.name === selected, {solid: solidPart, DRUM}));
    gl.useProgram(screen);
    gl.uniformMatrix4fv(u(screen, 'view'), false, view);
    gl.bindTexture(gl.TEXTURE_2D, glass || face.texture);
    for (const pane of glasses) use(screen, pane, BOX);
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
    return {name: best.name, kind: best.kind, at: best.at, turn: best.turn, point: m.add(r.from, m.scale(r.way, least))};
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
    setFloor(z) { floor = z; moved(); },
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
  };
}
