/**
 * Random sound graphs and random conversations on them, from one number.
 *
 *   const rng = dice(seed)
 *   const graph = randomGraph(rng, SMALL)
 *   const desk = randomDesk(rng)                       // desk.around is the Surroundings
 *   const walk = startWalk(graph, desk.around)
 *   for (const { event, afterwards } of randomHistory(rng, { graph, desk, walk }, MIXED)) {
 *     walk.take(event)                                 // the desk is still as it was before the event (A5)
 *     desk.apply(afterwards)                           // now it is as after it
 *   }
 *
 * `DUTIFUL` is an agent that always does what is due; `{ ...SMALL, forbids: 'harmless' }` are graphs that never forbid it.
 */
export { type Desk, type Patch, randomDesk } from './desk.ts'
export { between, chance, type Dice, dice, pick } from './dice.ts'
export { type GraphSize, randomGraph, SMALL } from './graph.ts'
export { DUTIFUL, type Happening, type Manners, MIXED, randomHistory, type Scene } from './history.ts'
