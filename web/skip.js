// Time that is skipped: in an hour, tonight, tomorrow. How far it is stands over the world, with a button that ends it;
// its diary and how it felt answer what happened meanwhile.
//
//   const skip = createSkip(live, diary);      // skip.skipping(Skipping), skip.frame(frame)
const $ = id => document.getElementById(id);
const DAY_S = 86400, HOUR_S = 3600, NIGHT_S = 22 * HOUR_S, MORNING_S = 8 * HOUR_S;
const DAWN_S = 5 * HOUR_S; // who is awake before it means this very morning by tomorrow
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const much = s => s < 90 ? `${Math.round(s)} s` : s < 5400 ? `${Math.round(s / 60)} min` :
  `${+(s / HOUR_S).toFixed(1)} h`;

// How long until it is so late, by a clock that shows `now_s`; one that shows it already waits a day.
export const untilClock = (now_s, at_s) => (at_s - now_s % DAY_S + DAY_S - 1) % DAY_S + 1;
export const untilTomorrow = now_s => untilClock(now_s, DAWN_S) + MORNING_S - DAWN_S;

export function createSkip(live, diary) {
  let date_s = 0, now_us = 0, skips = false;
  const local = () => date_s + now_us / 1e6;
  const ways = {hour: () => HOUR_S, night: () => untilClock(local(), NIGHT_S),
    morning: () => untilTomorrow(local()), half: () => DAY_S / 2};
  for (const b of $('skips').querySelectorAll('button')) b.onclick = () => {
    live.send('Skip', {seconds: Math.round(ways[b.dataset.skip]())});
    $('scene').focus();
  };
  $('skip-stop').onclick = () => live.send('Skip', {seconds: 0});
  function show(m) {
    const gone = m.now_us - m.from_us, all = m.until_us - m.from_us, began = !skips && !m.over;
    skips = !m.over;
    $('skip').hidden = m.over;
    document.body.classList.toggle('skips', skips);
    $('skip-bar').value = all ? gone / all : 1;
    put($('skip-words'), `${m.again ? 'It lives again what it lived' : 'Time flies'}: ${much(gone / 1e6)} of ${
      much(all / 1e6)}`);
    if (began) $('skip-stop').focus();
    if (!m.over) return;
    put($('kept'), `${much(gone / 1e6)} went by.`);
    if (!m.again) diary.since(m.from_us);
  }
  return {
    welcome(w) {
      date_s = w.date_s ?? 0, now_us = 0, skips = false;
      $('skip').hidden = true;
      document.body.classList.remove('skips');
      for (const b of $('skips').querySelectorAll('[data-skip=night], [data-skip=morning]')) b.hidden = !date_s;
      $('skips').querySelector('[data-skip=half]').hidden = !!date_s;
    },
    now(f) {
      now_us = f.world.time_us;
      const s = Math.floor(local()), two = v => String(v).padStart(2, '0');
      put($('clock'), date_s ? `${two(Math.floor(s / HOUR_S) % 24)}:${two(Math.floor(s / 60) % 60)}` : '');
    },
    skipping: show,
  };
}
