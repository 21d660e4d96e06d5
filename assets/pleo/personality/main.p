// His needs grow by themselves; the greatest of them decides what he does. He grows up by being played with.
#include <Drive.inc>
#include <File.inc>
#include "bracken.inc"

forward public safety_init();   forward public safety_eval();   forward public safety_behavior_eval(id);
forward public warmth_init();   forward public warmth_eval();   forward public warmth_behavior_eval(id);
forward public relief_init();   forward public relief_eval();   forward public relief_behavior_eval(id);
forward public hunger_init();   forward public hunger_eval();   forward public hunger_behavior_eval(id);
forward public fatigue_init();  forward public fatigue_eval();  forward public fatigue_behavior_eval(id);
forward public social_init();   forward public social_eval();   forward public social_behavior_eval(id);
forward public play_activate();
forward public play_init();     forward public play_eval();     forward public play_behavior_eval(id);
forward public curious_init();  forward public curious_eval();  forward public curious_behavior_eval(id);
forward public wish_init();     forward public wish_eval();     forward public wish_behavior_eval(id);

new game;

// A need that changes by one so many times an hour; property_tempo hurries all of them.
grows(user_property_name: need, an_hour)
{
  new step = an_hour < 0 ? -1 : 1;
  property_set_leak(need, step, 360000000 / (an_hour * step) / is(property_tempo), 100, 0);
}

// A leak begins anew when it is set: only what has changed is.
rates()
{
  static last = -1;
  new now = is(property_tempo) * 4 + (is(property_posture) ? 2 : 0) + (is(property_tired) < 60 ? 1 : 0);
  if (now == last) return;
  last = now;
  grows(property_safety, -240);
  grows(property_relief, 10);
  grows(property_hunger, 30);
  grows(property_tired, is(property_posture) ? -40 : 25);
  grows(property_social, 25);
  grows(property_play, is(property_tired) < 60 ? 30 : -60);
  grows(property_curious, 240);
  grows(property_asked, -600);
  grows(property_called, -1200);
  grows(property_touched, -1800);
  grows(property_edge, -1200);
  grows(property_hurt, -60);
  grows(property_met, -360);
  grows(property_changes, -3600);
}

stage(age)
{
  static const SPEED[] = {70, 85, 110, 100}, PITCH[] = {140, 125, 110, 95}, LOUD[] = {60, 80, 100, 100};
  property_set(property_age, age);
  property_set(property_stage, age);
  motion_set_playback_speed(SPEED[age - 2]);
  sound_set_speed(PITCH[age - 2]);
  sound_set_volume(LOUD[age - 2]);
}

// Minutes of play, and what he has learned, make him older. property_age set by hand is believed.
grow()
{
  new age = get(property_age), played = is(property_played);
  if (is(property_attended) > 0)
  {
    property_set(property_attended, is(property_attended) - 1);
    property_set(property_played, played + is(property_age_speed));
  }
  played /= 6000; // minutes
  if (age == 2 && played >= 20 && is(property_meals) >= 3) age = 3;
  if (age == 3 && played >= 90 && is(property_trust) >= 50 && is(property_tricks) >= 1) age = 4;
  if (age == 4 && played >= 300 && is(property_trust) >= 60 && is(property_tricks) >= 3) age = 5;
  if (age < 2 || age > 5) age = 4;
  if (age != is(property_stage)) stage(age);
  property_set(property_toddles, age == 2 && played < 12);
}

warm()
{
  new ntc = sensor_read(SENSOR_NTC); // 210 a degree, 2000 at none
  put(property_warmth, ntc < 5780 ? (5780 - ntc) * 12 / 210 : ntc > 8300 ? (ntc - 8300) * 12 / 210 : 0);
  if (sensor_read(SENSOR_BATTERY_TEMP) > 51) put(property_warmth, 80);
}

public init()
{
  if (!file_exists("b:bracken.prop") || !property_load("b:bracken.prop"))
  {
    for (new i = _: property_age_speed; i <= _: property_wish; i++) property_set(user_property_name: i, 0); // the first and the last
    property_set(property_age, 4); // 2 begins his childhood
    property_set(property_tempo, 100);
    property_set(property_age_speed, 100);
    property_set(property_trust, 50);
    property_set(property_relief, 20);
    property_set(property_hunger, 55);
    property_set(property_tired, 45);
    property_set(property_social, 48);
    property_set(property_play, 46);
    property_set(property_curious, 55);
  }
  property_set(property_asleep, 0);
  property_set(property_posture, 0);
  property_set(property_wish, 0);
  property_set(property_held, 0);
  drive_add("safety", 25, 60, 500);
  drive_add("warmth", 25, 60, 1000);
  drive_add("relief", 25, 60, 1000);
  drive_add("hunger", 25, 60, 1000);
  drive_add("fatigue", 25, 60, 1000);
  drive_add("social", 25, 60, 1000);
  drive_add("play", 25, 60, 1000);
  drive_add("curious", 25, 60, 1000);
  drive_add("wish", 25, 60, 200); // what a word, a lesson or a meeting asks of him
}

