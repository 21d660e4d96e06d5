// His battery is nearly empty: he lies down, curls up and waits for the charger.
#include "bracken.inc"
main()
{
  go(mot_yawn);
  down();
  go(mot_curl);
  while (sensor_read(SENSOR_BATTERY) < 23 && !sensor_read(SENSOR_POWER_DETECT)) sleep 5000;
  done(scr_low);
}
