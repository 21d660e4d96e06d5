// Asks whoever is there for a leaf, then waits.
#include "bracken.inc"
main()
{
  up();
  go(mot_stand);
  go(mot_beg);
  if (steady() && sensor_read(SENSOR_OBJECT) > 40) go(mot_paw);
  sleep 4000 + rand(6000);
  property_set(property_asked, 100); // who begs without end is a nag
}
