import type { RunAbout, RunRow } from './run-row.ts'

/**
 * Runs whose numbers may stand in one table: same packs, rules, customer, judges, cases and repetitions. Anything else
 * is another league, and says what sets it apart from the first.
 */
export type League = {
  readonly runs: readonly RunRow[]
  /** what differs from the first league, in words; empty for the first */
  readonly apart: readonly string[]
}

/** Newest first; the league of the newest run stands first. */
export function leaguesOf(runs: readonly RunRow[]): readonly League[] {
  const groups = new Map<string, RunRow[]>()
  for (const run of newestFirst(runs)) {
    if (run.about === null) continue
    const key = keyOf(run.about)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [run])
    else group.push(run)
  }
  const all = [...groups.values()]
  const first = all[0]?.[0]?.about
  return all.map((group) => ({ runs: group, apart: apartFrom(first ?? null, group[0]?.about ?? null) }))
}

const newestFirst = (runs: readonly RunRow[]): readonly RunRow[] =>
  [...runs].sort((a, b) => (a.started_at < b.started_at ? 1 : -1))

const packsOf = ({ packs }: RunAbout): string =>
  Object.entries(packs)
    .map(([id, hash]) => `${id} ${hash}`)
    .sort()
    .join('\n')

const keyOf = (about: RunAbout): string =>
  [packsOf(about), about.rules, about.customer, about.judges.join(), about.trials, about.selection].join(
    '\u0001',
  )

function apartFrom(first: RunAbout | null, other: RunAbout | null): readonly string[] {
  if (first === null || other === null || keyOf(first) === keyOf(other)) return []
  return [
    ...packDifferences(first, other),
    ...(first.rules === other.rules ? [] : [`rules version ${other.rules} instead of ${first.rules}`]),
    ...(first.customer === other.customer ? [] : ['another customer']),
    ...(first.judges.join() === other.judges.join() ? [] : ['other judges']),
    ...(first.trials === other.trials ? [] : [`${other.trials} trials per case instead of ${first.trials}`]),
    ...(first.selection === other.selection ? [] : ['another choice of cases']),
  ]
}

function packDifferences(first: RunAbout, other: RunAbout): readonly string[] {
  const ids = [...new Set([...Object.keys(first.packs), ...Object.keys(other.packs)])].sort()
  const missing = ids.filter((id) => other.packs[id] === undefined)
  const added = ids.filter((id) => first.packs[id] === undefined)
  const changed = ids.filter(
    (id) =>
      first.packs[id] !== undefined && other.packs[id] !== undefined && first.packs[id] !== other.packs[id],
  )
  const replaced = missing.length > 0 && added.length > 0
  return [
    ...(replaced ? [`${added.join(', ')} instead of ${missing.join(', ')}`] : []),
    ...(replaced || missing.length === 0 ? [] : [`without ${missing.join(', ')}`]),
    ...(replaced || added.length === 0 ? [] : [`with ${added.join(', ')}`]),
    ...changed.map((id) => `another version of ${id}`),
  ]
}
