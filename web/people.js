// People: a friendly face that looks where it is turned, hair, a jumper; legs when they stand, crossed when they sit
// on the floor.
//
//   drawPerson(person, floor, pen);     // pen: see scene.js
import * as m from './maths.js';

const rgb = c => [c >> 16, c >> 8 & 255, c & 255].map(v => v / 255);

export function drawPerson(p, floor, {solid, BALL, taper}) {
  const [skin, hair, iris, shirt] = [p.skin, p.hair, p.iris, p.shirt].map(rgb),
    lip = [skin[0] * .82, skin[1] * .52, skin[2] * .52];
  const base = m.place(p.at_m, m.about([0, 0, 1], p.heading_rad)),
    part = (at, size, q = m.IDENTITY) => m.multiply(base, m.place(at, q, size));
  const ball = (at, size, colour, q) => solid(part(at, size, q), colour,
    {what: BALL, glow: colour === skin ? .12 : 0}), rod = (at, size, top, colour, q) => solid(part(at, size, q),
      colour, {what: taper(top)});
  const high = p.at_m[2] - floor, smile = {HAPPY: 1.7, SAD: -1, ANGRY: -.5}[p.expression] ?? 1,
    brow = {ANGRY: [-.007, .35], SURPRISED: [.010, -.12], SAD: [.004, -.4]}[p.expression] ?? [0, -.1];
  // head: round at the top, a soft chin, ears, hair around the face
  ball([0, 0, .012], [.175, .152, .205], skin);
  ball([.014, 0, -.045], [.135, .118, .135], skin);
  ball([-.022, 0, .040], [.190, .178, .190], hair);
  ball([.030, 0, .098], [.120, .136, .056], hair, m.about([0, 1, 0], .5));
  for (const side of [-1, 1]) {
    ball([-.022, side * .079, -.030], [.105, .040, .150], hair);
    ball([.008, side * .078, -.004], [.032, .022, .046], skin);
    ball([.066, side * .040, -.032], [.022, .038, .030], [skin[0], skin[1] * .92, skin[2] * .90]); // cheeks
    const y = side * .032, open = p.eyes_open;
    ball([.071, y, .012], [.026, .036, open ? .031 : .006], open ? [.98, .98, .97] : lip);
    if (open) {
      ball([.0795, y, .011], [.013, .020, .021], iris);
      ball([.0845, y, .011], [.006, .011, .012], [.06, .05, .05]);
      ball([.0870, y + .004, .0155], [.003, .005, .005], [1, 1, 1]);
      ball([.073, y, .0245], [.024, .038, .012], skin); // the upper lid
    }
    ball([.076, y, .043 + brow[0]], [.012, .038, .008], hair, m.about([1, 0, 0], side * brow[1]));
  }
  ball([.082, 0, -.016], [.022, .020, .020], skin);
  ball([.077, 0, -.002], [.016, .015, .040], skin);
  for (let i = -4; i <= 4; i++) ball([.0785 - i * i * .0006, i * .0062, -.058 + (i * i - 8) * .0007 * smile],
    [.010, .012, .0075], lip); // a smile is an arc
  // neck, jumper, arms
  rod([-.012, 0, -.110], [.076, .076, .09], .9, skin);
  ball([-.012, 0, -.146], [.118, .136, .050], shirt);
  ball([-.020, 0, -.235], [.185, .330, .200], shirt);
  rod([-.022, 0, -.400], [.190, .285, .330], .98, shirt);
  for (const side of [-1, 1]) {
    ball([-.014, side * .150, -.215], [.104, .098, .120], shirt);
    rod([-.002, side * .172, -.315], [.076, .076, .200], 1.12, shirt, m.about([1, 0, 0], side * .10));
    ball([.004, side * .182, -.420], [.080, .080, .080], shirt);
    rod([.062, side * .170, -.462], [.062, .062, .160], 1.18, shirt, m.about([0, 1, 0], -1.0));
    ball([.135, side * .158, -.505], [.076, .052, .048], skin);
    legs(side);
  }
  function legs(side) {
    const jeans = [.27, .32, .42], down = high - .57;
    if (down > .2) {
      rod([-.015, side * .080, -.57 - down / 2 + .03], [.120, .120, down], 1.25, jeans);
      ball([.035, side * .080, .03 - high], [.230, .090, .075], [.35, .28, .25]);
    } else ball([.140, side * .130, .06 - high], [.340, .150, .120], jeans, m.about([0, 0, 1], -side * .6));
  }
}
