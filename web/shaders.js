// What the graphics card does for scene.js.

// Surfaces look where their shape says, however it is stretched: so each axis is divided by its length twice.
export const VERTEX = `
attribute vec3 at, normal; uniform mat4 model, view; varying vec3 n, where;
void main() {
  vec4 w = model * vec4(at, 1.0); where = w.xyz;
  vec3 a = model[0].xyz, b = model[1].xyz, c = model[2].xyz;
  n = a * normal.x / dot(a, a) + b * normal.y / dot(b, b) + c * normal.z / dot(c, c);
  gl_Position = view * w;
}`;
// A floor has joints or boards and no shine; one program for it and one for all else, so that no dot pays for both.
// lamp: what the light leaves of each colour.
export const FRAGMENT = `
precision highp float;
varying vec3 n, where; uniform vec3 colour, eye, lamp; uniform float glow, ground;
void main() {
  vec3 up = normalize(n), c = colour;
#ifdef GROUND
  if (ground > 1.5) {
    float board = fract(where.y * 6.0 + 0.5), wave = sin(where.y * 55.0) * 1.4 + floor(where.y * 6.0 + 0.5) * 4.7;
    float grain = sin(where.x * 9.0 + wave) * sin(where.y * 140.0 + where.x * 3.0);
    c *= (1.0 + 0.035 * grain) * (1.0 - 0.16 * smoothstep(0.482, 0.5, abs(board - 0.5)));
  } else {
    vec2 tile = abs(fract(where.xy * 5.0) - 0.5);
    c *= 1.0 - 0.05 * smoothstep(0.48, 0.5, max(tile.x, tile.y));
  }
#endif
  vec3 to = normalize(vec3(0.5, -0.35, 1.0));
  vec3 sky = mix(vec3(0.45, 0.43, 0.42), vec3(0.56, 0.58, 0.61), 0.5 + 0.5 * up.z);
  vec3 light = sky + vec3(0.48, 0.46, 0.42) * max(dot(up, to), 0.0);
#ifdef GROUND
  c = mix(c * light * lamp, c, glow);
#else
  vec3 see = normalize(eye - where);
  float shine = 0.16 * pow(max(dot(up, normalize(to + see)), 0.0), 36.0)
    + 0.07 * pow(1.0 - max(dot(up, see), 0.0), 3.0);
  c = mix((c * light + shine) * lamp, c, glow);
#endif
  gl_FragColor = vec4(c, 1.0);
}`;
// Everything once more, pressed flat onto what it stands on; the middle of a table's shadow is the table's.
export const SHADOW_VERTEX = `
attribute vec3 at; uniform mat4 model, view; uniform float level; varying vec2 where;
void main() {
  vec4 w = model * vec4(at, 1.0);
  w.xy -= (w.z - level) * vec2(0.5, -0.35); w.z = level; where = w.xy;
  gl_Position = view * w;
}`;
export const SHADOW_FRAGMENT = `
precision highp float; varying vec2 where; uniform vec4 bounds; uniform vec2 facing; uniform float dark;
void main() {
  vec2 d = where - bounds.xy;
  if (abs(dot(d, facing)) > bounds.z || abs(d.y * facing.x - d.x * facing.y) > bounds.w) discard;
  gl_FragColor = vec4(0.02, 0.03, 0.05, dark);
}`;
export const SCREEN_VERTEX = `
attribute vec3 at; uniform mat4 model, view; varying vec2 uv;
void main() { uv = vec2(0.5 + at.y, at.z + 0.5); gl_Position = view * model * vec4(at, 1.0); }`;
export const SCREEN_FRAGMENT = `
precision highp float; varying vec2 uv; uniform sampler2D face;
void main() { gl_FragColor = vec4(texture2D(face, uv).rgb + vec3(0.02), 1.0); }`;

// What is in hand has a line around it: its own shape, moved by some pixels each way, where it is not itself.
export const EDGE_VERTEX = `
attribute vec3 at; uniform mat4 model, view; uniform vec2 shift;
void main() { gl_Position = view * model * vec4(at, 1.0); gl_Position.xy += shift * gl_Position.w; }`;
export const EDGE_FRAGMENT = `
precision mediump float; uniform vec3 colour;
void main() { gl_FragColor = vec4(colour, 1.0); }`;
