// Something new: his nose goes first, then a paw. What he knows bores him.
#include "bracken.inc"
main()
{
  up();
  go(mot_sniff_up);
  go(rand(2) ? mot_sniff_floor : mot_look_up);
  if (steady() && !rand(3)) go(mot_paw);
  property_set(property_seen, 2); // he knows it now, until he has been elsewhere
  add(property_curious, -20);
  sleep 1000;
}
