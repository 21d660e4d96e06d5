// Eyes from their numbers, at any size: the same drawing as the robot's own, done by a fragment shader; or dot by dot,
// where there is no WebGL and on a display of on and off.
//
// const show = createFace(canvas, 'vector');   // show(frame.view.face); show.slow: there is no graphics card
// const draw = faceDrawer(gl);                 // draw(numbers, hue, saturation, width, height, frame.view.face)
import {createFlatFace, eyePlace, glitchNumber} from './face_flat.js';

const VERTEX = `
attribute vec2 at; varying vec2 uv;
void main() { uv = at; gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }`;
const FRAGMENT = `
precision highp float;
varying vec2 uv;
uniform vec2 screen, halves; uniform vec4 left[7], right[7];       // what eyeNumbers() says
uniform vec3 tint; uniform float dots, lines, glitch, glitchPx;
float outside(vec2 p, vec2 h, vec2 r) {
  vec2 d = abs(p) - h, c = d + r;
  if (c.x <= 0.0 || c.y <= 0.0 || r.x <= 0.0 || r.y <= 0.0) return max(d.x, d.y);
  vec2 e = c / r; float l = length(e), s = length(e / r);
  return s > 0.0 ? l * (l - 1.0) / s : -min(r.x, r.y);
}
float below(vec2 p, vec4 lid) { // its way, where it hangs, how much it is bent
  vec2 q = vec2(p.x, p.y - lid.z);
  float along = dot(q, lid.xy), down = q.y * lid.x - q.x * lid.y, u = along * lid.x / halves.x, rest = 1.0 - u * u;
  return lid.w != 0.0 && rest > 0.0 ? down - lid.w * sqrt(rest) : down;
}
float eye(vec4 e[7], float mirror, vec2 px) {
  if (e[1].z == 0.0) return 0.0;
  vec2 d = px - e[1].xy, p = vec2(dot(e[0].xy, d), dot(e[0].zw, d)), lit = (p - e[6].xy) / (halves * 0.96);
  p.x *= mirror;
  vec4 r = p.y > 0.0 ? e[2] : e[3];
  float o = max(outside(p, halves, p.x > 0.0 ? r.xy : r.zw), max(-below(p, e[4]), -below(vec2(p.x, -p.y), e[5])));
  float c = clamp(0.5 - o * e[1].z * dots, 0.0, 1.0);
  return c > 0.0 ? c * e[1].w * exp(-dot(lit, lit) / 2.0) : 0.0;
}
float shifted(float v) {
  return glitchPx * (glitch < 0.5 ? 0.0 : glitch < 1.5 ? 2.0 * v - 1.0 :
    glitch < 2.5 ? 1.0 - abs(2.0 * v - 1.0) : sin(6.2831853 * v));
}
void main() {
  vec2 px = vec2(uv.x, 1.0 - uv.y) * screen;
  float row = floor(px.y);
  px.x -= shifted((row + 0.5) / screen.y);
  float g = max(eye(left, 1.0, px), eye(right, -1.0, px));
  gl_FragColor = vec4(tint * g * (mod(row, 2.0) > 0.5 ? lines : 1.0), 1.0);
}`;

export const STYLES = {
  vector: {screen: [184, 96], eye: [43, 57], middles: [46, 138, 48], oneBit: 0},
  cozmo: {screen: [128, 64], eye: [30, 40], middles: [32, 96, 32], oneBit: 1},
};

export function hsv(h, s, v) {
  const f = n => { const k = (n + h * 6) % 6; return v - v * s * Math.max(0, Math.min(k, 4 - k, 1)); };
  return [f(5), f(3), f(1)];
}

export function program(gl, vertex, fragment) {
  const p = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const s = gl.createShader(kind);
    gl.shaderSource(s, text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
    gl.attachShader(p, s);
  }
  gl.linkProgram(p);
  if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(p));
  return p;
}

// One eye as the shader wants it: what is the same for all dots is reckoned once. The way from a dot back into the
// eye; its middle, how large it is, its light;
// the corners; the lids; the hot spot.
const clamp = v => Math.min(1, Math.max(0, v));
function eyeNumbers(whole, n, middle, style) {
  const {m, size, root} = eyePlace(whole, n, middle, style), w = style.eye[0] / 2, h = style.eye[1] / 2,
    corner = k => [clamp(n[k]) * w, clamp(n[k + 1]) * h];
  const lid = (share, deg, bend) => [Math.cos(deg * Math.PI / 180), Math.sin(deg * Math.PI / 180),
    (2 * share - 1) * h, bend * 2 * h];
  return [...root ? [m[3] / size, -m[2] / size, -m[1] / size, m[0] / size] : [0, 0, 0, 0], m[4], m[5], root,
    clamp(n[20]), ...corner(5), ...corner(11), ...corner(7), ...corner(9),
    ...lid(n[13], n[14], n[15]), ...lid(n[16], -n[17], n[18]), n[22] * w, n[23] * h, 0, 0];
}

export function faceDrawer(gl) {
  const style = STYLES.vector, p = program(gl, VERTEX, FRAGMENT), places = {},
    u = n => places[n] ??= gl.getUniformLocation(p, n);
  const corners = gl.createBuffer(), at = gl.getAttribLocation(p, 'at');
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
  return (numbers, hue, saturation, width, height, {scan_lines = 1, glitch = 0, glitch_px = 0} = {}) => {
    gl.viewport(0, 0, width, height);
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(p);
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 0, 0);
    gl.uniform2fv(u('screen'), style.screen);
    const whole = numbers.slice(0, 5);
    gl.uniform2f(u('halves'), style.eye[0] / 2, style.eye[1] / 2);
    gl.uniform4fv(u('left[0]'), eyeNumbers(whole, numbers.slice(5, 30), style.middles[0], style));
    gl.uniform4fv(u('right[0]'), eyeNumbers(whole, numbers.slice(30, 55), style.middles[1], style));
    gl.uniform3fv(u('tint'), hsv(hue, saturation, 1));
    gl.uniform1f(u('lines'), scan_lines);
    gl.uniform1f(u('glitch'), glitchNumber(glitch));
    gl.uniform1f(u('glitchPx'), glitch_px);
    gl.uniform1f(u('dots'), width / style.screen[0]);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
}

// Without a graphics card every dot costs: whoever draws makes fewer of them then.
function bySoftware(gl) {
  const about = gl.getExtension('WEBGL_debug_renderer_info');
  return !!about && /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(about.UNMASKED_RENDERER_WEBGL));
}

export function createFace(canvas, creature) {
  const style = STYLES[creature] || STYLES.vector, {oneBit, screen} = style,
    options = {antialias: false, preserveDrawingBuffer: true},
    gl = (oneBit ? document.createElement('canvas') : canvas).getContext('webgl', options),
    slow = !!gl && bySoftware(gl);
  if (oneBit || !gl) return Object.assign(createFlatFace(canvas, style, hsv), {slow});
  const grow = 3 - slow, draw = faceDrawer(gl);
  canvas.width = screen[0] * grow; // whole dots, so that none is thicker than another
  canvas.height = screen[1] * grow;
  return Object.assign(face => draw(face.numbers, face.hue, face.saturation, canvas.width, canvas.height, face),
    {slow});
}
