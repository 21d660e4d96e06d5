// Talks to the computer in his head: packets of text, whose first letter names whom they are for.
#include <Script.inc>
#include <Sensor.inc>
#include <String.inc>

send(const packet[])
{
  sensor_write_data(SENSOR_PACKET, packet, string_length(packet));
  sleep 100; // only the newest answer can be read
}

main()
{
  send("v");      // its version
  send("ehey");   // echo
  send("sw052a"); // its memory: write 2a at 05 …
  send("sr05");   // … and read it
  send("zebra");  // nothing that it knows
  for (;;) sleep 10000;
}
