// Something new: his nose goes first, then a paw. The third time it bores him.
#include "bracken.inc"
main()
{
  up();
  go(mot_sniff_up);
  go(rand(2) ? mot_sniff_floor : mot_look_up);
  if (steady() && !rand(3)) go(mot_paw);
  property_set(property_seen, 0);
  add(property_curious, -20);
  sleep 1000;
}
