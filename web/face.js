// Eyes from their numbers, at any size: the same drawing as the robot's own, done by a fragment shader, or dot by dot where there is no WebGL.
//
//   const show = createFace(canvas, 'vector');       // show(frame.view.face): its numbers, colour, scan lines, glitch
//   const draw = faceDrawer(gl, 'vector');           // draw(numbers, hue, saturation, width, height, frame.view.face): into the present framebuffer
import {createFlatFace, glitchNumber} from './face_flat.js';

const VERTEX = `attribute vec2 at; varying vec2 uv; void main() { uv = at; gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }`;
const FRAGMENT = `
precision highp float;
varying vec2 uv;
uniform vec2 screen, eyeSize; uniform vec4 middles;      // of the display; left x, right x, y
uniform float whole[5], left[25], right[25]; uniform vec3 tint; uniform float oneBit, dots, lines, glitch, glitchPx;
mat3 turn(float deg, vec2 s) { float a = radians(deg), c = cos(a), n = sin(a); return mat3(c * s.x, -n * s.x, 0.0, n * s.y, c * s.y, 0.0, 0.0, 0.0, 1.0); }
float outside(vec2 p, vec2 h, vec2 r) {
  vec2 d = abs(p) - h, c = d + r;
  if (c.x <= 0.0 || c.y <= 0.0 || r.x <= 0.0 || r.y <= 0.0) return max(d.x, d.y);
  vec2 e = c / r; float l = length(e), s = length(e / r);
  return s > 0.0 ? l * (l - 1.0) / s : -min(r.x, r.y);
}
float below(vec2 p, vec2 h, float share, float deg, float bend) {
  float a = radians(deg), c = cos(a), s = sin(a); vec2 q = vec2(p.x, p.y - (share * 2.0 * h.y - h.y));
  float along = q.x * c + q.y * s, down = q.y * c - q.x * s, u = along / (h.x / c), rest = 1.0 - u * u;
  return bend != 0.0 && rest > 0.0 ? down - bend * 2.0 * h.y * sqrt(rest) : down;
}
float eye(float n[25], float middle, float mirror, vec2 px) {
  mat3 m = turn(n[4], vec2(n[2], n[3])), w = turn(whole[4], max(vec2(whole[2], whole[3]), 0.0));
  m[2] = vec3(middle + n[0] - screen.x / 2.0, middles.z + n[1] - screen.y / 2.0, 1.0);
  w[2] = vec3(screen / 2.0 + vec2(whole[0], whole[1]), 1.0);
  m = w * m;
  float size = m[0][0] * m[1][1] - m[1][0] * m[0][1];
  if (abs(size) < 1e-4) return 0.0;
  vec2 d = px - m[2].xy;
  vec2 p = vec2(m[1][1] * d.x - m[1][0] * d.y, -m[0][1] * d.x + m[0][0] * d.y) / size;
  vec2 hot = vec2(n[22], n[23]) * eyeSize / 2.0, h = eyeSize / 2.0, lit = (p - hot) / (h * 0.96);
  p.x *= mirror;
  vec2 r = p.y > 0.0 ? (p.x > 0.0 ? vec2(n[5], n[6]) : vec2(n[11], n[12])) : (p.x > 0.0 ? vec2(n[7], n[8]) : vec2(n[9], n[10]));
  float o = max(outside(p, h, clamp(r, 0.0, 1.0) * h), max(-below(p, h, n[13], n[14], n[15]), -below(vec2(p.x, -p.y), h, n[16], -n[17], n[18])));
  float c = clamp(0.5 - o * sqrt(abs(size)) * dots, 0.0, 1.0);
  return oneBit > 0.5 ? step(0.5, c) : c * clamp(n[20], 0.0, 1.0) * exp(-dot(lit, lit) / 2.0);
}
float shifted(float v) { return glitchPx * (glitch < 0.5 ? 0.0 : glitch < 1.5 ? 2.0 * v - 1.0 : glitch < 2.5 ? 1.0 - abs(2.0 * v - 1.0) : sin(6.2831853 * v)); }
void main() {
  vec2 px = vec2(uv.x, 1.0 - uv.y) * screen;
  float row = floor(px.y);
  if (oneBit > 0.5) px = floor(px) + 0.5;
  vec2 within = abs(fract(vec2(uv.x, 1.0 - uv.y) * screen) - 0.5);
  px.x -= shifted((row + 0.5) / screen.y);
  float g = max(eye(left, middles.x, 1.0, px), eye(right, middles.y, -1.0, px));
  if (oneBit > 0.5 && dots > 3.5) g *= 1.0 - 0.75 * smoothstep(0.36, 0.46, max(within.x, within.y)); // dots of light with a gap between
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

export function faceDrawer(gl, creature) {
  const style = STYLES[creature] || STYLES.vector, p = program(gl, VERTEX, FRAGMENT), u = n => gl.getUniformLocation(p, n);
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
    gl.uniform2fv(u('eyeSize'), style.eye);
    gl.uniform4f(u('middles'), ...style.middles, 0);
    gl.uniform1fv(u('whole[0]'), numbers.slice(0, 5));
    gl.uniform1fv(u('left[0]'), numbers.slice(5, 30));
    gl.uniform1fv(u('right[0]'), numbers.slice(30, 55));
    gl.uniform3fv(u('tint'), style.oneBit ? [0.6, 0.87, 1] : hsv(hue, saturation, 1));
    gl.uniform1f(u('oneBit'), style.oneBit);
    gl.uniform1f(u('lines'), scan_lines);
    gl.uniform1f(u('glitch'), glitchNumber(glitch));
    gl.uniform1f(u('glitchPx'), glitch_px);
    gl.uniform1f(u('dots'), width / style.screen[0]);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
}

export function createFace(canvas, creature) {
  const style = STYLES[creature] || STYLES.vector, grow = style.oneBit ? 5 : 3;
  canvas.width = style.screen[0] * grow; // whole dots, so that none is thicker than another
  canvas.height = style.screen[1] * grow;
  const gl = canvas.getContext('webgl', {antialias: false, preserveDrawingBuffer: true});
  if (!gl) return createFlatFace(canvas, STYLES[creature] || STYLES.vector, hsv);
  const draw = faceDrawer(gl, creature);
  return face => draw(face.numbers, face.hue, face.saturation, canvas.width, canvas.height, face);
}
