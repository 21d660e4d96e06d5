// Stands, breathes, looks about and blinks.
#include "bracken.inc"
main()
{
  up();
  if (!is(property_held)) go(mot_stand);
  for (new i = 0; i < 5; i++)
  {
    command_exec(cmd_glance);
    sleep 2000 + rand(2500);
    go(mot_blink);
  }
}
