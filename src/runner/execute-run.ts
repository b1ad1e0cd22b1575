import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { usageError } from '../base/error.ts'
import type { Pack } from '../cases/case.ts'
import type { Prices } from '../metrics/prices.ts'
import { reportSections } from '../report/report-sections.ts'
import type { RunResult } from '../report/run-result.ts'
import { sectionsToMarkdown } from '../report/sections-to-markdown.ts'
import { openSqliteStore } from '../storage/sqlite-store.ts'
import type { Store, StoredTrial } from '../storage/store.ts'
import { writeFacts } from '../storage/stored-facts.ts'
import type { Transcript } from '../transcript/event.ts'
import { writeTranscript } from '../transcript/write-transcript.ts'
import { scoreTrial } from '../verdicts/rules/score-trial.ts'
import { faultedScore, RULES_VERSION, type TrialScore } from '../verdicts/score.ts'
import { executeTrial, type Trial } from './execute-trial.ts'
import { loadCases } from './load-cases.ts'
import { loadPrices } from './load-prices.ts'
import { namedStore } from './open-store.ts'
import { makeAgent, makeCustomer } from './parties.ts'
import { type PlannedTrial, situationsOf, trafficOf, trialsOf } from './plan-trials.ts'
import { readBaseline } from './read-baseline.ts'
import { readGates } from './read-gates.ts'
import { REPORTED_PLACES } from './report-run.ts'
import { comparableOf } from './run-header.ts'
import { runId } from './run-id.ts'
import { type ClosedRun, openLedger, type RunLedger } from './run-ledger.ts'
import type { RunOutside, RunRequest } from './run-request.ts'
import { factsOf } from './trial-facts.ts'

/**
 * A whole run: agents x cases x trials, stored as they finish, counted as they come. In: a resolved request. Out: the
 * result of DESIGN.md section 12. Nothing is written before everything that can be wrong with the request was found.
 */
const ATTEMPTS_MAX = 3
const BATCH_TRIALS = 64
/** how long the run may keep the event loop to itself: Ctrl-C and the progress line must get a word in */
const BREATH_MS = 50

export async function executeRun(request: RunRequest, outside: RunOutside): Promise<RunResult> {
  const startedAt = outside.clock()
  const gates = readGates(request.gates)
  const packs = await loadCases(request.selection, request.seed)
  const situations = situationsOf(packs, request.selection)
  if (situations.length === 0) throw nothingToRun()
  const planned = [
    ...trialsOf(situations, { agents: request.agents.length, trials: request.trials, seed: request.seed }),
  ]
  const catastrophes = [...new Set(packs.flatMap(({ pack }) => ownCatastrophes(pack)))]
  const ledger = openLedger(catastrophes)
  const run = runId(startedAt)
  const versions = {
    packs: Object.fromEntries(packs.map(({ pack }) => [pack.id, pack.hash])),
    rules: RULES_VERSION,
  }
  const baseline = await readBaseline(request, { ...comparableOf(request), ...versions })
  const prices = await loadPrices(request.prices)
  await mkdir(dirname(request.store), { recursive: true })
  const store = await openSqliteStore(request.store)
  try {
    await store.createRun({
      id: run,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: null,
      header: JSON.stringify({ request, versions, catastrophes }),
    })
    const batch = new Batch({
      run,
      request,
      outside,
      ledger,
      traffic: trafficOf(situations),
      prices,
      store,
      of: planned.length,
      startedAt,
    })
    await batch.work(planned)
    const finishedAt = outside.clock()
    if (!outside.signal.aborted) await store.finishRun(run, new Date(finishedAt).toISOString())
    const closed = ledger.close({
      run,
      suite: request.suite,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: outside.signal.aborted ? null : new Date(finishedAt).toISOString(),
      wallMs: finishedAt - startedAt,
      agents: request.agents,
      judges: request.judges,
      gates,
      baseline,
      versions,
      report: reportPath(request, run),
    })
    await writeReports(request, closed)
    return closed.result
  } finally {
    await store.close()
  }
}

const nothingToRun = () =>
  usageError(
    'NOTHING_TO_RUN',
    'no case fits this selection',
    'Loosen --case, --bucket, --tactic or --intensity, or see `sage packs`.',
  )

/** The pack's own kinds of catastrophe: those its forbids name beside the built-in ones. */
const ownCatastrophes = (pack: Pack): readonly string[] =>
  pack.graph.forbids
    .map(({ kind }) => kind)
    .filter(
      (kind) => !['free_goods', 'enabled_fraud', 'wrongful_cancellation', 'false_closure'].includes(kind),
    )

