import { parseArgs } from 'node:util'
import { areProceduresHere, RECORDED, type Sources } from '../test/compile-recorded/data.ts'
import {
  drawnScore,
  drawnTable,
  guidelineScores,
  guidelineTable,
  leftTable,
} from '../test/compile-recorded/tables.ts'

/**
 * `npm run compile-recorded`: what the compiler makes of procedures that others wrote, against what others drew.
 * Others of the same kind: `-- --workflow x.md --drawn x.dot --lines x.yaml --guidelines x.json --sequences x.json`.
 */
const file = { type: 'string' } as const
const { values } = parseArgs({
  options: { workflow: file, drawn: file, lines: file, guidelines: file, sequences: file },
})
const sources: Sources = { ...RECORDED, ...values }
if (areProceduresHere(sources)) {
  const scores = guidelineScores(sources)
  process.stdout.write(`Drawn decisions (tau2 telecom, path 1)\n\n${drawnTable(drawnScore(sources))}\n\n`)
  process.stdout.write(
    `Guidelines (ABCD), each with the names of its own actions\n\n${guidelineTable(scores)}\n\n`,
  )
  process.stdout.write(`"if" phrases that are no guard\n\n${leftTable(scores)}\n`)
} else {
  process.stderr.write('compile-recorded: the recorded procedures (../shared/data) are not here.\n')
  process.exitCode = 2
}
