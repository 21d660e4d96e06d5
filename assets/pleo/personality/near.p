// Calls for somebody, and looks whether he comes.
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
  sound_play(snd_ask, true);
  through(mot_look_up);
  command_exec(cmd_glance);
  sleep 5000 + rand(5000);
  set(property_name: property_asked, 50);
}
