// Its diary: what it did and why, a line a minute at most, the newest first. What was written while time was skipped is
// marked.
//
//   const diary = createDiary(live, state);     // diary.diary(Diary); diary.since(time_us)
const $ = id => document.getElementById(id), LINES = 600;
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };

// What stands over the lines, for who skipped time up to now.
export const newsOf = (lines, from_us) => !lines.length ? 'It wrote nothing yet: a line a minute at most.' :
  from_us === Infinity || lines.at(-1).at_us >= from_us ? '' : 'It wrote nothing new: what its last line says went on.';

export function createDiary(live, state) {
  let lines = [], from_us = Infinity;
  const box = $('diary');
  function draw() {
    if (!box.open) return;
    let day = '';
    const rows = [];
    for (const line of [...lines].reverse()) {
      if (line.day !== day) rows.push(make('li', {className: 'day', textContent: day = line.day}));
      rows.push(make('li', {className: line.at_us >= from_us ? 'fresh' : ''}, make('time', {textContent: line.time}),
        make('span', {textContent: line.words})));
    }
    $('diary-lines').replaceChildren(...rows);
    $('diary-words').textContent = newsOf(lines, from_us);
  }
  box.addEventListener('toggle', () => { live.looks.diary = box.open && !!state.soul; live.watch(); draw(); });
  return {
    welcome(w) {
      lines = [], from_us = Infinity;
      box.hidden = !(w.soul && w.requests?.includes('Diary'));
      live.looks.diary = box.open && !box.hidden;
      draw();
    },
    diary(m) {
      if (m.robot !== state.robot) return;
      const known = lines.at(-1)?.number ?? -1;
      lines.push(...m.lines.map((line, i) => ({...line, number: m.first + i})).filter(l => l.number > known));
      lines = lines.slice(-LINES);
      draw();
    },
    // Time was skipped: its diary answers.
    since(time_us) {
      from_us = time_us;
      if (box.hidden) return;
      box.open = true;
      draw();
    },
  };
}
