// Sings to himself, or to whoever asked.
#include "bracken.inc"
main()
{
  property_set(property_wish, 0);
  up();
  go(mot_sing);
  add(property_play, -15);
  add(property_social, -5);
  sleep 1000;
}
