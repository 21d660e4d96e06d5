// Called when something is felt.
#include <Log.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Sound.inc>

#include "sounds.inc"

public init()
{
  print("sensors: init\n");
}

// A touch calls it with 1, letting go with 0. The result true says that it was seen to.
public on_sensor(time, sensor_name: sensor, value)
{
  new name[32];
  sensor_get_name(sensor, name);
  printf("sensors: %s is %d\n", name, value);

  switch (sensor)
  {
    // case SENSOR_HEAD:
    //   sound_play(snd_beep);
  }
  return true;
}

public close()
{
  print("sensors: close\n");
}
