// The behaviour of hunger: he complains.
#include <Log.inc>
#include <Property.inc>
#include <Sound.inc>
#include "sounds.inc"
#include "user_properties.inc"

main()
{
  printf("asks for food, hunger %d\n", get(property_hunger));
  sound_play(snd_no);
  sleep 1500;
}
