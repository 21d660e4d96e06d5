// His needs grow by themselves; the greatest of them decides what he does.
#include <Drive.inc>
#include <Property.inc>
#include <Script.inc>
#include <Sensor.inc>
#include "scripts.inc"
#include "user_properties.inc"

forward public hunger_init();
forward public hunger_eval();
forward public hunger_behavior_eval(id);
forward public tired_init();
forward public tired_eval();
forward public tired_behavior_eval(id);
forward public lonely_init();
forward public lonely_eval();
forward public lonely_behavior_eval(id);
forward public curious_init();
forward public curious_eval();
forward public curious_behavior_eval(id);

// A need from 0 to 100 that rises by one in so many seconds.
grows(property_name: need, from, seconds)
{
  set(need, from);
  property_set_leak(need, 1, seconds * 1000, 100, 0);
}

public init()
{
  grows(property_name: property_hunger, 35, 90);
  grows(property_name: property_tired, 20, 120);
  grows(property_name: property_lonely, 30, 45);
  grows(property_name: property_curious, 55, 8);
  set(property_name: property_asleep, 0);
  set(property_name: property_asked, 0);
  property_set_leak(property_name: property_asked, -1, 1500, 100, 0); // what was asked in vain is let be for a while
  drive_add("hunger", 25, 60, 1000);
  drive_add("tired", 25, 60, 1000);
  drive_add("lonely", 25, 60, 1000);
  drive_add("curious", 25, 60, 1000);
}

main()
  sleep 1000;

public hunger_init() behavior_add(scr_beg, "hunger", 0, 0, 0, 0, 2000);
public hunger_eval() return get(property_name: property_hunger) - get(property_name: property_asked);
public hunger_behavior_eval(id) return 10;

public tired_init() behavior_add(scr_rest, "tired", 0, 0, 0, 0, 2000);
public tired_eval() return get(property_name: property_asleep) ? 120 : get(property_name: property_tired);
public tired_behavior_eval(id) return 10;

public lonely_init() behavior_add(scr_near, "lonely", 0, 0, 0, 0, 2000);
public lonely_eval() return get(property_name: property_lonely) * 9 / 10 - get(property_name: property_asked) / 2;
public lonely_behavior_eval(id) return 10;

public curious_init()
{
  behavior_add(scr_explore, "curious", 0, 0, 0, 0, 2000);
  behavior_add(scr_idle, "curious", 0, 0, 0, 0, 2000);
}
public curious_eval()
{
  new least = get(property_name: property_curious) * 7 / 10;
  return least < 15 ? 15 : least;
}
// Walking needs all four feet on the ground.
public curious_behavior_eval(id)
{
  new bool: stands = sensor_read(SENSOR_TILT) == 1 && sensor_read(SENSOR_PICKED_UP) == 0;
  if (id == _: scr_explore) return stands && get(property_name: property_curious) > 40 ? 20 : 0;
  return 10;
}
