// Pause, step, faster, slower; another world, another creature, another seed.
const $ = id => document.getElementById(id);
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20];

export function createTime(live) {
  let speed = 1, paused = false, places = [], here = '', seed = 1;
  const say = (extra = {}) => live.send('Pace', {speed, paused, ...extra});
  const change = by => {
    const near = SPEEDS.reduce((best, s, i) => Math.abs(s - speed) < Math.abs(SPEEDS[best] - speed) ? i : best, 0);
    speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, near + by))];
    say();
  };
  $('pause').onclick = () => { paused = !paused; say(); };
  $('step').onclick = () => say({paused: true, step: true});
  $('slower').onclick = () => change(-1);
  $('faster').onclick = () => change(1);
  addEventListener('keydown', e => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === ',') change(-1);
    if (e.key === '.') change(1);
    if (e.key !== ' ' || /^(BUTTON|SUMMARY)$/.test(e.target.tagName)) return;
    e.preventDefault();
    $('pause').click();
  });

  const open = yes => {
    $('anew').hidden = !yes;
    $('anew-open').setAttribute('aria-expanded', yes);
    if (yes) $('scenario').focus();
  };
  $('anew-open').onclick = () => open($('anew').hidden);
  $('anew').addEventListener('keydown', e => { if (e.key === 'Escape') { open(false); $('anew-open').focus(); } });
  const tell = () => {
    const about = places.find(p => p.name === ($('scenario').value || here))?.about ?? '';
    $('about').textContent = `${about} (This life's seed: ${seed}.)`;
  };
  $('scenario').onchange = () => { $('creature').value = ''; tell(); };
  $('anew').onsubmit = e => {
    e.preventDefault();
    live.send('Restart', {seed: Math.max(0, Math.floor(+$('seed').value) || 0), scenario: $('scenario').value,
      creature: $('creature').value});
    open(false);
    $('anew-open').focus();
  };
  const fill = (select, rows) => select.replaceChildren(...rows.map(([value,
    text]) => Object.assign(document.createElement('option'), {value, textContent: text})));

  return {
    welcome(w) {
      places = w.scenarios;
      here = w.scenario.replace(/^.*\/|\.json$/g, '');
      fill($('scenario'), [['', `this one (${here})`], ...places.map(p => [p.name, p.name])]);
      fill($('creature'), [['', 'as it comes'], ...w.creatures.map(c => [c, c])]);
      $('seed').value = Math.floor(Math.random() * 1e6);
      $('save').parentElement.hidden = !w.simulated;
      seed = w.seed;
      tell();
    },
    frame(f) {
      if (f.paused !== paused || $('pause').getAttribute('aria-pressed') !== String(f.paused)) {
        $('pause').setAttribute('aria-pressed', f.paused);
        $('pause').textContent = f.paused ? 'Go on' : 'Pause';
        $('step').disabled = !f.paused;
      }
      speed = f.speed, paused = f.paused;
      const text = `${+f.speed.toPrecision(2)}×`;
      if ($('speed').textContent !== text) $('speed').textContent = text;
    },
  };
}
