// Too much: he leans away and goes back.
#include "bracken.inc"
main()
{
  up();
  go(mot_lean_away);
  if (steady() && !is(property_toddles)) go(mot_back);
  sound_play(snd_whimper);
  if (steady() && !is(property_toddles) && sensor_read(SENSOR_OBJECT) > 40) go(mot_turn_r);
  add(property_safety, -15);
}
