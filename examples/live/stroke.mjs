// Strokes a robot, and prints what it makes of it: node stroke.mjs [http://localhost:8888]
import {live} from './live.mjs';

const robot = await live(process.argv[2]);
const [, welcome] = await robot.hear();
const who = welcome.robots[0].name;
console.log(`${who} is a ${welcome.creature} and knows ${welcome.expressions.length} expressions`);
robot.say('Express', {expression: 'happiness'});
robot.say('Pet', {what: who, seconds: 2});

for (let felt = false, since = Infinity; !felt;) {
  const [name, body] = await robot.hear();
  if (name === 'Frame') since = Math.min(since, body.world.time_us); // what happened before, whoever comes is told
  if (name === 'Frame' && body.world.time_us > since + 4000000) {
    throw new Error(`${who} felt nothing: a Cozmo has no sensor for strokes`);
  }
  if (name === 'Refused') throw new Error(`${body.what}: ${body.why}`);
  if (name !== 'Told' || body.time_us < since) continue;
  console.log(body.sentence);
  felt = body.kind === 'felt';
}
robot.bye();
