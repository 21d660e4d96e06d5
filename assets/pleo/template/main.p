// Runs over and over, beside what sensors.p does.
#include <Log.inc>
#include <Script.inc>

public init()
{
  print("main: init\n");
}

main()
{
  // What Pleo does by himself comes here.
  sleep 1000;
}

public close()
{
  print("main: close\n");
}
