// A colour that moves: first the neck, then the body after it.
#include "bracken.inc"
main()
{
  new at = sensor_read(SENSOR_TRACKABLE_OBJECT), lost = 0;
  up();
  while (lost < 4 && !is(property_touched))
  {
    at = sensor_read(SENSOR_TRACKABLE_OBJECT);
    lost = at ? 0 : lost + 1;
    if (at) go(at % 3 == 1 ? mot_look_left : at % 3 ? mot_look_up : mot_look_right);
    if (at && rand(2)) stroll(at % 3 == 1 ? mot_arc_l : at % 3 ? mot_walk : mot_arc_r);
    sleep 400 + rand(600);
  }
  sound_play(snd_chirp);
  add(property_curious, -25);
}
