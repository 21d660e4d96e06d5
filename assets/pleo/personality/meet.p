// Another Pleo: hello, noses, a nod, and after a while each goes his way. The one with the lower number comes nearer; the
// other sits down and waits.
#include <Attention.inc>
#include <Log.inc>
#include "bracken.inc"
main()
{
  new other = sensor_read(SENSOR_MSG_RECEIVED);
  property_set(property_friend, other);
  printf("meets %d\n", other);
  up();
  go(mot_stand);
  sound_play(snd_hello);
  go(mot_look_up);
  if (p2p_get_id() < other)
    for (new i = 0; i < 6 && stroll(mot_walk); i++) {}
  for (new i = 0; i < 3 && !is(property_held); i++)
  {
    go(mot_sniff_up);
    go(i == 1 ? mot_nod : mot_wag);
    sleep 2000 + rand(2000);
  }
  go(mot_play_bow);
  add(property_social, -40);
  if (steady() && !is(property_toddles))
  {
    for (new i = 0; i < 6 && steady(); i++) go(other % 2 ? mot_turn_l : mot_turn_r);
    for (new i = 0; i < 3 && stroll(mot_walk); i++) {}
  }
  property_set(property_met, 100); // enough of him for a while
  printf("parts from %d\n", other);
  done(scr_meet);
}
