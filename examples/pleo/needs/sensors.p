// A leaf stills his hunger.
#include <Log.inc>
#include <Property.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Sound.inc>
#include "sounds.inc"
#include "user_properties.inc"

const LEAF = 18;

public on_sensor(time, sensor_name: sensor, value)
{
  if (sensor == SENSOR_RFID && value == LEAF)
  {
    printf("eats a leaf at hunger %d\n", get(property_hunger));
    property_set(property_hunger, 0);
    sound_play(snd_yes);
  }
  return true;
}
