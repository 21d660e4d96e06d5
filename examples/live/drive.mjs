// Drives a robot ten centimetres: node drive.mjs [http://localhost:8888]
import {live} from './live.mjs';

const robot = await live(process.argv[2]);
let start, gone = 0;
while (gone < 0.1) {
  const [name, body] = await robot.hear();
  if (name === 'Refused') throw new Error(`${body.what}: ${body.why}`);
  if (name !== 'Frame') continue;
  const [x, y] = body.world.robots[0].at_m;
  start ??= [x, y];
  gone = Math.hypot(x - start[0], y - start[1]);
  // Whoever drives must keep saying so: 180 ms of silence stop it.
  if (body.number % 2 === 0) robot.say('Drive', {left_mps: 0.08, right_mps: 0.08});
}
robot.say('Stop');
console.log(`${Math.round(gone * 1000)} mm`);
robot.bye();
