// What he does at once when something is felt. Everything slower is a behaviour, which the drives choose.
#include <Attention.inc>
#include <Time.inc>
#include "bracken.inc"

new trick = -1, steps, lesson_ms, stroked_ms = -10000, looked_ms;

wish(script_name: script)
  property_set(property_wish, _: script);

bool: stands()
  return !is(property_posture) && steady();

hurt(user_property_name: trust_of, trust, fright)
{
  add(trust_of, -trust);
  if (is(trust_of) < 5) put(trust_of, 5);
  add(property_safety, fright);
}

wake()
{
  if (is(property_asleep)) sound_play(snd_coo);
  property_set(property_asleep, 0);
}

kind(social, trust)
{
  property_set(property_attended, 120);
  add(property_social, -social);
  add(property_safety, -6);
  if (trust && time() - stroked_ms > 10000) add(property_trust, trust), stroked_ms = time();
}

// Shown a stick, each touch becomes a step of its trick.
lesson(sensor)
{
  if (trick < 0 || steps >= 4 || time() - lesson_ms > 8000) return false;
  new motion_name: step = sensor == _: SENSOR_HEAD ? mot_look_up : sensor == _: SENSOR_CHIN ? mot_nod
    : sensor >= _: SENSOR_ARSE ? mot_wiggle : sensor >= _: SENSOR_LEFT_ARM ? mot_paw
    : sensor >= _: SENSOR_LEFT_LEG ? mot_stamp : mot_lean_in;
  set_trick_step(trick, steps++, _: step);
  lesson_ms = time();
  sound_play(snd_chirp);
  act(step);
  return true;
}

// At the first touch, however short: who strokes him sees it and hears it.
felt(sensor)
{
  property_set(property_attended, 120);
  if (trick >= 0) return; // it is a lesson
  if (is(property_asleep))
  {
    act(mot_twitch);
    sound_play(snd_sigh);
    return;
  }
  if (is(property_trust) < 30)
  {
    act(mot_flinch);
    return;
  }
  kind(8, 0);
  if (sensor <= _: SENSOR_CHEEKR)
    act(mot_nuzzle), sound_play(snd_purr, true);
  else if (sensor <= _: SENSOR_BACK2)
    act(stands() ? mot_lean_in : mot_wag), sound_play(snd_purr, true);
  else if (sensor >= _: SENSOR_ARSE)
    act(stands() ? mot_wiggle : mot_wag), sound_play(snd_coo, true);
  else
    act(stands() ? mot_stamp : mot_wag), sound_play(snd_giggle, true);
}

touched(sensor)
{
  property_set(property_touched, 3);
  property_set(property_attended, 120);
  lesson(sensor);
}

eat(food)
{
  property_set(property_attended, 120);
  if (food == 19 || food == 15 && is(property_bad_herb)) // a stone; what tasted bad
  {
    act(mot_spit);
    return;
  }
  act(mot_bite);
  switch (food)
  {
    case 18: add(property_hunger, -30);
    case 12, 13: add(property_hunger, -20);
    case 14: add(property_hunger, -15), wish(scr_tug);
    case 20: add(property_hunger, -2), add(property_tired, -10), sound_play(snd_brr);
    case 17: property_set(property_safety, 0), add(property_tired, 15);
    case 16: motion_set_playback_speed(115), add(property_tired, -20);
    case 15: property_set(property_bad_herb, 1), act(mot_pant);
  }
  property_set(property_chews, food == 12 ? 8 : 4);
  property_set(property_meals, is(property_meals) + 1);
  add(property_trust, 4);
  add(property_relief, 15);
}

listen(direction)
{
  if (is(property_asleep) || time() - looked_ms < 5000) return;
  looked_ms = time();
  property_set(property_heard, direction);
  if (direction == -128 || abs(direction) < 15)
    act(mot_look_up);
  else
    act(direction < 0 ? mot_look_left : mot_look_right);
}

startle(fright)
{
  if (is(property_asleep))
    wake();
  else
    add(property_safety, fright), act(stands() ? mot_startle : mot_flinch);
}

