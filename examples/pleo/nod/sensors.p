// A motion of our own, from the table nod.csv. His chin plays it, his back plays it twice as fast.
#include <Log.inc>
#include <Motion.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Time.inc>
#include "motions.inc"

nod(percent)
{
  motion_set_playback_speed(percent);
  new start = time();
  motion_play(mot_nod);
  while (motion_is_playing(mot_nod)) sleep 33;
  printf("nodded at %d percent, %d ms\n", percent, time() - start);
}

public on_sensor(time, sensor_name: sensor, value)
{
  if (!value) return true;
  if (sensor == SENSOR_CHIN) nod(100);
  if (sensor == SENSOR_BACK) nod(200);
  return true;
}
