// A television's remote control moves his head: 2 up, 8 down, 4 left, 6 right, 5 to the middle.
#include <Joint.inc>
#include <Log.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Sound.inc>
#include "sounds.inc"

const STEP = 20;  // degrees a key
const SPEED = 60; // degrees a second

turn(joint_name: joint, by)
{
  new to = joint_get_position(joint) + by;
  if (to < joint_get_min(joint, angle_degrees)) to = joint_get_min(joint, angle_degrees);
  if (to > joint_get_max(joint, angle_degrees)) to = joint_get_max(joint, angle_degrees);
  joint_move_to(joint, to, SPEED);
  while (joint_is_moving(joint)) sleep 33;
}

// A key arrives as four hexadecimal digits, such as 0004; the last one is the number on the key.
key(digit)
{
  switch (digit)
  {
    case '2': turn(JOINT_NECK_VERTICAL, STEP);
    case '8': turn(JOINT_NECK_VERTICAL, -STEP);
    case '4': turn(JOINT_NECK_HORIZONTAL, STEP);
    case '6': turn(JOINT_NECK_HORIZONTAL, -STEP);
    case '5':
    {
      joint_move_to(JOINT_NECK_VERTICAL, 0, SPEED);
      joint_move_to(JOINT_NECK_HORIZONTAL, 0, SPEED);
      while (joint_is_moving(JOINT_NECK_HORIZONTAL)) sleep 33;
      sound_play(snd_yes);
    }
  }
  printf("key %c: neck at %d and %d\n", digit, joint_get_position(JOINT_NECK_VERTICAL),
         joint_get_position(JOINT_NECK_HORIZONTAL));
}

public init()
{
  joint_control(JOINT_NECK_VERTICAL, 1); // ours, not a motion's
  joint_control(JOINT_NECK_HORIZONTAL, 1);
}

public on_sensor(time, sensor_name: sensor, value)
{
  if (sensor != SENSOR_IR) return true;
  while (sensor_data_size(SENSOR_IR))
  {
    new data[5];
    sensor_read_data(SENSOR_IR, data, 4);
    key(data[3]);
  }
  return true;
}
