#!/usr/bin/env python3
"""A body in Python: two wheels on a table of 40 cm, one JSON line for what it feels, one for what it does.

    critter run --body socket@/tmp/body.sock#json --body-file body.json
    python3 body.py /tmp/body.sock [SECONDS]

body.json: {"name": "Snake", "wheels": {"track_m": 0.1}, "cliffs": {"count": 2}, "touch": true,
            "display": {"width": 64, "height": 24, "colours": "grey"}}
"""
import base64
import json
import math
import socket
import sys
import time

TRACK_M = 0.1


def floor_below(x, y, heading, ahead, left):
    """How much light comes back from the floor there: half, or none beyond the edge."""
    x += ahead * math.cos(heading) - left * math.sin(heading)
    y += ahead * math.sin(heading) + left * math.cos(heading)
    return 0.5 if math.hypot(x, y) < 0.4 else 0.0


def main():
    path, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1e9
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    lines = line.makefile('rw')
    x = y = heading = 0.0
    start = last = time.monotonic()
    while last - start < seconds:
        senses = {'time_us': int((last - start + 1) * 1e6),  # of this clock: above 0, and growing
                  'cliffs': [floor_below(x, y, heading, 0.02, 0.04), floor_below(x, y, heading, 0.02, -0.04)],
                  'touches': [{'touched': int(last - start) % 20 == 10}]}
        lines.write(json.dumps({'senses': senses}) + '\n')
        lines.flush()
        answer = json.loads(lines.readline())  # each line is answered by one
        if 'error' in answer:
            sys.exit(answer['error'])
        wheels = answer['command']['wheels']
        time.sleep(0.01)
        now = time.monotonic()
        ahead = (wheels['left_mps'] + wheels['right_mps']) / 2 * (now - last)
        heading += (wheels['right_mps'] - wheels['left_mps']) / TRACK_M * (now - last)
        x, y, last = x + ahead * math.cos(heading), y + ahead * math.sin(heading), now
        if 'face' in answer:
            pixels = base64.b64decode(answer['face'])
            print('%6.2f s  %5.2f %5.2f m  eyes: %d bright pixels' % (now - start, x, y, sum(p > 60 for p in pixels)),
                  flush=True)


main()
