// Makes himself small until it is over.
#include "bracken.inc"
main()
{
  up();
  go(mot_cower);
  while (is(property_safety) > 40) sleep 500;
  go(mot_stand);
}
