// Clips and triggers in human words: what they are called, in which group they stand, and what somebody who plays one
// does. A name that is not here (a clip of the maker's own) is put together from its parts.
//
//   const {group, name, does} = wordsOf('anim_idle_stretch_01', 'Idle');   // 'Idling', 'Stretch', 'stretches'

// Groups, and what belongs there: parts of names of clips and of triggers, the first that fits.
const GROUPS = [
  ['Games',
    /dance|pounce|keepaway|speedtap|blackjack|spinner|block|cube|pyramid|knockover|wheelie|magic|game|photo/,
    /takea|carry|forklift|roll/],
  ['Greetings',
    /^(greet|good(bye|morning)|hello|namedface|meetvict|eye_?contact|face_?seek|seekface|playtog|play_ask|robothand)/,
    /reactt?oface|gohome|returnhome/],
  ['When touched',
    /petting|poked|reactto(poke|petting|button|held|pickup|putdown|shaken)|rtpickup|heldonpalm|button|dizzy/,
    /fist/],
  ['Words',
    /^feedback|^answer|^(affirmative|negative|dontknow|refuse)|tts|muted|volume/,
    /^(vc|wakeword|intent|knowledge|think|working|listen|hiccup)|alexa|notification|streaming|offline|upgrade/],
  ['Moods',
    /^mood/,
    /^(happy|sad|angry|scared|proud|curious|content|excited|frustrated|lonely|ashamed|surprised|bored|nothingtodo)/,
    /^(major|minor)(win|fail)|celebrate|success$|interested/],
  ['Idling', /^idle|observing|stare|lookaround|clock|what|self|dark/],
  ['About',
    /explor|cliff|edge|obstacle|turn_|drive|stuck|stalled|^(hiking|rtfallen|falling|landing)|fallen/,
    /standsagain|reacttofall|reacttoland|failedtoright|loudsound|pet_?detection/],
  ['Sleep, charging', /sleep|wake|charg|battery|power|^off$/],
  ['Weather, time', /weather|temperature|timer/],
  ['Eyes', /eye/],
];
// What a clip (without anim_ and its number) is called, and what he does who plays it.
const CLIPS = `
answer_dontknow|Don't know|does not know
answer_no|No|says no
answer_yes|Yes|says yes
battery_low|Battery low|is tired: the battery is low
block_react||looks at a cube
bored||is bored
bored_event|Bored: does something|is bored
button_press|Button|felt the button
carry_strain|Carries something heavy|carries something heavy
charger_docked|On the charger|is home on the charger
charger_drive_off|Leaves the charger|drives off the charger
dark_uneasy|In the dark|finds it dark
dizzy_reaction|Dizzy|is dizzy
edge_thought|At an edge|thinks about an edge
explorer_find|Finds something|found something
explorer_scan_short|Looks about|looks about
eye_contact||looks somebody in the eyes
face_seek|Looks for a face|looks for a face
falling||is falling
feedback_badrobot|Bad robot|is scolded, and sorry
feedback_goodrobot|Good robot|is praised, and proud
feedback_iloveyou|I love you|is loved
feedback_meanwords|Mean words|heard mean words
feedback_shutup|Shut up|was told to be quiet
fistbump_lefthanging|Fist bump: left hanging|waits for a fist in vain
fistbump_request|Fist bump: asks for it|asks for a fist bump
fistbump_success|Fist bump|bumps fists, and is glad
gotosleep_getin|Falls asleep|falls asleep
gotosleep_sleeping|Sleeps|sleeps
greet_hello|Hello|says hello
heldonpalm_look|On a palm: looks about|looks about from a hand
heldonpalm_relaxed|On a palm: at ease|is at ease in a hand
hiccup||has the hiccups
idle_chase_spark|Chases a spark|chases a spark with the eyes
idle_double_take|Double take|looks twice
idle_glance|Glance|glances about
idle_hum|Hum|hums a little tune
idle_itch|Itch|has an itch
idle_lift_check|Lift check|tries the lift
idle_lights|Lights|plays with its lights
idle_nod_off|Nods off|nods off
idle_peer|Peer|peers at something tiny
idle_sigh|Sigh|sighs
idle_sneeze|Sneeze|sneezes
idle_stretch|Stretch|stretches
idle_tiptoe|Tiptoe|goes on tiptoe
idle_wiggle|Wiggle|wiggles
intent_heard|Understood|understood
intent_unknown|Did not understand|did not understand
think|Thinks|thinks
timer_ring|Timer rings|says that time is up
interested_lean|Leans in|is interested
knockover_fail|Could not tip it over|
landing||has landed
launch_wakeup|Wakes up|wakes up
loudsound|Loud sound|was startled by a noise
majorfail|Great failure|is beaten
majorwin|Great triumph|triumphs
minorfail|Small failure|failed a little
minorwin|Small triumph|won a little
observing_self_absorbed|Lost in thought|is lost in thought
obstacle_bump|Bumps into something|bumped into something
onboarding_reacttoface_happy|Sees a happy face|is glad of a face
petdetection_cat|Sees a cat|saw a cat
petdetection_dog|Sees a dog|saw a dog
petting_bliss|Petting: bliss|is stroked, and blissful
petting_end|Petting ends|liked to be stroked
petting_lvl1|Petting|is stroked, and likes it
petting_lvl2|Petting: more|is stroked, and loves it
photo_shutter|Takes a picture|takes a picture
poked_annoyed|Poke: annoyed|was poked, and is annoyed
poked_giggle|Poke: giggles|was poked, and giggles
poked_startled|Poke: startled|was poked, and is startled
reacttocliff_edge|Edge|shrinks back from an edge
reacttocliff_huh|Edge: huh?|found an edge
reacttoface_unidentified|Sees a stranger|saw somebody new
rtfallen_kick|Lies and kicks|lies there and kicks
rtfallen_side|Lies on its side|lies there and waits for help
rtfallen_upright|Stands again|is glad to stand again
rtpickup_annoyed|Picked up: annoyed|was picked up, and is annoyed
rtpickup_loop|Held in a hand|looks about from above
rtpickup_putdown|Put down|is down again
stuck_motor|Something is stuck|cannot move something
tts_loop|Speaks|speaks
getin_tts|Begins to speak|speaks
getout_tts|Ends to speak|
wakeword_getin|Heard its name|listens
wakeword_listenloop|Listens|listens
wakeword_groggyeyes_getin|Heard its name: sleepy|listens, half asleep
speedtap_wingame_intensity02|Speed tap: wins the game|won the game
blackjack_victorlose|Blackjack: loses|
blackjack_victorwin|Blackjack: wins|
gohome_getin|Goes home|is going home
gohome_lost|Lost its way home|does not find home
forklift_salute|Salute with the lift|salutes
weather_thunder|Weather: thunder|
`.trim().split('\n').reduce((all, row) => { const [stem, name, does] = row.split('|'); all[stem] = {name, does};
  return all; }, {});
