// Calls for somebody, and looks whether he comes. At most three times.
#include "bracken.inc"
main()
{
  up();
  for (new i = 0; i < 3 && !is(property_attended); i++)
  {
    sound_play(snd_call, true);
    go(mot_look_up);
    command_exec(cmd_glance);
    sleep 4000 + rand(3000);
  }
  property_set(property_called, 80);
}
