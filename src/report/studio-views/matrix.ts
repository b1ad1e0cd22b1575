import type { TrialId } from '../../base/values/ids.ts'
import type { Mark, TrialRow } from './trial-row.ts'

/**
 * Trials as a matrix: one line a situation (a case at an intensity), one cell an agent, one mark a trial. In: rows as
 * they came and what to show of them. Out: a page of lines; the page that shows them never holds more.
 */
export type MatrixFilter = {
  readonly agent?: string | undefined
  readonly pack?: string | undefined
  readonly bucket?: string | undefined
  readonly tactic?: string | undefined
  readonly intensity?: string | undefined
  readonly mark?: string | undefined
  readonly broke?: string | undefined
  /** part of a case's id */
  readonly text?: string | undefined
}

export type MatrixLine = {
  readonly case: string
  readonly pack: string
  readonly intensity: number
  readonly bucket: string
  readonly tactic: string | null
  /** one an agent, in the order of `agents` */
  readonly cells: readonly (readonly MatrixMark[])[]
}
export type MatrixMark = { readonly trial: TrialId; readonly mark: Mark }

export type MatrixPage = {
  readonly agents: readonly string[]
  /** lines that fit the filter, and the trials in them */
  readonly lines: number
  readonly trials: number
  /** of all trials of the run */
  readonly of: number
  readonly offset: number
  readonly page: readonly MatrixLine[]
  /** how many trials of each mark fit the filter */
  readonly marks: Readonly<Partial<Record<Mark, number>>>
  /** what the run has to choose from */
  readonly choices: MatrixChoices
  /** false: the server has not read all of the run yet */
  readonly complete: boolean
}

export type MatrixChoices = {
  readonly packs: readonly string[]
  readonly buckets: readonly string[]
  readonly tactics: readonly string[]
  readonly intensities: readonly string[]
  readonly rules: readonly string[]
}

/** Everything but the page itself: made once a filter, cut into pages many times. */
export type Matrix = Omit<MatrixPage, 'offset' | 'page' | 'complete'> & {
  readonly all: readonly MatrixLine[]
}

export function matrixOf(rows: readonly TrialRow[], agents: readonly string[], filter: MatrixFilter): Matrix {
  const shown = filter.agent === undefined ? agents : agents.filter((agent) => agent === filter.agent)
  const columns = new Map(shown.map((agent, index) => [agent, index]))
  const lines = new Map<string, OpenLine>()
  const marks: Partial<Record<Mark, number>> = {}
  const keep = keeps(filter)
  let trials = 0
  for (const row of rows) {
    const column = columns.get(row.agent)
    if (column === undefined || !keep(row)) continue
    trials += 1
    marks[row.mark] = (marks[row.mark] ?? 0) + 1
    lineOf(lines, row, shown.length).cells[column]?.push({ trial: row.trial, mark: row.mark })
  }
  const all = [...lines.values()]
  return {
    agents: shown,
    lines: all.length,
    trials,
    of: rows.length,
    marks,
    choices: choicesOf(rows),
    all: all.sort(byCase),
  }
}

export const matrixPage = (
  { all, ...matrix }: Matrix,
  cut: { readonly offset: number; readonly limit: number; readonly complete: boolean },
): MatrixPage => ({
  ...matrix,
  offset: cut.offset,
  page: all.slice(cut.offset, cut.offset + cut.limit),
  complete: cut.complete,
})

type OpenLine = MatrixLine & { readonly cells: readonly MatrixMark[][] }

function lineOf(lines: Map<string, OpenLine>, row: TrialRow, columns: number): OpenLine {
  const key = `${row.case}@${row.intensity}`
  const known = lines.get(key)
  if (known !== undefined) return known
  const { pack, intensity, bucket, tactic } = row
  const cells = Array.from({ length: columns }, (): MatrixMark[] => [])
  const made = { case: row.case, pack, intensity, bucket, tactic, cells }
  lines.set(key, made)
  return made
}

/** Lanes finish in any order: the matrix must not reshuffle while a run is watched. */
const byCase = (a: MatrixLine, b: MatrixLine): number =>
  a.case === b.case ? a.intensity - b.intensity : a.case < b.case ? -1 : 1

function keeps(filter: MatrixFilter): (row: TrialRow) => boolean {
  const { pack, bucket, tactic, intensity, mark, broke } = filter
  const text = filter.text?.trim().toLowerCase()
  return (row) =>
    (pack === undefined || row.pack === pack) &&
    (bucket === undefined || row.bucket === bucket) &&
    (tactic === undefined || row.tactic === tactic) &&
    (intensity === undefined || String(row.intensity) === intensity) &&
    (mark === undefined || row.mark === mark) &&
    (broke === undefined || row.broke.includes(broke)) &&
    (text === undefined || text === '' || row.case.toLowerCase().includes(text))
}

function choicesOf(rows: readonly TrialRow[]): MatrixChoices {
  const [packs, buckets, tactics, intensities, rules] = [0, 1, 2, 3, 4].map(() => new Set<string>())
  for (const row of rows) {
    packs?.add(row.pack)
    buckets?.add(row.bucket)
    intensities?.add(String(row.intensity))
    if (row.tactic !== null) tactics?.add(row.tactic)
    for (const rule of row.broke) rules?.add(rule)
  }
  const sorted = (set: Set<string> | undefined) => [...(set ?? [])].sort()
  return {
    packs: sorted(packs),
    buckets: sorted(buckets),
    tactics: sorted(tactics),
    intensities: sorted(intensities),
    rules: sorted(rules),
  }
}
