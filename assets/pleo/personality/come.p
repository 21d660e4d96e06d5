// Comes when he is called: turns to the voice and walks until somebody is before him.
#include "bracken.inc"
main()
{
  new heard = is(property_heard);
  property_set(property_wish, 0);
  sound_play(snd_chirp);
  up();
  if (heard != -128 && heard < -25) go(mot_turn_l);
  else if (heard != -128 && heard > 25) go(mot_turn_r);
  for (new i = 0; i < 3 && stroll(mot_walk); i++) {}
  go(mot_nuzzle);
}
