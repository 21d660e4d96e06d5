// Does what has to be done, and looks back at it.
#include "bracken.inc"
main()
{
  up();
  stroll(mot_arc_r);
  if (!steady()) sleep 5000;
  go(mot_squat);
  property_set(property_relief, 0);
  go(mot_look_right);
}
