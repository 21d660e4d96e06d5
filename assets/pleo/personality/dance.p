// Dances on the spot.
#include "bracken.inc"
main()
{
  up();
  go(mot_stand);
  for (new i = 0; i < 2 && steady(); i++) go(mot_dance), go(mot_bounce);
  go(mot_wag);
  add(property_play, -25);
  done(scr_dance);
}
