import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import type { Transcript } from '../../src/transcript/event.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { loadPackOnce, type Protocol, tryOut, type Wire } from './contract.ts'

/**
 * Fault x kind -> what happens, seen in real trials. docs/faults.md holds the table; each kind's tests compare their rows
 * with it both ways. `SAGE_WRITE_FAULTS=1` writes what was seen instead.
 */
export const FAULT_KINDS = [
  'model (OpenAI)',
  'model (OpenAI-compatible)',
  'model (Anthropic)',
  'http',
  'command',
  'module',
  'mcp',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export type FaultRow = {
  readonly fault: string
  /** a wire on which this fault happens in the first trial */
  readonly open: () => Promise<Wire>
  readonly protocol?: Protocol
}

const PAGE = join(packageRoot(), 'docs/faults.md')
/** Every provider is held to the same rows. */
const shownAs = (kind: FaultKind): string => kind.replace(/ \(.*\)$/, '')
const rowOf = (kind: FaultKind, fault: string, result: string): string =>
  `| ${shownAs(kind)} | ${fault} | ${result} |`

export function describeFaults(kind: FaultKind, rows: readonly FaultRow[]): void {
  describe(`faults: ${kind}`, () => {
    const seen: string[] = []

    test.each(rows.map((row) => [row.fault, row] as const))('%s', async (fault, row) => {
      const pack = await loadPackOnce()
      const [theCase] = pack.cases
      if (theCase === undefined) throw new TypeError('the pack has no case')
      const wire = await row.open()
      try {
        const transcript = await tryOut(pack, theCase, {
          make: wire.make,
          protocol: row.protocol ?? 'declared',
        })
        const result = resultOf(transcript, scoreTrial(pack, theCase, transcript).state)
        seen.push(rowOf(kind, fault, result))
        if (process.env['SAGE_WRITE_FAULTS'] === undefined)
          expect(rowsOf(kind)).toContain(rowOf(kind, fault, result))
      } finally {
        await wire.close()
      }
    })

    test('the page has a row for each of these faults, and for no other', () => {
      if (process.env['SAGE_WRITE_FAULTS'] !== undefined) return
      const faults = rowsOf(kind).map((row) => row.split('|')[2]?.trim())
      expect(faults).toEqual(rows.map(({ fault }) => fault))
    })

    afterAll(() => {
      if (process.env['SAGE_WRITE_FAULTS'] !== undefined) writeRows(kind, seen)
    })
  })
}

/** One sentence: what was retried, how the trial ended, on which side that counts. */
export function resultOf(transcript: Transcript, state: string): string {
  const retries = transcript.flatMap((event) => (event.type === 'call.retried' ? [event.code] : []))
  const tried = [...new Set(retries)].map((code) => `\`${code}\`: retried`).join(', ')
  const end = transcript.at(-1)
  const ending = end?.type === 'conversation.ended' ? end.ending : undefined
  const hit = firstTurnOf(transcript)
  const refused = hit.some((event) => event.type === 'tool.returned' && !event.ok)
  const missing = hit.some((event) => event.type === 'report.missing')
  const outcome =
    ending?.kind === 'agent.failed'
      ? `the agent's failure \`${ending.code}\`, ${state}`
      : ending?.kind === 'machinery.failed'
        ? `machinery fault \`${ending.code}\`, ${state}`
        : ending?.kind === 'limit.hit'
          ? `the limit on ${ending.limit} ends it, ${state}`
          : `the conversation continues${refused ? '; the refused call is on record' : ''}${missing ? '; the missing report is on record' : ''}; ${state}`
  return [tried, outcome].filter((one) => one !== '').join('; then ')
}

/** The turn the fault falls in: what an agent does later depends on what the customer says, not on the fault. */
function firstTurnOf(transcript: Transcript): Transcript {
  const asked = transcript.filter((event) => event.type === 'message.sent' && event.from === 'customer')
  const next = asked[1]
  return next === undefined ? transcript : transcript.slice(0, transcript.indexOf(next))
}

const pageLines = (): readonly string[] => readFileSync(PAGE, 'utf8').split('\n')
const isRowOf =
  (kind: string) =>
  (line: string): boolean =>
    line.startsWith(`| ${kind} |`)
const rowsOf = (kind: FaultKind): readonly string[] => pageLines().filter(isRowOf(shownAs(kind)))

/** Puts a kind's rows where they belong; kinds stand in the order of FAULT_KINDS. */
function writeRows(kind: FaultKind, rows: readonly string[]): void {
  const lines = pageLines()
  const shown = [...new Set(FAULT_KINDS.map(shownAs))]
  const isRow = (line: string): boolean => shown.some((one) => isRowOf(one)(line))
  const first = lines.findIndex((line) => line.startsWith('|---')) + 1
  const others = shown.flatMap((one) => (one === shownAs(kind) ? rows : lines.filter(isRowOf(one))))
  const rest = lines.slice(first).filter((line) => !isRow(line))
  writeFileSync(PAGE, [...lines.slice(0, first), ...others, ...rest].join('\n'))
}
