// Its timer: how much is left, set and stopped, as an app would.
//
//   const timer = createTimer(live, state);     // timer.mind(Mind), which why.js asks for
const $ = id => document.getElementById(id);
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const two = n => String(n).padStart(2, '0');
export const left = s => s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` :
  `${Math.floor(s / 60)}:${two(s % 60)}`;

export function createTimer(live, state) {
  let view = null, said = '';
  const wants = async (intent, key, value) => {
    said = '';
    try {
      await live.ask('Intent', {source: 'CLOUD', intent, values: [{key, value}]});
    } catch (error) { said = `It does not: ${error.message}.`; }
  };
  $('timer').onsubmit = e => {
    e.preventDefault();
    if (view?.timer_us) wants('intent_global_stop_extend', 'entity_behavior_stoppable', 'timer');
    else wants('intent_clock_settimer_extend', 'timer_duration', String(Math.round($('minutes').value * 60)));
  };
  return {
    welcome(w) { view = null, said = ''; $('timer').hidden = !(w.soul && w.requests?.includes('Intent')); },
    mind(m) { if (m.robot === state.robot) view = m.view; },
    show(f, robot, life) {
      if (!life || !$('settings').open) return;
      const counts = !!view?.timer_us, s = counts ? Math.max(0, Math.ceil((view.timer_us - life.time_us) / 1e6)) : 0;
      put($('timer-words'), said || (!counts ? 'It counts for no timer.' : view.timer_rings ? 'Its timer rings.' :
        `${left(s)} of its timer is left.`));
      put($('timer-do'), counts ? 'Stop it' : 'Set a timer');
      $('minutes').parentElement.hidden = counts;
    },
  };
}
