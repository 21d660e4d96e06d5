// What stands about: tables, cubes, chargers, furniture, food for a Pleo. A box that is called sofa is drawn as one:
// what it is called is all that is known.
//
//   drawThing(thing, pen);     // pen: see scene.js
import * as m from './maths.js';

const KINDS = {
  TABLE: [0.72, 0.56, 0.40], WALL: [0.86, 0.84, 0.79], RAMP: [0.62, 0.62, 0.66], BOX: [0.80, 0.52, 0.34],
    DISC: [0.50, 0.62, 0.58],
  CUBE: [0.24, 0.27, 0.30], CHARGER: [0.27, 0.29, 0.32], HABITAT: [0.22, 0.24, 0.28], TAG: [0.62, 0.50, 0.66],
    BALL: [0.88, 0.33, 0.28],
};
const part = (base, at, size, q = m.IDENTITY) => m.multiply(base, m.place(at, q, size));

function markers(t, base, {solid}) {
  const [l, w, h] = t.size_m;
  const spots = [[[l / 2, 0, h / 2], [.0006, w * .62, h * .62]], [[-l / 2, 0, h / 2], [.0006, w * .62, h * .62]],
    [[0, w / 2, h / 2], [l * .62, .0006, h * .62]],
    [[0, -w / 2, h / 2], [l * .62, .0006, h * .62]], [[0, 0, h], [l * .62, w * .62, .0006]],
      [[0, 0, 0], [l * .62, w * .62, .0006]]];
  t.markers.forEach((marker, i) => {
    if (!marker) return;
    solid(part(base, ...spots[i]), [0.94, 0.94, 0.91]);
    const inner = spots[i][1].map(s => s < .001 ? .0009 : s * .62);
    solid(part(base, spots[i][0], inner), [0.15 + (marker * 7 % 5) * .05, 0.15, 0.2 + (marker * 3 % 7) * .04]);
  });
}

// By what it is called.
const NAMED = {
  sofa([l, w, h], {block}) { // its back to the outside: along its longer side
    const c = [.36, .47, .50], light = [.42, .54, .57], deep = l < w, b = deep ? l : w, a = deep ? w : l,
      at = (x, y, z, s, round, colour) => block(deep ? [x, y, z] : [y, x, z], deep ? s : [s[1], s[0], s[2]], round,
        colour);
    at(0, 0, h * .25, [b, a, h * .5], .04, c);
    at(-b * .36, 0, h * .62, [b * .28, a, h * .76], .06, c);
    for (const side of [-1, 1]) {
      at(0, side * (a / 2 - .09), h * .42, [b, .18, h * .84], .06, c);
      at(b * .12, side * (a / 4 - .045), h * .56, [b * .7, a / 2 - .11, h * .2], .05, light);
    }
  },
  shelf([l, w, h], {block}) {
    const wood = [.70, .57, .42], books = [[.62, .26, .24], [.24, .36, .46], [.80, .67, .40], [.33, .44, .33],
      [.52, .42, .55]];
    block([0, 0, h / 2], [l, w, h], .01, wood.map(v => v * .55));
    for (let i = 0; i <= 4; i++) block([0, 0, .02 + i * (h - .04) / 4], [l * 1.06, w * 1.02, .03], .006, wood);
    for (let i = 0; i < 4; i++) for (const side of [-1, 1]) for (let k = 0; k < 5; k++)
      block([side * l * .45, (k - 2 + (i * 3 + k) % 3 * .2) * w / 6.4, (i + .40 + (i + k) % 3 * .03) * (h - .04) / 4],
        [l * .14, w / 9, (h - .04) / 4 * .7], .006, books[(i * 2 + k) % 5]);
  },
  book([l, w, h], {block}) {
    block([0, 0, h / 2], [l, w, h], .003, [.20, .36, .50]);
    for (const z of [.16, .84]) block([0, 0, h * z], [l * 1.004, w * 1.03, h * .03], .002, [.88, .76, .46]);
    block([0, 0, h - .001], [l * .97, w * .72, .006], .001, [.93, .91, .85]);
  },
  mug([l, , h], {solid, base, DRUM, BALL}) {
    solid(part(base, [0, 0, h / 2], [l, l, h]), [.93, .90, .84], {what: DRUM});
    solid(part(base, [0, 0, h * .62], [l * 1.006, l * 1.006, h * .18]), [.76, .40, .30], {what: DRUM});
    solid(part(base, [0, 0, h], [l * .86, l * .86, .0012]), [.24, .15, .10], {what: DRUM});
    for (let i = -3; i <= 3; i++) { const a = i * .42;
      solid(part(base, [-l / 2 - Math.cos(a) * h * .24 + .004, 0, h * .5 + Math.sin(a) * h * .3], [.013, .011, .017]),
        [.93, .90, .84], {what: BALL}); }
  },
  rug([l, w, h], {solid, base}) { solid(part(base, [0, 0, h / 4], [l, w, h / 2]), [.58, .34, .33]); },
};
// Food and sticks for a Pleo, by what their tags say; what has another one is a card.
const TAGS = {
  leaf([l, w, h], {ball}) {
    for (const [x, wide] of [[-.32, .55], [-.12, .95], [.1, 1], [.3, .72], [.45, .34]]) ball([x * l, 0, h * .45],
      [l * .36, w * wide, h * .8], [.30, .60, .22]);
    ball([0, 0, h * .8], [l * 1.1, w * .09, h * .3], [.62, .78, .40]);
    ball([-l * .58, 0, h * .4], [l * .35, w * .1, h * .3], [.36, .50, .20]);
  },
  stick([l, w, h], {solid, base, ball, taper}) {
    solid(part(base, [0, 0, h / 2], [h, w, l], m.about([0, 1, 0], Math.PI / 2)), [.47, .32, .19], {what: taper(.75)});
    for (const end of [-1, 1]) ball([end * l * .49, 0, h / 2], [h * .5, w * .8, h * .8], [.80, .66, .46]);
    ball([l * .12, w * .5, h * .7], [l * .16, w * .5, h * .4], [.40, .27, .16]);
  },
  ice([l, w, h], {block}) {
    block([0, 0, h / 2], [l, w, h], .006, [.70, .88, .97], {glow: .35});
    block([-l * .08, w * .06, h * .55], [l * .62, w * .5, h * .96], .005, [.88, .97, 1], {glow: .5});
  },
};
const tagOf = t => t.name.match(/^(leaf|stick|ice)/)?.[1] ?? {18: 'leaf', 5: 'stick', 20: 'ice'}[t.tag];

