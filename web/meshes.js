// Shapes for scene.js: six numbers a corner, where it is and which way the surface looks there. All are one wide, one
// deep and one high, but for
// rounded boxes, whose edges would not survive being stretched.
//
//   const shapes = createShapes(gl);   // shapes.BOX, DRUM, BALL; shapes.rounded(l, w, h, r), shapes.taper(0.6)

function box() {
  const out = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const corner = (a, b) => { const p = [0, 0, 0]; p[axis] = side / 2; p[(axis + 1) % 3] = a / 2;
        p[(axis + 2) % 3] = b / 2; return p; };
      const normal = [0, 0, 0]; normal[axis] = side;
      for (const p of [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1),
        corner(-1, 1)]) out.push(...p, ...normal);
    }
  return out;
}
function drum(top = 1, sides = 22) { // stands along z; top: how wide its upper end is
  const out = [], ring = i => [Math.cos(i / sides * 2 * Math.PI) / 2, Math.sin(i / sides * 2 * Math.PI) / 2],
    lean = (1 - top) / 2;
  for (let i = 0; i < sides; i++) {
    const [ax, ay] = ring(i), [bx, by] = ring(i + 1), at = (x, y, z) => z > 0 ? [x * top, y * top, z] : [x, y, z];
    for (const [x, y, z] of [[ax, ay, -.5], [bx, by, -.5], [bx, by, .5], [ax, ay, -.5], [bx, by, .5],
      [ax, ay, .5]]) out.push(...at(x, y, z), x * 2, y * 2, lean);
    for (const z of [-.5, .5]) for (const p of [[0, 0, z], at(ax, ay, z), at(bx, by, z)]) out.push(...p, 0, 0,
      Math.sign(z));
  }
  return out;
}
// A ball whose eight parts are pulled to the corners of a box.
function rounded(l, w, h, r, steps = 2) {
  const out = [], far = [l / 2 - r, w / 2 - r, h / 2 - r], rows = steps * 2 + 2, cols = steps * 4 + 4;
  const point = (row, col) => {
    const south = row > steps, a = ((south ? row - 1 : row) / (2 * steps) - .5) * -Math.PI,
      quarter = Math.floor(col / (steps + 1)) % 4, b = (quarter + (col % (steps + 1)) / steps) * Math.PI / 2;
    const n = [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
    const side = [quarter === 0 || quarter === 3 ? 1 : -1, quarter < 2 ? 1 : -1, south ? -1 : 1];
    return [...n.map((v, i) => v * r + side[i] * far[i]), ...n];
  };
  for (let row = 0; row < rows - 1; row++)
    for (let col = 0; col < cols; col++) {
      const [a, b, c, d] = [point(row, col), point(row, (col + 1) % cols), point(row + 1, (col + 1) % cols),
        point(row + 1, col)];
      out.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  for (const z of [1, -1]) { // the lids
    const p = (x, y) => [x * far[0], y * far[1], z * h / 2, 0, 0, z];
    out.push(...p(-1, -1), ...p(1, -1), ...p(1, 1), ...p(-1, -1), ...p(1, 1), ...p(-1, 1));
  }
  return out;
}
function ball(rows = 10, cols = 16) {
  const out = [], point = (row, col) => {
    const a = (row / rows - .5) * Math.PI, b = col / cols * 2 * Math.PI,
      n = [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
    return [...n.map(v => v / 2), ...n];
  };
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const [a, b, c, d] = [point(row, col), point(row, col + 1), point(row + 1, col + 1), point(row + 1, col)];
      out.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  return out;
}

export function createShapes(gl) {
  const kept = new Map();
  function mesh(key, make) {
    if (!kept.has(key)) {
      const data = new Float32Array(make()), buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      kept.set(key, {buffer, count: data.length / 6});
    }
    return kept.get(key);
  }
  const hundredth = v => Math.round(v * 1e4) / 1e4;
  return {
    BOX: mesh('box', box), DRUM: mesh('drum', () => drum()), BALL: mesh('ball', () => ball()),
    taper: top => mesh(`taper ${hundredth(top)}`, () => drum(hundredth(top), 14)),
    rounded: (l, w, h, r) => mesh(`rounded ${[l, w, h, r].map(hundredth)}`,
      () => rounded(l, w, h, Math.min(r, l / 2, w / 2, h / 2))),
  };
}
