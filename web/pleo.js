// A Pleo out of balls and tapering rods, its fourteen joints where the snapshot says they are: legs that swing and
// bend, a neck on a torso, a tail.
// Right and up are positive. The lengths are those of the simulated body (src/world/shape/limb.c), the looks those
// its kin meet in the camera.
//
//   drawPleo(robot, pen);           // pen: see scene.js
//   for (const [ax, ay, bx, by, wide] of bonesOf(robot)) …      // the same from above, on the ground, for plan.js
import * as m from './maths.js';

const LEGS = [[0, 1, .075, -.055], [2, 3, .075, .055], [4, 5, -.075, .055], [6, 7, -.075, -.055]]; // swing, bend, where
const HIP = .110, UPPER = .055, LOWER = .055, THICK = .018, NECK = .110, REST = 35 * Math.PI / 180,
  HEAD = [.085, .065, .055], TAIL = .160;
const TORSO = 8, TAIL_ACROSS = 9, TAIL_UP = 10, NECK_ACROSS = 11, NECK_UP = 12, JAW = 13;
const SKIN = [.56, .71, .38], BELLY = [.80, .80, .58], BACK = [.43, .60, .31], WHITE = [.95, .95, .92],
  DARK = [.08, .07, .06], TONGUE = [.78, .38, .41], CLAW = [.33, .29, .22];
const UP = [0, 0, 1], OUT = [0, 1, 0], clamp = (v, low, high) => Math.max(low, Math.min(high, v));
const moved = (p, ...by) => ({at: m.add(p.at, m.turn(p.turn, by)), turn: p.turn});
const pitched = (p, rad) => ({at: p.at, turn: m.times(p.turn, m.about(OUT, rad))});
const inside = (p, q) => ({at: m.add(p.at, m.turn(p.turn, q.at)), turn: m.times(p.turn, q.turn)});

function skeleton(r) {
  const j = i => r.joints_rad[i] || 0, body = {at: r.at_m, turn: r.turn}, side = j(TORSO) + j(NECK_ACROSS);
  const neck = inside(body, {at: m.turn(m.about(UP, -j(TORSO)), [.120, 0, .160]),
    turn: m.times(m.about(UP, -side), m.about(OUT, -(REST + .6 * j(NECK_UP))))});
  const head = {at: moved(neck, NECK, 0, 0).at,
    turn: m.times(body.turn, m.times(m.about(UP, -side), m.about(OUT, -j(NECK_UP))))};
  const tail = inside(body, {at: [-.110, 0, .140],
    turn: m.times(m.about(UP, Math.PI - j(TAIL_ACROSS)), m.about(OUT, -j(TAIL_UP)))});
  const legs = LEGS.map(([swing, bend, x, y]) => {
    const upper = {at: [x, y, HIP], turn: m.about(OUT, -j(swing))},
      lower = {at: moved(upper, 0, 0, -UPPER).at, turn: m.about(OUT, -(j(swing) + j(bend)))};
    return [inside(body, upper), inside(body, lower)];
  });
  return {body, neck, head, tail, legs, jaw: j(JAW)};
}

export function bonesOf(r) {
  const {body, neck, head, tail, legs} = skeleton(r), flat = (a, b, wide) => [a.at[0], a.at[1], b.at[0], b.at[1], wide];
  return [...legs.map(([upper, lower]) => flat(upper, moved(lower, 0, 0, -LOWER), .036)),
    flat(tail, moved(tail, TAIL, 0, 0), .03), flat(moved(body, -.09, 0, 0), moved(body, .11, 0, 0), .095),
    flat(neck, moved(neck, NECK, 0, 0), .05), flat(head, moved(head, HEAD[0] * .8, 0, 0), HEAD[1])];
}
export const eyesOf = r => { const {head} = skeleton(r);
  return [-1, 1].map(side => moved(head, HEAD[0] * .55, side * HEAD[1] * .36, HEAD[2] * .3).at); };

