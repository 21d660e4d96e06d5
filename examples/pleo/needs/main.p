// Two drives: hunger grows by itself, ease is always there. The greater one has him, and its behaviour runs.
#include <Drive.inc>
#include <Log.inc>
#include <Property.inc>
#include <Script.inc>
#include "scripts.inc"
#include "user_properties.inc"

forward public hunger_init(); forward public hunger_eval(); forward public hunger_behavior_eval(id);
forward public ease_init();   forward public ease_eval();   forward public ease_behavior_eval(id);

public init()
{
  property_set(property_hunger, 20);
  property_set_leak(property_hunger, 5, 1000, 100, 0); // 5 more each second, up to 100
  drive_add("hunger", 0, 100, 500); // looked at twice a second
  drive_add("ease", 0, 100, 500);
}

public hunger_init() behavior_add(_: scr_ask, "hunger", 0, 0, 0, 0, 1000);
public hunger_eval() return get(property_hunger);
public hunger_behavior_eval(id) return 10;

public ease_init() behavior_add(_: scr_idle, "ease", 0, 0, 0, 0, 1000);
public ease_eval() return 40;
public ease_behavior_eval(id) return 10;

main() sleep 1000;
