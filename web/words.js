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
block_react|Sees a cube|looks at a cube
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
blackjack_deal|Blackjack: deals|deals cards
blackjack_swipe|Blackjack: clears the table|clears the table
block_pickup_success|Picked up a cube|picked up a cube
block_roll_success|Rolled a cube|rolled a cube
clock_check|Looks at the clock|looks at the clock
drive_end|Arrives|has arrived
drive_start|Drives off|drives off
explorer_getin|Explores: begins|goes exploring
explorer_getout|Explores: ends|has explored enough
eyecolor_change|New colour of the eyes|has eyes of another colour
eyes_rainbow|Rainbow eyes|has eyes like a rainbow
feedback_apology|Apology|takes an apology
game_lost|Lost a game|lost a game
greet_bye|Goodbye|says goodbye
greet_long|Greets: after a long time|is glad to see somebody again
greet_morning|Good morning|says good morning
greet_named|Greets: by name|greets somebody by name
keepaway_watch|Keep away: watches|watches the cube
knowledgegraph_answer|Question: answers|answers a question
knowledgegraph_fail|Question: finds no answer|finds no answer
knowledgegraph_searching|Question: searches|looks for an answer
knowledgegraph_searching_getout|Question: stops searching|
knowledgegraph_success|Question: knows it|knows the answer
meetvictor_lookface_timeout|Meets: saw no face|saw no face
play_ask|Wants to play|wants to play
pounce|Pounces|pounces
pounce_fail|Pounce: missed|missed
pounce_ready|Pounce: lies in wait|lies in wait
pounce_success|Pounce: got it|got it
pyramid_success|Built a pyramid|built a pyramid
refuse|Refuses|refuses
speedtap_fakeout|Speed tap: feigns|feigns a tap
speedtap_tap|Speed tap: taps|taps
spinner_pick|Spinner: chooses|chooses a colour
spinner_watch|Spinner: watches|watches the lights
spinner_win|Spinner: wins|won
timer_cancel|Timer: is cancelled|
timer_set|Timer: is set|
upgrade_reaction_lift|Upgrade: lift|admires its lift
volume_stage|Volume is set|
wakeword_getout|Ends to listen|
wakeword_groggyeyes_listenloop|Listens, half asleep|listens, half asleep
wheelie_proud|Wheelie: proud|is proud of its wheelie
`.trim().split('\n').reduce((all, row) => { const [stem, name, does] = row.split('|'); all[stem] = {name, does};
  return all; }, {});
// Triggers whose parts do not say it: how they begin, what stands before all of them, and each.
const TRIGGERS = `
||Affirmative=Yes;Negative=No;DontKnow=Don't know;OnCharger=On the charger;OffCharger=Leaves the charger
||TTSLoop=Speaks;TTSGetIn=Begins to speak;TTSGetOut=Ends to speak;PopAWheelie=Wheelie
||MeetVictor=Gets to know somebody;StareAtNothing=Stares at nothing;FailedToRightFromFace=Could not get up
||RobotHandshake=Handshake;HikingInterestingEdgeThought=At an edge;TakeAPicture=Takes a picture;DizzyReaction=Dizzy
||FallAsleep=Falls asleep;GoToSleepGetIn=Goes to sleep;Sleeping=Sleeps;WakeUp=Wakes up
||WakeWordDetected=Heard its name;ListenLoop=Listens;WorkingOnIt=Works on it;UpgradeLift=Upgrade: lift
||SetVolume=Volume is set;VolumeUp=Louder;VolumeDown=Quieter;PhotoShutter=Photo;PlayTogether=Wants to play
||NamedFaceInitialGreeting=Greets somebody it knows;SeekFace=Looks for a face;EyeColorChange=New colour of the eyes
||EyeContact=Looks into the eyes;LookAround=Looks around;ObservingIdle=Watches;CarryingStart=Begins to carry
||BlockReact=Sees a cube;BuildPyramidSuccess=Built a pyramid;RollBlockSuccess=Rolled a cube
||KnockOverSuccess=Tipped a cube over;KnockOverFailure=Could not tip a cube over;MajorFail=Great failure
||MajorWin=Great triumph;MinorFail=Small failure;MinorWin=Small triumph;InterestedInSomething=Interested
||Celebrate=Celebrates;Success=It worked;WhatTimeIsIt=What time is it?;GoodBye=Goodbye
||AlexaNotification=Alexa has news;Refuse=Refuses;Offline_Off=Online again;DriveStartHappy=Drives off, happy
||DriveEndHappy=Arrives, happy;PetDetectionCat=Sees a cat;PetDetectionDog=Sees a dog
BlackJack|Blackjack: |Deal=deals;Swipe=clears the table;VictorLose=loses;VictorWin=wins
CubePounce|Pounce: |GetIn=begins;LoseHand=loses a round;LoseSession=loses the game;PounceNormal=pounces
CubePounce|Pounce: |WinHand=wins a round;WinSession=wins the game
DanceBeat|Dance: |90=90 beats a minute;110=110 beats a minute;130=130 beats a minute;150=150 beats a minute
Dance|Dance: |GetIn=begins;GetOut=ends;ToTheBeat=to the beat
Exploring|Explores: |GetIn=begins;GetOut=ends;ReactToObject=finds something;Scan=looks about
FistBump|Fist bump: |LeftHanging=left hanging;Request=asks for it;Success=gets it
Greet|Greets: |AfterLongTime=after a long time;AfterShortTime=after a short time
Keepaway|Keep away: |Grab=grabs;Idle=waits;Lose=loses;Taunt=teases;Win=wins
KnowledgeGraph|Question: |Answer=answers;Fail=finds no answer;Searching=searches;SearchingGetOut=stops searching
KnowledgeGraph|Question: |Success=knows it
MeetVictor|Gets to know somebody: |LookFaceTimeout=saw no face;SawName=knows the name
NothingToDoBored|Bored|Idle=;Event=: does something
OnSpeedtap|Speed tap: |Fakeout=feigns;GameCozmoWinHighIntensity=wins the game
OnSpeedtap|Speed tap: |GamePlayerWinHighIntensity=loses the game;HandCozmoWin=wins a round
OnSpeedtap|Speed tap: |HandPlayerWin=loses a round;Idle=waits;Tap=taps
Petting|Petting: |Bliss=bliss;Ended=ends;Level1=begins
ReactTo||BlockPickupSuccess=Picked up a cube;Cliff=Sees an edge;Darkness=Finds it dark;FaceHappy=Sees a happy face
ReactTo||FaceKnown=Sees somebody it knows;FaceUnknown=Sees a stranger;FallenOver=Fell over;Held=In a hand
ReactTo||Pickup=Picked up;Poke=Poked;PokeStartled=Poked: startled;Stalled=Something is stuck
ReturnHome||GetIn=Goes home;Lost=Does not find home
Temperature|Temperature: |SingleDig=one digit;DoubleDig=two digits;TripleDig=three digits
Temperature|Temperature: |NegSingleDig=below zero, one digit;NegDoubleDig=below zero, two digits
Temperature|Temperature: |NegTripleDig=below zero, three digits
Timer|Timer: |Cancel=is cancelled;Ringing=rings;Set=is set
VC_||IntentNeutral=Understood;ListeningGetOut=Ends to listen;ListeningLoop=Listens;NoIntent=Did not understand
WeatherCond|Weather: |ColdClear=cold and clear
`.trim().split('\n').reduce((all, row) => {
  const [begins, before, rest] = row.split('|');
  for (const one of rest.split(';')) { const [end, words] = one.split('='); all[begins + end] = before + words; }
  return all;
}, {});
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
  const plain = trigger.replace(/_\d+$/, ''), spinner = plain.match(/^Spinner(.+?)(Cel|Hol|Sel)/);
  if (spinner) return `Spinner, ${spinner[1].toLowerCase()}: ${
    {Cel: 'wins', Hol: 'holds on', Sel: 'chooses'}[spinner[2]]}`;
  return TRIGGERS[plain] ?? tidy(plain.replace(/^React(?:ion)?To(?=[A-Z])|^Feedback(?=[A-Z])|Cond(?=[A-Z])/g,
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
