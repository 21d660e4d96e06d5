// What can be said to it: every phrase that it knows as a button, found by a word, and words that are typed. What it
// took them to mean is told.
//
//   const phrases = createPhrases(live, state, note);     // phrases.list(PhraseList); note(sentence): for the log
const $ = id => document.getElementById(id), called = name => name.replace(/^./, c => c.toUpperCase());
const VALUES = {number: 'seven', duration: 'ten minutes', volume: 'three', colour: 'purple', day: 'tomorrow',
  name: 'Ada', place: 'Paris', words: 'how far is the moon'};
const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };

// One way to say a line of its table, where a|b is either, (…) may be left out and {key:kind} is a value.
export const exampleOf = says => says.replace(/\([^()]*\)/g, '').replace(/\{[^:{}]*:(\w+)\}/g, (_, kind) =>
  VALUES[kind] ?? kind).replace(/(\S+?)\|\S+/g, '$1').replace(/\s+/g, ' ').trim();
// What words mean has a name for programs, "intent_imperative_fetchcube": as somebody would say it. Whole names
// first, then what is run together.
const WHOLE = {character_age: 'how old it is', names_ask: 'who you are', names_mine: 'what it is called',
  status_feeling: 'how it feels', meet_victor: 'meeting somebody', clock_time: 'what time it is',
  show_clock: 'what time it is', weather_response: 'the weather', explore_start: 'explore', global_stop: 'stop',
  global_delete: 'delete it', system_charger: 'go home', silence: 'nothing'};
const RUN_TOGETHER = {abuse: 'an insult', affirmative: 'yes', anygame: 'a game', anytrick: 'a trick',
  apologize: 'sorry', apology: 'sorry', backup: 'back up', checktimer: 'check the timer', come: 'come here',
  eyecolor: 'eye colour', fetchcube: 'fetch the cube', findcube: 'find the cube', fistbump: 'fist bump',
  goodmorning: 'good morning', goodnight: 'good night', happyholidays: 'happy holidays',
  happynewyear: 'happy new year', keepaway: 'keep away', lookatme: 'look at me', lookoverthere: 'look over there',
  love: 'love', negative: 'no', pickupcube: 'pick up the cube', playagain: 'again', playmessage: 'play it',
  popawheelie: 'pop a wheelie', promptquestion: 'a question', recordmessage: 'record it', rollcube: 'roll the cube',
  scold: 'a scolding', settimer: 'set a timer', shutup: 'be quiet', quiet: 'be quiet', turnaround: 'turn around',
  turnleft: 'turn left', turnright: 'turn right', volumedown: 'be quieter', volumelevel: 'how loud',
  volumeup: 'be louder'};
export const wordsOfIntent = intent => {
  const name = intent.replace(/^intent_/, '').replace(/_extend$/, '');
  return WHOLE[name] ?? name.replace(/^(imperative|movement|greeting|seasonal|system|clock)_/, '').split('_')
    .map(word => RUN_TOGETHER[word] ?? word).join(' ');
};

export function createPhrases(live, state, note) {
  let name = '', rows = [], asked = false;
  async function tell(words) {
    const said = /^\s*(hey|ok|okay)\b/i.test(words) ? words : `Hey ${name}, ${words}`;
    note(`you say: ${said}`);
    put($('heard'), `It hears “${said}” …`);
    try {
      const {said: meant} = await live.ask('Hear', {words: said});
      put($('heard'), `It hears “${said}” and ${meant === 'called' ? 'listens' : meant === 'unmatched_intent' ?
        'does not know what to do: see “What it understands”' : `takes it as: ${wordsOfIntent(meant)}`}.`);
    } catch (error) { put($('heard'), `It did not hear: ${error.message}.`); }
  }
  function show() {
    const wanted = $('phrase-search').value.trim().toLowerCase();
    const fit = rows.filter(r => !wanted || `${r.example} ${r.meaning}`.toLowerCase().includes(wanted));
    $('phrase-list').replaceChildren(...fit.map(r => Object.assign(document.createElement('button'),
      {textContent: r.example, title: r.meaning, onclick: () => tell(r.example)})));
    put($('phrase-count'), wanted ? `${fit.length} of ${rows.length}` : `${rows.length} phrases`);
  }
  $('tell').onsubmit = e => {
    e.preventDefault();
    const words = $('told').value.trim();
    if (!words) return;
    tell(words);
    $('told').select();
  };
  $('phrase-search').oninput = show;
  $('phrases').addEventListener('toggle', () => {
    if ($('phrases').open && !asked) asked = true, live.send('Phrases');
  });
  return {
    welcome(w) {
      name = called(w.creature), rows = [], asked = false;
      $('phrases').open = false;
      $('phrases').hidden = $('tell').hidden = !w.requests.includes('Hear') || !w.soul;
      $('told').placeholder = `Hey ${name}, dance`;
      put($('heard'), '');
    },
    list(m) {
      if (m.robot !== state.robot) return;
      const known = new Set();
      rows = m.phrases.map(p => ({example: exampleOf(p.says), meaning: wordsOfIntent(p.intent)}))
        .filter(r => r.example && !known.has(r.example) && known.add(r.example));
      show();
    },
  };
}