// A ramp that rises from its front edge, with a light stripe for the sensors below the robot, and a wall behind it with
// the contacts and its mark.
const WALL_M = .008, RISE_M = .0141, STRIPE_M = .055, MARK_Z_M = .045;
function charger({size_m: [l, w, h]}, base, {solid, rounded, block}) {
  const long = l - WALL_M, up = m.about([0, 1, 0], -Math.atan2(RISE_M, long)), colour = KINDS.CHARGER;
  solid(part(base, [long / 2, 0, RISE_M / 2 - .003], [1, 1, 1], up), colour, {what: rounded(long, w, .007, .003)});
  solid(part(base, [long / 2, 0, RISE_M / 2 + .0004], [long * .94, STRIPE_M, .0008], up), [.86, .87, .85]);
  block([l - WALL_M / 2, 0, h / 2], [WALL_M, w, h], .0035);
  for (const side of [-1, 1])
    block([long - .004, side * .008, RISE_M + .002], [.012, .004, .003], .001, [.80, .66, .30]);
  solid(part(base, [long, 0, MARK_Z_M], [.0008, .036, .036]), [.94, .94, .91]);
  solid(part(base, [long - .0004, 0, MARK_Z_M], [.0008, .023, .023]), [.16, .16, .19]);
}

export function drawThing(t, pen) {
  const {solid, rounded, DRUM, BALL} = pen, colour = KINDS[t.kind] || [0.6, 0.6, 0.6], base = m.place(t.at_m, t.turn),
    [l, w, h] = t.size_m;
  const block = (at, size, round, c = colour, more = {}) => solid(part(base, at, [1, 1, 1]), c,
    {what: rounded(...size, round), ...more}), ball = (at, size, c) => solid(part(base, at, size), c, {what: BALL});
  const named = NAMED[t.name.replace(/[ \d]*$/, '')], tools = {...pen, base, block, ball};
  if (t.kind === 'CHARGER') {
    return charger(t, base, tools);
  }
  if (t.kind === 'HABITAT') {
    solid(part(base, [0, 0, .0006], [l, w, .0012]), [.13, .14, .16], {ground: 1});
    const line = [.92, .92, .89], inset = .018;
    for (const [x, y, a, b] of [[l / 2 - inset, 0, .012, w - 2 * inset + .012],
      [-l / 2 + inset, 0, .012, w - 2 * inset + .012], [0, w / 2 - inset, l - 2 * inset, .012],
        [0, -w / 2 + inset, l - 2 * inset, .012]]) solid(part(base, [x, y, .0014], [a, b, .0004]), line);
    for (const [x, y, a, b] of [[l / 2, 0, .006, w], [-l / 2, 0, .006, w], [0, w / 2, l, .006],
      [0, -w / 2, l, .006]]) solid(part(base, [x, y, h / 2], [a, b, h]), colour);
    return;
  }
  if (t.kind === 'TABLE') { // its height is that of its upper side
    solid(part(base, [0, 0, -h / 2], t.size_m), colour, {ground: 2, flat: true});
    return;
  }
  if (t.kind === 'BALL') { // with a band, so that its rolling is seen
    ball([0, 0, h / 2], [l, l, l], KINDS.BALL);
    solid(part(base, [0, 0, h / 2], [l * 1.004, l * 1.004, l * .2]), [.97, .93, .86], {what: DRUM});
    for (const end of [-1, 1]) ball([0, 0, h / 2 + end * l * .41], [l * .5, l * .5, l * .2], [.97, .93, .86]);
    return;
  }
  if (t.kind === 'TAG' && tagOf(t)) return TAGS[tagOf(t)](t.size_m, tools);
  if (named) return named(t.size_m, tools);
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
    block([Math.cos(a) * d, Math.sin(a) * d, h - .004], [.010, .010, .010], .003, on ?
      [r / most, g / most, b / most] : [.56, .58, .60], {glow: on ? Math.min(1, most / 128) : 0});
  });
}
