// What a Pleo likes, one tap each: strokes by the place, food and sticks, and the card in his slot.
//
//   const den = createDen(live, state);     // den.doing(message): whether a card is in
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props);
  e.append(...inside); return e; };
// places of his skin, by their numbers; along: one after the other
const STROKES = [['Head', 0], ['Chin', 1], ['Cheek', 2], ['Back', 4], ['Leg', 6], ['Tail', 10]], ALONG = [0, 4, 10];
const TAGS = [['Leaf', 18], ['Conifer', 12], ['Cycad', 13], ['Sugar cane', 14], ['Chile', 15], ['Coffee', 16],
  ['Lingzhi', 17], ['Rock salt', 19], ['Ice', 20]];
const STICKS = [['Come', 2], ['Count', 3], ['Play', 4], ['Eat', 5], ['Bow', 6], ['Sing', 7], ['Dance', 8], ['Tug', 9]];

export function createDen(live, state) {
  let what = '', inside = false;
  const button = (textContent, onclick) => make('button', {textContent, onclick});
  const row = (title, ...buttons) => make('div', {className: 'deeds', role: 'group', ariaLabel: title},
    make('span', {textContent: title}), ...buttons);
  const pet = (spot, seconds) => live.send('Pet', {what, spot, seconds});
  const along = () => ALONG.forEach((spot, i) => setTimeout(() => pet(spot, .4), i * 450));
  const feed = ([name, tag]) => button(name, () => live.send('Feed', {what, tag, seconds: 3}));
  const card = button('', () => live.send('Card', {what, in: !inside}));
  const box = make('section', {id: 'den', hidden: true, ariaLabel: 'what he likes'},
    row('Stroke', ...STROKES.map(([name, spot]) => button(name, () => pet(spot, 2))), button('Head to tail', along)),
    row('Feed', ...TAGS.map(feed)), row('Stick', ...STICKS.map(feed)), row('Card', card));
  document.getElementById('first').after(box);
  return {
    welcome(w) {
      what = w.name;
      box.hidden = !(w.simulated && w.soul && w.speaks === 'pleo');
      card.textContent = 'Put in';
    },
    doing(m) {
      if (m.robot !== state.robot) return;
      inside = m.doing.card;
      card.textContent = inside ? 'Take out' : 'Put in';
    },
  };
}
