// What is said to him: "bow" and he bows, "good" and "bad" and he answers. The numbers are in docs/pleo.md.
#include <Log.inc>
#include <Motion.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Sound.inc>
#include "motions.inc"
#include "sounds.inc"

const BOW = 6, GOOD = 10, BAD = 11;

public on_sensor(time, sensor_name: sensor, value)
{
  if (sensor != SENSOR_VR) return true;
  printf("hears word %d\n", value);
  switch (value)
  {
    case BOW:  motion_play(mot_nod);
    case GOOD: sound_play(snd_yes);
    case BAD:  sound_play(snd_no);
  }
  return true;
}
