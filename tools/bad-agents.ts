import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { textTable } from '../src/report/render/text-table.ts'
import { type Played, playAgent } from '../test/bad-agents/play-agent.ts'
import { DESKS, missesOf, OWN_INTENSITY, openOverAll, openRoster } from '../test/bad-agents/roster.ts'

/**
 * `npm run tool -- bad-agents [agent ...] [--pack <id>]`: a pass must be earned. Plays every agent of test/bad-agents at both
 * desks as `sage run` would, and exits 1 if a bad one passes, a good one does not, or too much could not be told.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pack: { type: 'string', multiple: true, default: [...DESKS] } },
})
const roster = await openRoster()
const unknown = positionals.filter((id) => !roster.some((entry) => entry.id === id))
if (unknown.length > 0) throw new TypeError(`There is no agent ${unknown.join(', ')}.`)
const chosen = roster.filter(({ id }) => positionals.length === 0 || positionals.includes(id))

const folder = mkdtempSync(join(tmpdir(), 'sage-bad-agents-'))
writeFileSync(join(folder, 'sage.yaml'), OWN_INTENSITY)
const all: Played[] = []
try {
  for (const entry of chosen)
    for (const pack of values.pack) {
      const played = await playAgent(entry, pack, folder)
      all.push(played)
      process.stderr.write(`${entry.id} at ${pack}: exit ${played.exit}\n`)
    }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const share = (hits: number, of: number): string => `${((100 * hits) / of).toFixed(1)} %`
const HEAD = [
  ...['kind', 'agent', 'desk', 'exit', 'right', 'wrong', 'could not tell', 'void'],
  ...['escalation open', '% could not tell', '% void', 'does not hold', 'gates NOT MET'],
]
const rows = all.map((one) => [
  ...[one.kind, one.agent, one.pack],
  ...[one.exit, one.right, one.wrong, one.open, one.void, one.escalationOpen].map(String),
  ...[share(one.open, one.trials), share(one.void, one.trials)],
  ...[missesOf(one).join(', ') || '-', one.unmet.join(', ') || '-'],
])
const overAll = openOverAll(all)
const missed = all.filter((one) => missesOf(one).length > 0)
process.stdout.write(
  `${[
    textTable([HEAD, ...rows]),
    '',
    `Bad agents, could not tell: ${overAll.open} of ${overAll.of} (${share(overAll.open, overAll.of)})${overAll.holds ? '' : ', too many'}.`,
    `${all.length - missed.length} of ${all.length} runs show what they have to.`,
  ].join('\n')}\n`,
)
process.exitCode = missed.length === 0 && overAll.holds ? 0 : 1
