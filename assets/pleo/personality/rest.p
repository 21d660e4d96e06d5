// Yawns, lies down and dozes until he is rested enough.
#include "bracken.inc"
main()
{
  if (!is(property_posture)) go(mot_yawn);
  down();
  while (is(property_tired) > 30)
  {
    go(mot_doze);
    add(property_tired, -1);
    sleep 2000;
  }
  up();
  go(mot_stretch);
  done(scr_rest);
}
