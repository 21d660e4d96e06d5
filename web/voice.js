// Type something for it to say, and hear it: the robot's loudspeaker through Web Audio. Browsers want a tap before any
// sound, so the first visit has a hint over the world;
// what was answered there is remembered.
const $ = id => document.getElementById(id);
const AHEAD_S = 0.12; // of samples that wait, against hiccups of the line
const TOO_FAR_S = 0.6, KEPT = 'critter-sound';
const kept = value => { try { return value === undefined ? localStorage.getItem(KEPT) :
  localStorage.setItem(KEPT, value); } catch { return null; } }; // a browser may keep nothing

export function createVoice(live) {
  let context = null, until = 0;
  live.hearing = false;
  async function hear(yes) {
    live.hearing = yes;
    kept(yes ? 'on' : 'off');
    $('hear-hint').hidden = true;
    $('hear').setAttribute('aria-pressed', yes);
    $('hear').textContent = yes ? 'Mute' : 'Hear the robot';
    if (yes) {
      context ??= new (window.AudioContext || window.webkitAudioContext)();
      await context.resume();
    } else await context?.suspend();
    live.watch?.();
  }
  $('hear').onclick = () => hear(!live.hearing);
  $('hear-yes').onclick = () => hear(true);
  $('hear-no').onclick = () => hear(false);
  // Who wanted to hear last time is heard again from the first tap on.
  addEventListener('pointerdown',
    e => { if (kept() === 'on' && !context && !e.target.closest('#hear, #hear-hint')) hear(true); },
      {once: true, capture: true});
  $('loud').onchange = () => live.send('Volume', {level: +$('loud').value}); // 0 mute to 5 high
  $('say').onsubmit = e => {
    e.preventDefault();
    const words = $('words').value.trim();
    if (!words) return;
    if (!live.hearing) hear(true);
    live.send('Say', {words});
    $('words').select();
  };
  $('why').onclick = () => live.send('Why');
  return {
    welcome(w) {
      const called = w.name.replace(/^./, c => c.toUpperCase());
      $('voice').hidden = !w.sound;
      $('why').hidden = !w.requests.includes('Why') || !w.soul;
      $('say').hidden = !w.voice;
      $('hear-yes').textContent = `Tap to hear ${called}`;
      $('hear-hint').hidden = !w.sound || live.hearing || kept() !== null;
      until = 0;
      live.watch?.();
    },
    sound({rate, samples}) { // 16 bit, one channel
      // a world that races is heard in pieces
      if (!live.hearing || !context || until > context.currentTime + TOO_FAR_S) return;
      const numbers = new Int16Array(samples.slice().buffer), buffer = context.createBuffer(1, numbers.length, rate),
        data = buffer.getChannelData(0);
      for (let i = 0; i < numbers.length; i++) data[i] = numbers[i] / 32768;
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      if (until < context.currentTime) until = context.currentTime + AHEAD_S; // it had run dry
      source.start(until);
      until += buffer.duration;
    },
  };
}
