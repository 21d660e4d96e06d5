// The behaviour of ease: he nods to himself.
#include <Log.inc>
#include <Motion.inc>
#include "motions.inc"

main()
{
  print("is content\n");
  motion_play(mot_nod);
  sleep 2000;
}
