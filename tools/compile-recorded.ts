import { parseArgs } from 'node:util'
import { areProceduresHere, RECORDED, type Sources } from '../test/compile-recorded/data.ts'
import {
  allNamesScores,
  callsLine,
  drawnScore,
  drawnTable,
  guidelineScores,
  guidelineTable,
  handDrawnScores,
  leftTable,
  mistakenTable,
  pathsLine,
  totals,
} from '../test/compile-recorded/tables.ts'

/**
 * `npm run compile-recorded`: what the compiler makes of procedures that others wrote, against what others drew.
 * Others of the same kind: `-- --workflow x.md --drawn x.dot --lines x.yaml --handDrawn x.yaml --guidelines x.json
 * --sequences x.json`.
 */
const file = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    workflow: file,
    drawn: file,
    lines: file,
    handDrawn: file,
    guidelines: file,
    sequences: file,
  },
})
const sources: Sources = { ...RECORDED, ...values }
if (areProceduresHere(sources)) {
  const scores = guidelineScores(sources)
  process.stdout.write(`Drawn decisions (tau2 telecom, path 1)\n\n${drawnTable(drawnScore(sources))}\n\n`)
  const paths = handDrawnScores(sources)
  for (const { path, score } of paths)
    process.stdout.write(`Decisions of path ${path}, drawn by hand from the text\n\n${drawnTable(score)}\n\n`)
  process.stdout.write(`These paths together: ${pathsLine(paths)}\n\n`)
  process.stdout.write(
    `Guidelines (ABCD), each with the names of its own actions\n\n${guidelineTable(scores)}\n${callsLine(scores)}\n\n`,
  )
  const all = allNamesScores(sources)
  process.stdout.write(
    `Guidelines (ABCD), each with the names of all actions\n\n${mistakenTable(all)}\n\n${totals(all)}\n${callsLine(all)}\n\n`,
  )
  process.stdout.write(`"if" phrases that are no guard\n\n${leftTable(scores)}\n`)
} else {
  process.stderr.write('compile-recorded: the recorded procedures (../shared/data) are not here.\n')
  process.exitCode = 2
}
