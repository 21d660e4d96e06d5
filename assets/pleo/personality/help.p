// On his side or back he rows with his legs and calls, again and again, until somebody helps.
#include "bracken.inc"
main()
{
  new calls = 0;
  motion_stop();
  while (sensor_read(SENSOR_TILT) > 1)
  {
    sound_play(snd_help, true);
    go(mot_paddle);
    go(mot_limp);
    sleep ++calls < 5 ? 3000 : 8000;
  }
  property_set(property_posture, 0);
  sleep 500;
  go(mot_stand);
  done(scr_help);
}
