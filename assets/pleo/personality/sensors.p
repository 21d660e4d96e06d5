// What he does at once when something is felt. Everything slower is a behaviour, which the drives choose.
#include <Sensor.inc>
#include <Sound.inc>
#include <Motion.inc>
#include <Property.inc>
#include "sounds.inc"
#include "motions.inc"
#include "user_properties.inc"

less(property_name: which, by)
  set(which, get(which) > by ? get(which) - by : 0);

eat(food)
{
  if (food == 19) // rock salt is no meal
  {
    sound_play(snd_yelp, true);
    return;
  }
  motion_play(mot_chew);
  less(property_name: property_hunger, food == 18 ? 30 : 20);
}

public init()
{
  motion_play(mot_stand);
}

public bool: on_sensor(time, sensor_name: sensor, value)
{
  switch (sensor)
  {
    case SENSOR_TOUCH_TAP, SENSOR_TOUCH_HOLD:
    {
      set(property_name: property_asleep, 0);
      less(property_name: property_lonely, 15);
      motion_play(value < SENSOR_BACK ? mot_nuzzle : mot_wag);
    }
    case SENSOR_TOUCH_PETTED:
      if (value > 1) less(property_name: property_lonely, 25), motion_play(mot_nuzzle);
    case SENSOR_RFID:
      if (value >= 12) eat(value);
    case SENSOR_HIT, SENSOR_SOUND_LOUD_CHANGE:
      if (!get(property_name: property_asleep)) motion_play(mot_startle);
    case SENSOR_ABUSE:
      if (value) sound_play(snd_yelp, true);
    case SENSOR_PICKED_UP:
      sound_play(value ? snd_coo : snd_hm, true);
    case SENSOR_TILT:
      if (value > 1) sound_play(snd_yelp, true);
  }
  return true;
}