// A few triggers whose parts do not say it.
const TRIGGERS = {OnCharger: 'On the charger', OffCharger: 'Leaves the charger', VC_ListeningLoop: 'Listens',
  VC_NoIntent: 'Did not understand', TTSLoop: 'Speaks', PopAWheelie: 'Wheelie', MeetVictor: 'Gets to know somebody',
    StareAtNothing: 'Stares at nothing',
  NothingToDoBoredIdle: 'Bored', NothingToDoBoredEvent: 'Bored: does something',
    FailedToRightFromFace: 'Could not get up', RobotHandshake: 'Handshake',
      HikingInterestingEdgeThought: 'At an edge', TakeAPicture: 'Takes a picture'};
const PARTS = {getin: 'begins', getout: 'ends', rt: '', lvl1: '', dontknow: "don't know", groggyeyes: 'sleepy',
  gotosleep: 'sleep', rtpickup: 'picked up', rtfallen: 'fallen', reacttocliff: 'edge', petdetection: 'animal',
    knowledgegraph: 'question', speedtap: 'speed tap',
  meetvictor: 'meets', tts: 'speech', eyecolor: 'colour of the eyes', keepaway: 'keep away', blackjack: 'blackjack:',
    greet: 'greets:', weather: 'weather:', dance: 'dance:', mood: '', pounce: 'pounce:', timer: 'timer:',
      cozmo: 'robot', vc: 'voice'};

const large = text => text.replace(/\S/, c => c.toUpperCase());
// Whole families, by how they begin.
const FAMILIES = [[/^dance_/, () => 'dances'], [/^mood_/, stem => `is ${stem.slice(5)}`],
  [/^weather_/, () => 'shows the weather']];
const tidy = parts => large(parts.map(p => PARTS[p] ?? p).filter(Boolean).join(' ').replace(/:$/, '').replace(/: :/,
  ':'));
const stemOf = clip => clip.toLowerCase().replace(/^anim_/, '').replace(/(_\d+)+$/, '');
export const isTrigger = name => !/^anim_/.test(name) && /[A-Z]/.test(name);
export const groupOf = key => GROUPS.find(([, ...fits]) => fits.some(f => f.test(key)))?.[0] ?? 'More';
export const GROUP_NAMES = ['Greetings', 'When touched', 'Moods', 'Idling', 'Games', 'Words', 'About',
  'Sleep, charging', 'Weather, time', 'Eyes', 'More'];

function triggerName(trigger) {
  return TRIGGERS[trigger] ?? tidy(trigger.replace(/^React(?:ion)?To(?=[A-Z])|^Feedback(?=[A-Z])|Cond(?=[A-Z])/g,
    ' ').replace(/([a-z])([A-Z\d])|([A-Z])(?=[A-Z][a-z])|_/g, '$1$3 $2').toLowerCase().trim().split(/\s+/));
}
const all = new Map();
export function wordsOf(key) {
  if (!all.has(key)) {
    if (isTrigger(key)) {
      const name = triggerName(key);
      all.set(key, {group: groupOf(key.toLowerCase()), name, does: `plays “${name}”`});
    } else {
      const stem = stemOf(key), known = CLIPS[stem], name = known?.name || tidy(stem.split('_'));
      all.set(key, {group: groupOf(stem), name, does: known?.does ||
        FAMILIES.find(([fits]) => fits.test(stem))?.[1](stem) || `plays “${name}”`});
    }
  }
  return all.get(key);
}
// Numbers after those that are called alike: Glance, Glance 2.
export function numbered(keys) {
  const seen = {};
  return keys.map(key => { const {name} = wordsOf(key), n = seen[name] = (seen[name] ?? 0) + 1; return n > 1 ?
    `${name} ${n}` : name; });
}
