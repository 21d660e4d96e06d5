# Strokes a robot, and prints what it makes of it: python3 stroke.py [http://localhost:8888]
import sys
from live import Live

robot = Live(*sys.argv[1:])
name, welcome = robot.hear()
who = welcome["robots"][0]["name"]
print(who, "is a", welcome["creature"], "and knows", len(welcome["expressions"]), "expressions")
robot.say("Express", expression="happiness")
robot.say("Pet", what=who, seconds=2)

felt, since = False, None
while not felt:
    name, body = robot.hear()
    if name == "Frame":
        since = since or body["world"]["time_us"]  # what happened before, whoever comes is told first
        if body["world"]["time_us"] > since + 4000000:
            sys.exit(who + " felt nothing: a Cozmo has no sensor for strokes")
    if name == "Refused":
        sys.exit(body["what"] + ": " + body["why"])
    if name == "Told" and since is not None and body["time_us"] >= since:
        print(body["sentence"])
        felt = body["kind"] == "felt"
