// Holds on, growls and pulls, until it is gone or he lets go.
#include "bracken.inc"
main()
{
  up();
  go(mot_bite);
  for (new i = 2 + rand(2); i > 0 && steady(); i--) go(mot_tug);
  go(mot_wag);
  add(property_play, -25);
  done(scr_tug);
}
