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
// "intent_imperative_praise" as somebody would say it.
export const wordsOfIntent = intent => intent.replace(/^intent_/, '').replace(/_extend$/, '').replaceAll('_', ' ');

export function createPhrases(live, state, note) {
  let name = '', rows = [], asked = false;
  async function tell(words) {
    const said = /^\s*(hey|ok|okay)\b/i.test(words) ? words : `Hey ${name}, ${words}`;
    note(`you say: ${said}`);
    put($('heard'), `It hears “${said}” …`);
    try {
      const {said: meant} = await live.ask('Hear', {words: said});
      put($('heard'), meant === 'called' ? `It hears “${said}” and listens.` :
        `It hears “${said}” and takes it as: ${meant.replace(/_/g, ' ')}.`);
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
