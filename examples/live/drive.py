# Drives a robot ten centimetres: python3 drive.py [http://localhost:8888]
import math, sys
from live import Live

robot = Live(*sys.argv[1:])
start, gone = None, 0.0
while gone < 0.1:
    name, body = robot.hear()
    if name == "Refused":
        sys.exit(body["what"] + ": " + body["why"])
    if name != "Frame":
        continue
    at = body["world"]["robots"][0]["at_m"][:2]
    start = start or at
    gone = math.dist(start, at)
    if body["number"] % 2 == 0:  # whoever drives must keep saying so: 180 ms of silence stop it
        robot.say("Drive", left_mps=0.08, right_mps=0.08)
robot.say("Stop")
print(f"{gone * 1000:.0f} mm")
