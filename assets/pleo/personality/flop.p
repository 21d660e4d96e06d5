// It is hot: flat on the ground, with an open mouth.
#include "bracken.inc"
main()
{
  down();
  for (new i = 0; i < 3; i++)
  {
    go(mot_pant);
    sleep 1500;
  }
}
