// Curls up and sleeps until he is rested, or somebody wakes him. Now and then he dreams.
#include "bracken.inc"
main()
{
  if (!is(property_posture)) go(mot_yawn);
  down();
  go(mot_curl);
  property_set(property_asleep, 1);
  property_save("b:bracken.prop");
  while (is(property_asleep) && is(property_tired) > 8)
  {
    go(rand(25) ? mot_sleep : mot_twitch);
    add(property_tired, -1);
  }
  property_set(property_asleep, 0);
  go(mot_yawn);
  up();
  go(mot_stretch);
}
public close()
  property_set(property_asleep, 0);
