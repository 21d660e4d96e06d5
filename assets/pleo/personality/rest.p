// Lies down and sleeps until he is rested, or somebody wakes him.
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
  sound_play(snd_yawn, true);
  through(mot_lie);
  set(property_name: property_asleep, 1);
  while (get(property_name: property_asleep) && get(property_name: property_tired) > 8)
  {
    through(mot_sleep);
    set(property_name: property_tired, get(property_name: property_tired) - 4);
  }
  set(property_name: property_asleep, 0);
}

public close()
{
  set(property_name: property_asleep, 0);
  motion_play(mot_get_up);
}
