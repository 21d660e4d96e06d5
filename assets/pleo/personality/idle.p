// Looks about, breathes and blinks.
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
  for (new i = 0; i < 6; i++)
  {
    command_exec(cmd_glance);
    sleep 2500 + rand(2000);
    through(mot_blink);
  }
}
