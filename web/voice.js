// Type something and hear it: the robot's loudspeaker through Web Audio. Silent until somebody asks to hear; browsers want a click before any sound.
const $ = id => document.getElementById(id);
const AHEAD_S = 0.12; // of samples that wait, against hiccups of the line
const TOO_FAR_S = 0.6;

export function createVoice(live) {
  let context = null, until = 0;
  live.hearing = false;
  async function hear(yes) {
    live.hearing = yes;
    $('hear').setAttribute('aria-pressed', yes);
    $('hear').textContent = yes ? 'Be quiet' : 'Hear the robot';
    if (yes) {
      context ??= new (window.AudioContext || window.webkitAudioContext)();
      await context.resume();
    } else await context?.suspend();
    live.watch?.();
  }
  $('hear').onclick = () => hear(!live.hearing);
  $('loud').onchange = () => live.send('Volume', {level: +$('loud').value}); // 0 mute to 5 high
  $('say').onsubmit = e => {
    e.preventDefault();
    const words = $('words').value.trim();
    if (!words) return;
    if (!live.hearing) hear(true);
    live.send('Say', {words});
    $('words').select();
  };
  return {
    welcome(w) {
      $('voice').hidden = !w.sound;
      $('say').hidden = !w.voice;
      live.watch?.();
    },
    sound({rate, samples}) { // 16 bit, one channel
      if (!live.hearing || !context || until > context.currentTime + TOO_FAR_S) return; // a world that races is heard in pieces
      const numbers = new Int16Array(samples.slice().buffer), buffer = context.createBuffer(1, numbers.length, rate), data = buffer.getChannelData(0);
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
