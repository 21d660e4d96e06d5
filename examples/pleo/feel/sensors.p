// Every sensor by its name and value; a stroke of the head pleases him, a blow does not.
#include <Log.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Sound.inc>
#include "sounds.inc"

public on_sensor(time, sensor_name: sensor, value)
{
  new name[32];
  sensor_get_name(sensor, name);
  printf("%s: %d\n", name, value);

  switch (sensor)
  {
    case SENSOR_HEAD: if (value) sound_play(snd_yes);
    case SENSOR_HIT:  sound_play(snd_no, true); // true: whatever else he says
  }
  return true;
}
