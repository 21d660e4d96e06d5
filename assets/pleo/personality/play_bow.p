// Asks for a game.
#include "bracken.inc"
main()
{
  up();
  if (steady()) go(mot_play_bow);
  for (new hops = 1 + rand(3); hops > 0 && steady(); hops--) go(mot_bounce);
  go(mot_wag);
  add(property_play, -20);
  sleep 3000 + rand(3000);
  done(scr_play_bow);
}
