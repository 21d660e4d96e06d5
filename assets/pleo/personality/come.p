// Comes when he is called: turns to the voice and walks until somebody is before him.
#include "bracken.inc"
main()
{
  new heard = is(property_heard);
  sound_play(snd_chirp);
  up();
  if (heard != -128 && heard < -25) go(mot_turn_l);
  else if (heard != -128 && heard > 25) go(mot_turn_r);
  for (new i = 0; i < 3 && stroll(mot_walk); i++) {}
  go(mot_nuzzle);
  done(scr_come);
}
