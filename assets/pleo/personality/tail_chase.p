// Nobody is there to play with, but his tail is.
#include "bracken.inc"
main()
{
  new motion_name: way = rand(2) ? mot_turn_l : mot_turn_r;
  for (new i = 0; i < 3 && stroll(way); i++) sound_play(snd_giggle);
  go(mot_wag);
  add(property_play, -30);
}
