// Prints every packet that comes back, but for the echoes.
#include <Log.inc>
#include <Script.inc>
#include <Sensor.inc>

new answer[64]; // the stack has room for 64 cells in all

public init()
  sensor_set_config(SENSOR_PACKET, sensor_config_packet_filter, _: PACKET_ALL & ~_: PACKET_ECHO);

public on_sensor(time, sensor_name: sensor, value)
{
  if (sensor != SENSOR_PACKET) return true;
  new length = sensor_read_data(SENSOR_PACKET, answer, sizeof answer - 1); // a byte a cell
  answer[length] = 0;
  printf("%s\n", answer);
  return true;
}
