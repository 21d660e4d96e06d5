// Remembers on his card how often he was stroked, and writes a line of a diary for each time.
#include <File.inc>
#include <Log.inc>
#include <Property.inc>
#include <Script.inc>
#include <Sensor.inc>
#include <Time.inc>
#include "user_properties.inc"

public init()
{
  if (!file_exists("a:strokes.txt") || !property_load("a:strokes.txt")) property_set(property_strokes, 0);
  printf("stroked %d times so far\n", get(property_strokes));
}

note()
{
  new date[13];
  time_get(date);
  new File: diary = file_open("a:diary.txt", io_append);
  if (!diary) return;
  file_printf(diary, "%s stroked\n", date);
  file_close(diary);
}

public on_sensor(time, sensor_name: sensor, value)
{
  if (sensor != SENSOR_BACK || !value) return true;
  property_set(property_strokes, get(property_strokes) + 1);
  property_save("a:strokes.txt");
  note();
  return true;
}
