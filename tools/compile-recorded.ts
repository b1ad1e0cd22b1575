import { areProceduresHere } from '../test/compile-recorded/data.ts'
import {
  drawnScore,
  drawnTable,
  guidelineScores,
  guidelineTable,
  leftTable,
} from '../test/compile-recorded/tables.ts'

/** `npm run compile-recorded`: what the compiler makes of procedures that others wrote, against what others drew. */
if (areProceduresHere()) {
  const scores = guidelineScores()
  process.stdout.write(`tau2 telecom, path 1\n\n${drawnTable(drawnScore())}\n\n`)
  process.stdout.write(
    `ABCD guidelines, each with the names of its own actions\n\n${guidelineTable(scores)}\n\n`,
  )
  process.stdout.write(`"if" phrases that are no guard\n\n${leftTable(scores)}\n`)
} else {
  process.stderr.write('compile-recorded: ../shared/data is not here, so there is nothing to measure on.\n')
  process.exitCode = 2
}
