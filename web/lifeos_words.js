// What a Pleo does and why, in human words: by the names of behaviours and drives that his own application has. What an
// owner's scripts are called is told as it is.
//
//   does({behaviour: 'beg', …})        // 'begs for food'
//   because({drive: 'hunger', …})      // 'he is hungry'
const DOES = {back_off: 'backs off', beg: 'begs for food', call: 'calls for somebody', come: 'comes', cower: 'cowers',
  dance: 'dances', explore: 'explores', flop: 'lies flat, to cool', follow: 'follows what it sees',
  glance: 'looks about', help: 'calls for help', inspect: 'sniffs at something', low: 'lies down: its battery is low',
  meet: 'meets another', part: 'goes its own way', play_bow: 'wants to play', pounce: 'pounces', rest: 'rests',
  shiver: 'shivers', sing: 'sings', sleep: 'sleeps', squat: 'squats', sulk: 'sulks', tail_chase: 'chases its tail',
  trick: 'shows a trick', tug: 'pulls at a stick', turn_away: 'turns away from an edge'};
const BECAUSE = {safety: 'it does not feel safe', warmth: 'it is too warm or too cold', relief: 'it has to',
  hunger: 'it is hungry', fatigue: 'it is tired', social: 'it wants company', play: 'it wants to play',
  curious: 'it is curious', wish: 'somebody asked for it, or something happened'};

// What it does meanwhile, whatever it is busy with: its answer to a hand, to food, to a fright.
const ANSWERS = {bite: 'takes a bite', chew: 'chews', flinch: 'flinches', lean_in: 'leans into a hand',
  nuzzle: 'nuzzles', pant: 'pants', spit: 'spits it out', stamp: 'stamps', startle: 'starts', twitch: 'twitches',
  wag: 'wags its tail', wiggle: 'wiggles'};

export function busyWith(d) {
  if (d.off) return 'is switched off';
  if (!d.behaviour) return d.motion ? 'moves' : 'waits';
  return DOES[d.behaviour] ?? `runs ${d.behaviour}`;
}
export function does(d) {
  const answer = !d.off && ANSWERS[d.motion];
  return !answer ? busyWith(d) : d.behaviour ? `${busyWith(d)}, and ${answer}` : answer;
}
export const because = d => !d.application && !d.scripts?.some(s => s.name) ?
  'nothing is in it to live by, and it waits for a card' :
  d.behaviour ? BECAUSE[d.drive] ?? (d.drive && `${d.drive} is what it wants most`) : '';