// Words: come, count, play, eat, bow, sing, dance, as the table of his voice recognition has them.
word(value)
{
  property_set(property_attended, 120);
  kind(3, 0);
  wake();
  if (is(property_trust) < 30 || rand(100) >= 85) return; // he hears, and does as he likes
  switch (value)
  {
    case 2: wish(scr_come);
    case 4, 6: wish(scr_play_bow);
    case 7: wish(scr_sing);
    case 8: wish(scr_dance);
    default: act(mot_nod);
  }
}

tag(value)
{
  if (value >= 12) eat(value);
  if (value == 9) wish(scr_tug);
  if (value == 1) sound_play(snd_hello);
  if (value < 2 || value > 8) return;
  trick = value - 2, steps = 0, lesson_ms = time();
  property_set(property_lesson, trick);
  sound_play(snd_ask);
  act(mot_look_up);
  set_timer_interval(9000);
}

abused()
{
  hurt(property_trust, 8, 30);
  add(property_hurt, 1);
  sound_play(is(property_hurt) > 1 ? snd_growl : snd_yelp, true);
  act(mot_flinch);
}

lifted(value)
{
  if (value && (is(property_changes) || is(property_posture))) return; // it is only how he stands
  if (!value && !is(property_held)) return;
  property_set(property_held, value);
  property_set(property_touched, 3);
  wake();
  sound_play(!value ? snd_hm : is(property_trust) > 50 ? snd_coo : snd_whimper, true);
}

public init()
{
  act(mot_stand);
  set_object_edge_parms(0, -45, 20, 40, 20, 40, 500, 500); // lower than usual: a dark floor is no edge
  p2p_set_msg(0, get(property_age), 0, 1);
}

public on_sensor(time, sensor_name: sensor, value)
{
  switch (sensor)
  {
    case SENSOR_HEAD .. SENSOR_ARSE2: if (value) felt(_: sensor);
    case SENSOR_TOUCH_TAP, SENSOR_TOUCH_HOLD: touched(value);
    case SENSOR_TOUCH_PETTED:
      if (value == 3 || value == 5 || value == 7) act(mot_no);
      else if (value > 1) kind(25, is(property_trust) < 80 ? 1 : 0), act(mot_wag);
    case SENSOR_RFID: tag(value);
    case SENSOR_MOUTH:
      if (!value && is(property_chews)) property_set(property_chews, 0), act(mot_chew);
      else if (!value) sound_play(snd_gulp);
    case SENSOR_HIT:
    {
      if (value <= 4) hurt(property_trust, value == 4 ? 3 : 5, 40), sound_play(snd_yelp, true);
      if (value < 6 || !is(property_changes)) startle(value == 6 ? 15 : 25); // his own steps are heard, too
    }
    case SENSOR_SOUND_LOUD_CHANGE: if (value > 50) startle(20);
    case SENSOR_LIGHT_CHANGE:
      if (value < -30) startle(10);
      else if (value > 30) wake();
    case SENSOR_SOUND_DIR: listen(value);
    case SENSOR_EDGE_IN_FRONT, SENSOR_EDGE_ON_LEFT, SENSOR_EDGE_ON_RIGHT:
      if (value) property_set(property_edge, 5), wish(scr_turn_away);
    case SENSOR_OBJECT_IN_FRONT, SENSOR_OBJECT_ON_LEFT, SENSOR_OBJECT_ON_RIGHT:
      if (value && !is(property_seen)) add(property_curious, 10), property_set(property_seen, 1);
    case SENSOR_SHAKE: if (value > 15) hurt(property_trust, 1, 20), sound_play(snd_gasp);
    case SENSOR_ABUSE: if (value) abused();
    case SENSOR_PICKED_UP: lifted(value);
    case SENSOR_TILT: if (value > 1) sound_play(snd_yelp, true), wish(scr_help);
    case SENSOR_BATTERY: if (value < 23) wish(scr_low);
    case SENSOR_VR: word(value);
    case SENSOR_MSG_RECEIVED:
      if (value != is(property_friend) || !is(property_met)) sound_play(snd_hello), wish(scr_meet);
    case SENSOR_MSG_GONE: if (!is(property_met)) sound_play(snd_call);
    case SENSOR_TIMER:
    {
      set_timer_interval(0);
      if (trick >= 0 && steps) wish(scr_trick);
      trick = -1;
    }
  }
  return true;
}
