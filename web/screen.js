// What is on the display besides the eyes: pixels that the robot sends as they change, and a list of what it may be
// asked to show.
//
//   const screen = createScreen(live);         // screen.canvas while there are pixels, null while there are only eyes
//   screen.paint()                             // once a drawing of the page: true when there is something new
const $ = id => document.getElementById(id);
const WEATHER = ['cloudy', 'cold', 'rain', 'snow', 'stars', 'sunny', 'thunderstorm', 'windy'];

export function createScreen(live) {
  // written in pieces: not on the graphics card
  const store = document.createElement('canvas'), context = store.getContext('2d', {willReadFrequently: true});
  const screen = {canvas: null, pixels, welcome, paint};
  let fresh = false;

  function pixels(p) {
    fresh = true;
    if (!p.width) { screen.canvas = null; return; }
    if (store.width !== p.whole[0] || store.height !== p.whole[1]) [store.width, store.height] = p.whole;
    const image = context.createImageData(p.width, p.height), to = image.data, from = p.pixels;
    for (let i = 0; i < p.width * p.height; i++) {
      const c = from[2 * i] | from[2 * i + 1] << 8;
      to[4 * i] = (c >> 11) * 255 / 31; to[4 * i + 1] = (c >> 5 & 63) * 255 / 63; to[4 * i + 2] = (c & 31) * 255 / 31;
        to[4 * i + 3] = 255;
    }
    context.putImageData(image, p.x, p.y);
    screen.canvas = store;
  }
  function paint() {
    if (!fresh) return false;
    fresh = false;
    const glass = $('glass'), on = !!screen.canvas;
    $('face').hidden = on;
    glass.hidden = !on;
    if (!on) return true;
    if (glass.width !== store.width || glass.height !== store.height) [glass.width, glass.height] = [store.width,
      store.height];
    glass.getContext('2d').drawImage(store, 0, 0);
    return true;
  }

  // What may be shown: the words of a choice, and the request behind it.
  const CHOICES = [
    ...WEATHER.map(w => [w, 'ShowWeather', {condition: w, seconds: 8}]),
    ['sunny, 21 degrees', 'ShowWeather', {condition: 'sunny', temperature: [21], seconds: 8}],
    ['snow, -12 degrees', 'ShowWeather', {condition: 'snow', temperature: [-12], seconds: 8}],
    ['cards', 'ShowCards', {dealer: ['ace_spades', 'back'], player: ['10_hearts', 'queen_clubs'], seconds: 8}],
    ['a greeting', 'ShowText', {words: 'Hello!', seconds: 5}],
    ['its camera', 'Mirror', {on: true}],
    ...['who it is', 'floor, range, touch', 'motors', 'motion',
      'serial number, address'].map((words, i) => [words, 'ShowService', {page: i + 1}]),
    ['fault 915', 'ShowFault', {code: 915}],
    ['boot movie', 'PlayBoot', {}],
  ];
  const list = $('showing');
  list.append(...['Show …', ...CHOICES.map(c => c[0]),
    'only the eyes'].map(words => Object.assign(document.createElement('option'), {textContent: words})));
  list.onchange = () => {
    const choice = CHOICES[list.selectedIndex - 1];
    live.send('ShowFault', {code: 0});
    live.send('ClearScreen');
    if (choice) live.send(choice[1], choice[2]);
    list.selectedIndex = 0;
  };

  function welcome(w) { list.hidden = !w.requests.includes('ShowWeather'); screen.canvas = null; fresh = true; }
  return screen;
}
