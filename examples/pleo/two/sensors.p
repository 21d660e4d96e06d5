// Two Pleos tell each other apart. Each says how often he has been stroked, and hears what the other says.
#include <Attention.inc>
#include <Log.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Sound.inc>
#include "sounds.inc"

new strokes, friend = -1;

public init()
{
  printf("I am %d\n", p2p_get_id());
  p2p_set_msg(0, strokes, 0, 1); // to everybody
}

public on_sensor(time, sensor_name: sensor, value)
{
  switch (sensor)
  {
    case SENSOR_BACK: if (value)
    {
      printf("%d was stroked %d times\n", p2p_get_id(), ++strokes);
      p2p_set_msg(0, strokes, 0, 1);
    }
    case SENSOR_MSG_RECEIVED:
    {
      printf("%d meets %d\n", p2p_get_id(), friend = value);
      sound_play(snd_yes);
    }
    case SENSOR_BEACON: // whenever the other's light is seen, about once a second
    {
      static heard = 0;
      new said, more, all, again, ever;
      if (!p2p_get_msg(friend, said, more, all, again, ever) || said == heard) return true;
      printf("%d hears that %d was stroked %d times\n", p2p_get_id(), friend, heard = said);
    }
    case SENSOR_MSG_GONE:
    {
      printf("%d misses %d\n", p2p_get_id(), value);
      sound_play(snd_no);
    }
  }
  return true;
}
