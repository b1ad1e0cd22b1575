import {
  type Matrix,
  type MatrixFilter,
  matrixOf,
  matrixPage,
} from '../../../src/report/studio-views/matrix.ts'
import type { PackHeld, ReportFile, RunHeld } from '../../../src/report/studio-views/report-file.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { words } from '../words.ts'
import { type Source, SourceError } from './source.ts'

/** Answers out of a report file. What was not put in cannot be told; the page says so. */
export function fileSource(
  file: ReportFile,
  /** conversations that are not in the document itself but beside it */
  beside: (trial: string) => Promise<TrialView | undefined>,
): Source {
  const trials = new Map<string, TrialView>(file.trials.map((trial) => [trial.trial, trial]))
  const held = (id: string): RunHeld => found(file.held.find(({ run }) => run === id))
  const pack = (id: string): PackHeld => found(file.packs.find(({ view }) => view.pack === id))
  const matrices = new Map<string, Matrix>()
  const matrix = (run: RunHeld, filter: MatrixFilter): Matrix => {
    const key = JSON.stringify([run.run, filter])
    const known =
      matrices.get(key) ??
      matrixOf(
        run.rows,
        run.report.agents.map(({ agent }) => agent),
        filter,
      )
    matrices.set(key, known)
    return known
  }
  return {
    about: async () => ({ version: file.version, store: '', live: false, redacted: file.redacted }),
    runs: async () => file.runs,
    leagues: async () => file.leagues,
    progress: async (run) => held(run).progress,
    report: async (run) => held(run).report,
    matrix: async ({ run, offset, limit, ...filter }) =>
      matrixPage(matrix(held(run), filter), { offset, limit, complete: true }),
    noise: async (runs, metric) => ({
      metric,
      pairs: file.noise
        .filter((one) => one.metric === metric)
        .flatMap(({ pairs }) => pairs.filter(({ a, b }) => runs.includes(a.run) && runs.includes(b.run))),
    }),
    trial: async (id) => {
      const { failing = 0, inside = 0 } = file.held.find(({ run }) => id.startsWith(`${run}/`)) ?? {}
      return (
        trials.get(id) ??
        (await beside(id)) ??
        notInside(words.file.passed, words.file.inside(inside, failing))
      )
    },
    packs: async () => file.packs.map(({ view: { pack, title, currency } }) => ({ pack, title, currency })),
    pack: async (id) => pack(id).view,
    heat: async ({ pack, run, agent }) =>
      found(held(run).heat.find((heat) => heat.pack === pack && heat.agent === (agent ?? null))),
    coverage: async (id) => pack(id).coverage,
    audit: async (id) => pack(id).audit,
    compare: async () => notInside(words.file.live, words.file.liveHint),
    review: async () => notInside(words.file.live, words.file.liveHint),
    rate: async () => notInside(words.file.live, words.file.liveHint),
    dispute: async () => notInside(words.file.live, words.file.liveHint),
  }
}

const found = <T>(value: T | undefined): T => value ?? notInside(words.file.missing, words.file.liveHint)

function notInside(message: string, hint: string): never {
  throw new SourceError('not-inside', message, hint)
}
