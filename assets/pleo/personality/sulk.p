// Hurt twice: he turns away and wants to know nothing of it, until food comes or a minute has gone by.
#include "bracken.inc"
main()
{
  new meals = is(property_meals);
  up();
  if (steady() && !is(property_toddles)) go(mot_turn_l), go(mot_turn_l);
  sound_play(snd_huff);
  for (new i = 0; i < 18 && is(property_meals) == meals; i++)
  {
    go(i == 9 ? mot_look_left : mot_droop);
    sleep 1000;
  }
  property_set(property_hurt, 0);
  property_set(property_safety, 0);
}
