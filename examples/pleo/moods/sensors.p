// One command, two motions: the table answer.csv chooses by his mood. Stroking cheers him, a knock saddens him.
#include <Animation.inc>
#include <Log.inc>
#include <Property.inc>
#include <Resource.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <pleo/mood>
#include "commands.inc"

answer(mood_name: mood)
{
  property_set(property_mood, _: mood);
  command_exec(cmd_answer);
  while (command_is_playing(cmd_answer))
  {
    new name[16], motion = property_get(property_motion);
    static last = 0;
    if (motion != last && motion)
    {
      resource_get_name(motion, name);
      printf("mood %d plays %s\n", _: mood, name);
    }
    last = motion;
    sleep 33;
  }
}

public on_sensor(time, sensor_name: sensor, value)
{
  if (sensor == SENSOR_BACK && value) answer(mood_happy);
  if (sensor == SENSOR_HIT) answer(mood_sad);
  return true;
}
