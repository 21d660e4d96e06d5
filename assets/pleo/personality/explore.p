// Walks a little, stops before things, and looks at what is there.
#include <Script.inc>
#include <Motion.inc>
#include <Animation.inc>
#include <Property.inc>
#include <Sound.inc>
#include <Sensor.inc>
#include <Util.inc>
#include "motions.inc"
#include "sounds.inc"
#include "commands.inc"
#include "user_properties.inc"

through(motion_name: motion)
{
  motion_play(motion);
  while (motion_is_playing(motion)) sleep 100;
}

main()
{
  through(mot_stand);
  new steps = 4 + rand(6);
  while (steps-- > 0 && sensor_read(SENSOR_OBJECT) < 40 && sensor_read(SENSOR_TILT) == 1)
    through(mot_walk);
  through(mot_stand);
  command_exec(cmd_glance);
  sound_play(snd_hm);
  set(property_name: property_curious, 10);
  set(property_name: property_tired, get(property_name: property_tired) + 2);
  sleep 2500;
}
