// An edge: he leans away from it, and turns on the spot until there is floor before his nose.
#include "bracken.inc"
main()
{
  new bool: left = sensor_read(SENSOR_EDGE_ON_RIGHT) || !sensor_read(SENSOR_EDGE_ON_LEFT) && rand(2);
  motion_stop();
  sound_play(snd_uhoh);
  up();
  go(mot_lean_away);
  for (new i = 0; i < 6 && steady() && !is(property_toddles); i++)
  {
    go(left ? mot_turn_l : mot_turn_r);
    property_set(property_edge, 0);
    go(mot_sniff_floor);
    if (!is(property_edge)) break;
  }
  property_set(property_edge, 0);
  done(scr_turn_away);
}
