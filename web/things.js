// What stands about: tables, cubes, chargers, people. pen: see scene.js.
import * as m from './maths.js';

const KINDS = {
  TABLE: [0.72, 0.56, 0.40], WALL: [0.80, 0.79, 0.75], RAMP: [0.62, 0.62, 0.66], BOX: [0.78, 0.52, 0.36], DISC: [0.50, 0.62, 0.58],
  CUBE: [0.24, 0.27, 0.30], CHARGER: [0.27, 0.29, 0.32], HABITAT: [0.22, 0.24, 0.28], TAG: [0.36, 0.58, 0.30],
};
const part = (base, at, size, q = m.IDENTITY) => m.multiply(base, m.place(at, q, size));

function markers(t, base, {solid}) {
  const [l, w, h] = t.size_m;
  const spots = [[[l / 2, 0, h / 2], [.0006, w * .62, h * .62]], [[-l / 2, 0, h / 2], [.0006, w * .62, h * .62]], [[0, w / 2, h / 2], [l * .62, .0006, h * .62]],
    [[0, -w / 2, h / 2], [l * .62, .0006, h * .62]], [[0, 0, h], [l * .62, w * .62, .0006]], [[0, 0, 0], [l * .62, w * .62, .0006]]];
  t.markers.forEach((marker, i) => {
    if (!marker) return;
    solid(part(base, ...spots[i]), [0.94, 0.94, 0.91]);
    const inner = spots[i][1].map(s => s < .001 ? .0009 : s * .62);
    solid(part(base, spots[i][0], inner), m.scale([0.15 + (marker * 7 % 5) * .05, 0.15, 0.2 + (marker * 3 % 7) * .04], 1));
  });
}

export function drawThing(t, marked, pen) {
  const {solid, rounded, DRUM} = pen, lift = c => marked ? c.map(v => Math.min(1, v * 1.2 + 0.05)) : c, colour = lift(KINDS[t.kind] || [0.6, 0.6, 0.6]), base = m.place(t.at_m, t.turn), [l, w, h] = t.size_m;
  const block = (at, size, round, c = colour, more = {}) => solid(part(base, at, [1, 1, 1]), c, {what: rounded(...size, round), ...more});
  if (t.kind === 'CHARGER') {
    block([-l / 2, 0, .004], [l, w, .008], .0039);
    block([-l + .008, 0, .030], [.016, w * .8, .060], .0075);
    for (const side of [-1, 1]) block([-l + .026, side * .008, .0085], [.014, .004, .002], .0009, [.80, .66, .30]);
    return;
  }
  if (t.kind === 'HABITAT') {
    solid(part(base, [0, 0, .0006], [l, w, .0012]), [.13, .14, .16], {ground: 1});
    const line = [.92, .92, .89], inset = .018;
    for (const [x, y, a, b] of [[l / 2 - inset, 0, .012, w - 2 * inset + .012], [-l / 2 + inset, 0, .012, w - 2 * inset + .012], [0, w / 2 - inset, l - 2 * inset, .012], [0, -w / 2 + inset, l - 2 * inset, .012]]) solid(part(base, [x, y, .0014], [a, b, .0004]), line);
    for (const [x, y, a, b] of [[l / 2, 0, .006, w], [-l / 2, 0, .006, w], [0, w / 2, l, .006], [0, -w / 2, l, .006]]) solid(part(base, [x, y, h / 2], [a, b, h]), colour);
    return;
  }
  if (t.kind === 'TABLE') { // its height is that of its upper side
    solid(part(base, [0, 0, -h / 2], t.size_m), colour, {ground: 2, flat: true});
    return;
  }
  if (t.kind === 'DISC') {
    solid(part(base, [0, 0, h / 2], t.size_m), colour, {what: DRUM});
    solid(part(base, [0, 0, h], [l * .84, w * .84, .0012]), colour.map(v => v * .55), {what: DRUM});
    return;
  }
  const small = Math.min(l, w, h);
  block([0, 0, h / 2], t.size_m, t.kind === 'CUBE' ? .005 : Math.min(.004, small / 4));
  markers(t, base, pen);
  if (t.kind === 'CUBE') t.lights.forEach(([r, g, b], i) => {
    const a = Math.PI / 4 + i * Math.PI / 2, d = l * .60, most = Math.max(r, g, b), on = most > 8;
    block([Math.cos(a) * d, Math.sin(a) * d, h - .004], [.010, .010, .010], .003, on ? [r / most, g / most, b / most] : [.56, .58, .60], {glow: on ? Math.min(1, most / 128) : 0});
  });
}

export function drawPerson(p, marked, {solid, BALL, taper}) {
  const base = m.place(p.at_m, m.about([0, 0, 1], p.heading_rad)), lift = c => marked ? c.map(v => Math.min(1, v * 1.1 + 0.04)) : c;
  const skin = lift([0.88, 0.70, 0.58]), ball = (at, size, colour) => solid(part(base, at, size), colour, {what: BALL});
  ball([0, 0, 0], [.17, .15, .22], skin);
  ball([-.018, 0, .045], [.18, .165, .17], lift([0.30, 0.21, 0.15]));
  ball([.012, 0, -.012], [.166, .142, .19], skin);
  solid(part(base, [-.01, 0, -.135], [.085, .085, .09]), skin, {what: taper(.85)});
  ball([-.02, 0, -.27], [.20, .38, .24], lift([0.30, 0.40, 0.52]));
  const brow = {ANGRY: -.006, SURPRISED: .009, SAD: -.002}[p.expression] ?? 0, smile = {HAPPY: .012, SAD: -.009, ANGRY: -.006}[p.expression] ?? .003;
  for (const side of [-1, 1]) {
    ball([.078, side * .034, .012], [.03, .03, p.eyes_open ? .024 : .005], [.97, .97, .96]);
    if (p.eyes_open) ball([.089, side * .034, .012], [.012, .014, .014], [.12, .10, .09]);
    ball([.083, side * .036, .040 + brow], [.012, .036, .007], [.26, .18, .13]);
    ball([.078, side * .018, -.062 + smile], [.014, .026, .010], [.70, .32, .32]);
  }
  ball([.082, 0, -.062], [.014, .034, .010], [.70, .32, .32]);
  ball([.090, 0, -.020], [.026, .024, .034], skin);
}