// Where its camera is, in its nose, and how it looks.
export const headOf = r => { const {head} = skeleton(r);
  return {at: moved(head, HEAD[0], 0, 0).at, ahead: m.turn(head.turn, [1, 0, 0]), up: m.turn(head.turn, UP)}; };

export function drawPleo(r, {solid, BALL, taper}) {
  const {body, neck, head, tail, legs, jaw} = skeleton(r), skin = SKIN;
  const ball = (p, a, b, c, colour = skin) => solid(m.place(p.at, p.turn, [a * 2, b * 2, c * 2]), colour, {what: BALL});
  const along = (p, r0, r1, length, colour = skin) => { // along x, thick at its beginning
    const rod = pitched(moved(p, length / 2, 0, 0), Math.PI / 2);
    solid(m.place(rod.at, rod.turn, [r0 * 2, r0 * 2, length]), colour, {what: taper(r1 / r0)});
  };
  const middle = moved(body, .010, 0, .130);
  ball(middle, .134, .050, .055);
  ball(moved(middle, 0, 0, -.012), .122, .047, .047, BELLY);
  ball(moved(middle, -.004, 0, .012), .118, .040, .047, BACK);
  legs.forEach(([upper, lower], i) => {
    ball(upper, .030, .021, .030);
    along(pitched(upper, Math.PI / 2), THICK * 1.2, THICK * .9, UPPER);
    ball(lower, THICK * .95, THICK * .95, THICK * .95);
    along(pitched(lower, Math.PI / 2), THICK * .9, THICK * 1.1, LOWER);
    const foot = moved(lower, 0, 0, -LOWER + .006);
    ball(moved(foot, .004, 0, 0), .024, .021, .008);
    for (const toe of [-1, 0, 1]) ball(moved(foot, .024 - Math.abs(toe) * .004, toe * .011, -.001), .005, .004, .004,
      CLAW);
    if (i < 2) ball(moved(upper, .004, 0, .012), .022, .016, .018, BACK);
  });
  ball(neck, .041, .036, .036);
  along(neck, .031, .022, NECK);
  ball(moved(tail, -.012, 0, 0), .034, .034, .034);
  along(tail, .031, .008, TAIL);
  ball(moved(tail, TAIL, 0, 0), .008, .008, .008);
  drawHead(head, jaw, ball);
}

function drawHead(head, jaw, ball) {
  const [l, w, h] = HEAD, open = jaw < 0 ? clamp((-30 * Math.PI / 180 - jaw) * .6 + .1, 0, .5) : 0,
    lids = clamp((jaw - .4363) / 1.05, 0, 1);
  ball(moved(head, -.004, 0, -.002), .026, .024, .024);
  ball(moved(head, l * .45, 0, h * .08), l * .55, w / 2, h * .45);
  ball(moved(head, l * .80, 0, h * .02), l * .24, w * .36, h * .27);
  ball(moved(head, l * .38, 0, h * .32), l * .32, w * .3, h * .24, BACK);
  const chin = pitched(moved(head, l * .2, 0, -h * .25), open);
  ball(moved(chin, l * .35, 0, 0), l * .42, w * .4, h * .16, BELLY);
  if (open > .05) ball(moved(chin, l * .35, 0, h * .12), l * .3, w * .22, h * .08, TONGUE);
  for (const side of [-1, 1]) {
    const eye = moved(head, l * .55, side * w * .38, h * .28);
    ball(eye, .0125, .0105, .0125, lids > .9 ? SKIN : WHITE);
    if (lids <= .9) {
      ball(moved(eye, .0045, side * .0045, .001), .0085, .0075, .0085 * (1 - lids * .8), DARK);
      ball(moved(eye, .0100, side * .0075, .005), .0022, .0022, .0022, WHITE);
    }
    ball(moved(eye, -.002, side * -.001, .007 - lids * .005), .0135, .0115, .009, BACK);
    ball(moved(head, l * .985, side * w * .13, h * .1), .0025, .003, .003, DARK);
  }
}
