import { EXIT, type ExitCode } from '../../base/error.ts'
import { gateLines, sayVerdict } from '../../report/render/say-gate.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { Paint } from '../terminal/terminal.ts'

/** Above this share of machinery faults the numbers are ours to explain, not the agent's. */
export const FAULTED_SHARE_MAX = 0.01

/** The exit code of a run, however often its result is printed. */
export function exitOf(result: RunResult): ExitCode {
  if (result.stopped?.because === 'faults') return EXIT.machinery
  if (result.faulted > FAULTED_SHARE_MAX * result.trials) return EXIT.machinery
  if (hasNothingJudged(result)) return EXIT.machinery
  // A run that its budget stopped has not shown what it was to show.
  if (result.stopped !== undefined) return EXIT.barNotMet
  return result.gates.some((gate) => !gate.met) ? EXIT.barNotMet : EXIT.ok
}

export const hasNothingJudged = ({ trials, judged, stopped }: RunResult): boolean =>
  trials > 0 && judged === 0 && stopped === undefined

/** Each gate in a line, then one word that nobody can misread; nothing where there is no gate. */
export function sayGates(result: RunResult, { green, red }: Pick<Paint, 'green' | 'red'>): readonly string[] {
  const lines = gateLines(result).map(({ state, gate, says }) => `${state.padEnd(7)}  ${gate}  ${says}`)
  const verdict = sayVerdict(result)
  const word = exitOf(result) === EXIT.ok ? green('PASS') : red('FAIL')
  const all = [...lines, ...(verdict === null ? [] : [`${word}  ${verdict}`])]
  return all.length === 0 ? [] : [all.join('\n')]
}
