// What a robot does now, as a person would say it: from how its body is, and what it plays. For the heading of the
// page.
//
// const {words, lost} = nowOf(robot, life);      // robot: of the world's snapshot; life: its view of itself, null:
// it has no soul
import * as m from './maths.js';
import {wordsOf} from './words.js';

const BIT = {FALLING: 4, TOUCHED: 9, HELD: 15, AWAY: 28};
export const has = (life, name) => !!(life.status >>> BIT[name] & 1);
export const isEmpty = robot => !!robot && robot.charge < .02 && !robot.charging;
const lies = robot => m.turn(robot.turn, [0, 0, 1])[2] < .7; // its back is not above it

export function nowOf(robot, life, guest) {
  if (!robot) return {words: ''};
  if (guest) return {words: 'is driven by a program', lost: true};
  if (isEmpty(robot)) return {words: 'has an empty battery', lost: true};
  const moves = Math.abs(robot.left_mps) + Math.abs(robot.right_mps) > .01, body = robot.held ? 'is in a hand' :
    lies(robot) ? 'lies there and needs a hand' : '';
  if (!life) return {words: body || (moves ? 'moves' : '')};
  if (has(life, 'AWAY')) return {words: 'does not feel its body', lost: true};
  if (has(life, 'FALLING')) return {words: 'is falling'};
  if (life.screen?.shows === 'FAULT') return {words: 'shows on its face that a part of it failed', lost: true};
  const {clip} = life;
  if (clip?.tag && clip.name && !(clip.trigger === 'Idle' && (body || moves))) return {words: wordsOf(clip.name).does};
  if (has(life, 'TOUCHED')) return {words: 'is stroked, and likes it'};
  if (body) return {words: body};
  if (moves) return {words: robot.left_mps + robot.right_mps < -.01 ? 'drives backwards' :
    Math.sign(robot.left_mps) !== Math.sign(robot.right_mps) ? 'turns' : 'drives'};
  const shows = {MIRROR: 'shows what its camera sees', TEXT: 'shows words', BOOT: 'is starting',
    CARE: 'shows how it is', PICTURES: 'shows a picture', CLIENT: 'shows a picture'}[life.screen?.shows];
  if (shows) return {words: shows};
  if (robot.charging) return {words: 'is charging'};
  return {words: robot.on_charger ? 'is on its charger' : 'looks about'};
}