main()
{
  rates();
  for (new i = 0; i < 20; i++)
  {
    grow();
    warm();
    sleep 1000;
  }
}

// The one that has him keeps him a little longer.
weighs(number, user_property_name: need, weight)
  return is(need) * weight / 10 + (get(property_drive) == number ? 8 : 0);

offers(script_name: script, const drive[])
  behavior_add(_: script, drive, 0, 0, 0, 0, 2000);

public safety_init()
{
  offers(scr_back_off, "safety");
  offers(scr_cower, "safety");
  offers(scr_sulk, "safety");
}
public safety_eval() return is(property_safety) < 40 && is(property_hurt) < 2 ? 0 : weighs(1, property_safety, 16);
public safety_behavior_eval(id)
{
  if (id == _: scr_sulk) return is(property_hurt) >= 2 ? 30 : 0;
  return (id == _: scr_cower) == (is(property_safety) > 60) ? 20 : 5;
}

public warmth_init()
{
  offers(scr_shiver, "warmth");
  offers(scr_flop, "warmth");
}
public warmth_eval() return weighs(2, property_warmth, 13);
public warmth_behavior_eval(id) return (id == _: scr_shiver) == (sensor_read(SENSOR_NTC) < 6000) ? 20 : 0;

public relief_init() offers(scr_squat, "relief");
public relief_eval() return is(property_relief) < 60 ? 0 : weighs(3, property_relief, 11);
public relief_behavior_eval(id) return 10;

public hunger_init() offers(scr_beg, "hunger");
public hunger_eval() return is(property_hunger) < 60 ? 0 : weighs(4, property_hunger, 10) - is(property_asked) - 40 * is(property_posture);
public hunger_behavior_eval(id) return 10;

public fatigue_init()
{
  offers(scr_rest, "fatigue");
  offers(scr_sleep, "fatigue");
}
public fatigue_eval()
{
  if (is(property_asleep)) return 120;
  if (is(property_posture) && is(property_tired) > 15) return 50 + is(property_tired) / 2; // who lies, goes on lying
  return is(property_tired) < 50 ? 0 : weighs(5, property_tired, 10);
}
public fatigue_behavior_eval(id)
{
  new bool: night = sensor_read(SENSOR_LIGHT) < 12;
  new bool: deep = is(property_tired) > (night ? 40 : 75) || is(property_asleep);
  return (id == _: scr_sleep) == deep ? 20 : 5;
}

public social_init() offers(scr_call, "social");
public social_eval() return is(property_social) < 50 || is(property_attended) ? 0 : weighs(6, property_social, 11) - is(property_called);
public social_behavior_eval(id) return 10;

public play_init()
{
  offers(scr_play_bow, "play");
  offers(scr_pounce, "play");
  offers(scr_tail_chase, "play");
  offers(scr_dance, "play");
  offers(scr_sing, "play");
}
public play_eval() return is(property_play) < 50 || is(property_tired) > 70 ? 0 : weighs(7, property_play, 8);
// One game at a time: which, is drawn when he begins to play.
public play_activate() game = rand(4);
public play_behavior_eval(id)
{
  static const script_name: GAMES[] = {scr_play_bow, scr_dance, scr_sing, scr_tail_chase};
  if (id == _: scr_pounce) return sensor_read(SENSOR_TRACKABLE_OBJECT) > 0 ? 25 : 0;
  return id == _: GAMES[game] ? 20 : 5;
}

public curious_init()
{
  offers(scr_explore, "curious");
  offers(scr_inspect, "curious");
  offers(scr_follow, "curious");
  offers(scr_glance, "curious");
}
public curious_eval()
{
  new value = weighs(8, property_curious, 7);
  return value < 15 ? 15 : value;
}
public curious_behavior_eval(id)
{
  if (id == _: scr_inspect) return is(property_seen) == 1 && sensor_read(SENSOR_OBJECT) > 25 ? 30 : 0;
  if (id == _: scr_follow) return sensor_read(SENSOR_TRACKABLE_OBJECT) ? 25 : 0;
  if (id == _: scr_explore) return steady() && is(property_curious) > 30 ? 20 : 0;
  return 10;
}

public wish_init()
{
  offers(scr_come, "wish");
  offers(scr_trick, "wish");
  offers(scr_meet, "wish");
  offers(scr_help, "wish");
  offers(scr_low, "wish");
  offers(scr_turn_away, "wish");
  offers(scr_tug, "wish");
  offers(scr_sing, "wish");
  offers(scr_dance, "wish");
  offers(scr_play_bow, "wish");
  offers(scr_rest, "wish");
}
public wish_eval() return is(property_wish) ? 200 : -1;
public wish_behavior_eval(id) return is(property_wish) == id ? 20 : 0;
