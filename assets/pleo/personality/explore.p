// Walks where nothing is in his way, turns from what is, and smells the floor.
#include "bracken.inc"
main()
{
  new legs = 2 + rand(3);
  up();
  while (legs-- > 0 && steady() && !is(property_touched))
  {
    static const motion_name: WAYS[] = {mot_walk, mot_walk, mot_arc_l, mot_arc_r};
    if (!stroll(WAYS[rand(4)]))
    {
      if (blocked() && steady() && !is(property_toddles))
        go(mot_back), go(rand(2) ? mot_turn_l : mot_turn_r);
      break;
    }
  }
  property_set(property_seen, 0);
  go(mot_stand);
  go(rand(3) ? mot_sniff_floor : mot_sniff_up);
  add(property_curious, -20);
  add(property_tired, 1);
  sleep 800 + rand(1500);
}
