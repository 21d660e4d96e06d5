// Crouches before what moves, and jumps at it as well as he can.
#include "bracken.inc"
main()
{
  up();
  go(mot_lean_away);
  if (steady()) go(mot_bounce);
  if (rand(3)) go(mot_bite);
  sound_play(snd_yip);
  add(property_play, -25);
  sleep 1500;
}