const reportPath = (request: RunRequest, run: string): string => join(request.out, `${run}.md`)

async function writeReports(request: RunRequest, { result, report }: ClosedRun): Promise<void> {
  const sections = reportSections(report, { store: namedStore(request.store), places: REPORTED_PLACES })
  await mkdir(request.out, { recursive: true })
  await writeFile(join(request.out, `${result.run}.json`), `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(reportPath(request, result.run), sectionsToMarkdown(sections))
}

type BatchParts = {
  readonly run: string
  readonly request: RunRequest
  readonly outside: RunOutside
  readonly ledger: RunLedger
  readonly traffic: ReadonlyMap<string, number>
  readonly prices: Prices
  readonly store: Store
  readonly of: number
  readonly startedAt: number
}

class Batch {
  readonly #parts: BatchParts
  #waiting: StoredTrial[] = []
  #counts = { done: 0, judged: 0, voided: 0, faulted: 0 }
  #breathed = 0

  constructor(parts: BatchParts) {
    this.#parts = parts
  }

  async work(planned: readonly PlannedTrial[]): Promise<void> {
    const queue = planned[Symbol.iterator]()
    const lanes = Math.max(1, Math.min(this.#parts.request.concurrency, planned.length))
    await Promise.all(Array.from({ length: lanes }, () => this.#lane(queue)))
    await this.#store()
    this.#tell()
  }

  async #lane(queue: Iterator<PlannedTrial>): Promise<void> {
    for (let next = queue.next(); !next.done && !this.#parts.outside.signal.aborted; next = queue.next()) {
      await this.#trial(next.value)
      await this.#breathe()
    }
  }

  async #trial(planned: PlannedTrial): Promise<void> {
    const { request, run } = this.#parts
    const agent = request.agents[planned.agent]
    if (agent === undefined) return
    const id = `${run}/${agent.id}/${planned.case.id}@${planned.intensity}#${planned.repeat}`
    const base = {
      id,
      pack: planned.pack,
      case: planned.case,
      intensity: planned.intensity,
      seed: planned.seed,
      agent: makeAgent(agent, this.#parts.outside),
      customer: makeCustomer(request.customer),
    }
    const { transcript, score, attempt } = await untilFaithful(base)
    const facts = factsOf({
      planned,
      agent: agent.id,
      score,
      transcript,
      judges: request.judges,
      traffic: this.#parts.traffic.get(planned.case.id) ?? 0,
      prices: this.#parts.prices,
    })
    this.#keep({
      run,
      trial: id,
      agent: agent.id,
      pack: planned.pack.id,
      case: planned.case.id,
      intensity: planned.intensity,
      repeat: planned.repeat,
      attempt,
      state: score.state,
      transcript: writeTranscript(transcript),
      score: JSON.stringify(score),
      facts: writeFacts(facts),
    })
    this.#parts.ledger.add(id, facts)
    this.#counts.done += 1
    this.#counts[score.state] += 1
    if (this.#waiting.length >= BATCH_TRIALS) await this.#store()
  }

  #keep(trial: StoredTrial): void {
    this.#waiting.push(trial)
  }

  async #store(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    await this.#parts.store.saveTrials(batch)
  }

  async #breathe(): Promise<void> {
    const now = this.#parts.outside.clock()
    if (now - this.#breathed < BREATH_MS) return
    this.#breathed = now
    this.#tell()
    await nextTick()
  }

  #tell(): void {
    const { outside, of, startedAt } = this.#parts
    const seconds = Math.max(0.001, (outside.clock() - startedAt) / 1000)
    outside.onProgress({ ...this.#counts, of, perSecond: this.#counts.done / seconds })
  }
}

/** A customer who left the card voids the trial; it is run again with the next attempt's seed, at most twice. */
async function untilFaithful(
  base: Omit<Trial, 'attempt'>,
): Promise<{ transcript: Transcript; score: TrialScore; attempt: number }> {
  for (let attempt = 0; ; attempt += 1) {
    const transcript = await executeTrial({ ...base, attempt })
    const score = scoreSafely(base, transcript)
    if (score.state !== 'voided' || attempt + 1 >= ATTEMPTS_MAX) return { transcript, score, attempt }
  }
}

/** A bug in the rule engine loses one trial's verdicts, with a count, never the run; its transcript stays and can be scored again. */
function scoreSafely({ pack, case: theCase }: Omit<Trial, 'attempt'>, transcript: Transcript): TrialScore {
  try {
    return scoreTrial(pack, theCase, transcript)
  } catch (error) {
    return faultedScore(error instanceof Error ? error.message : String(error))
  }
}
