// Asks whoever is there for a leaf, then waits.
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
  through(mot_beg);
  sleep 6000 + rand(6000);
  set(property_name: property_asked, 40);
}
