// It is cold.
#include "bracken.inc"
main()
{
  up();
  go(mot_kneel);
  for (new i = 0; i < 3; i++) go(mot_shudder);
  go(mot_stand);
  stroll(mot_walk);
}
