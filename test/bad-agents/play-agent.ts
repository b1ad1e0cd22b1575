import { conductRun } from '../../src/cli/run/show-run.ts'
import { NO_COLOURS } from '../../src/cli/terminal/terminal.ts'
import { noModels } from '../../src/models/no-models.ts'
import type { RunResult } from '../../src/report/result/run-result.ts'
import { AGENT_KINDS } from '../../src/runner/agents/kinds.ts'
import { executeRun } from '../../src/runner/engine/execute-run.ts'
import { gateChecker } from '../../src/runner/runs/read-gates.ts'
import { resolveRun } from '../../src/runner/settings/resolve-run.ts'
import { RunFlags } from '../../src/runner/settings/run-flags.ts'
import { readRunInputs } from '../../src/runner/settings/run-inputs.ts'
import { openStore } from '../../src/storage/open/open-store.ts'
import { readFacts } from '../../src/storage/stored-facts.ts'
import { outcomeOfRule } from '../../src/verdicts/model/score.ts'
import type { Entry, Kind } from './entry.ts'

/** What one agent came to at one desk. */
export type Played = {
  readonly agent: string
  readonly kind: Kind
  readonly pack: string
  readonly exit: number
  readonly trials: number
  readonly right: number
  readonly wrong: number
  /** the outcome could not be told */
  readonly open: number
  readonly void: number
  /** trials whose escalation could not be told */
  readonly escalationOpen: number
  readonly unmet: readonly string[]
}

/**
 * `sage run --pack <pack> --agent ./<id>.ts --protocol <protocol>` in an empty folder, in this process: the settings, gates and
 * exit code of a user's run. Only the module is not loaded from a file.
 */
export async function playAgent(
  { id, kind, make, protocol = 'observed' }: Entry,
  pack: string,
  folder: string,
): Promise<Played> {
  const kinds = AGENT_KINDS.map((each) =>
    each.name === 'module' ? { ...each, make: async () => ({ make }) } : each,
  )
  const store = `memory://${pack}/${id}`
  const flags = RunFlags.parse({ pack: [pack], agent: [`./${id}.ts`], protocol, store })
  const request = resolveRun(await readRunInputs(flags, folder, kinds), gateChecker({}))
  const results: RunResult[] = []
  const { exit } = await conductRun(request, {
    execute: async (asked, deps) => {
      results.push(await executeRun(asked, { ...deps, kinds }))
      return results[0] as RunResult
    },
    terminal: { out: () => undefined, err: () => undefined, live: false, columns: 80, paint: NO_COLOURS },
    now: Date.now,
    models: noModels,
    onStop: () => () => undefined,
  })
  const [result] = results
  if (result === undefined) throw new TypeError(`${id} was not played`)
  const unmet = result.gates.filter(({ met }) => !met).map(({ gate }) => gate)
  return { agent: id, kind, pack, exit, unmet, ...(await countOutcomes(store, result)) }
}

async function countOutcomes(place: string, { run, trials }: RunResult) {
  const store = await openStore(place, 'read')
  const lines = await store.trialsAfter(run, { place: 0, limit: trials })
  const scores = lines.map((line) => readFacts(line).score)
  const ended = (outcome: string): number =>
    scores.filter((score) => score.state === 'judged' && score.outcome === outcome).length
  const escalations = scores.map((score) =>
    score.state === 'judged' ? outcomeOfRule(score.verdicts, 'escalation_accuracy') : undefined,
  )
  return {
    trials,
    right: ended('right'),
    wrong: ended('wrong'),
    open: ended('not-judged'),
    void: scores.filter(({ state }) => state === 'voided').length,
    escalationOpen: escalations.filter((outcome) => outcome === 'not-judged').length,
  }
}
