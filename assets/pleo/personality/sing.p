// Sings to himself, or to whoever asked.
#include "bracken.inc"
main()
{
  up();
  go(mot_sing);
  add(property_play, -15);
  add(property_social, -5);
  sleep 1000;
  done(scr_sing);
}
