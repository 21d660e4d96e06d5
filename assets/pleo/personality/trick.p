// Does what he was shown, step by step, and looks whether it was right. Praise within five seconds counts.
#include <Attention.inc>
#include "bracken.inc"
main()
{
  new trick = is(property_lesson), before = is(property_trust);
  up();
  for (new i = 0; i < 4; i++)
  {
    new step = get_trick_cmd(trick, i);
    if (step > 0) go(motion_name: step);
  }
  go(mot_look_up);
  property_set(property_touched, 0);
  sleep 5000;
  if (is(property_touched) || is(property_trust) > before)
  {
    set_reward(trick, 0, 0, 1);
    property_set(property_skill, is(property_skill) + 1);
    sound_play(snd_giggle);
  }
  if (is(property_skill) >= 5) property_set(property_skill, 0), property_set(property_tricks, is(property_tricks) + 1);
  tricks_save_data("b:bracken.tricks");
  done(scr_trick);
}
