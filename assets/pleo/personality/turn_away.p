// An edge: a step back, and another way.
#include "bracken.inc"
main()
{
  motion_stop();
  sound_play(snd_uhoh);
  up();
  go(mot_lean_away);
  if (steady() && !is(property_toddles)) go(mot_back), go(rand(2) ? mot_turn_l : mot_turn_r);
  property_set(property_edge, 0);
  done(scr_turn_away);
}
