import { useQuery } from '@tanstack/react-query'
import type { RunRow } from '../../../src/report/studio-views/run-row.ts'
import { useQueries } from '../data/queries.ts'
import { words } from '../words.ts'
import { Choice, sayTime } from './parts.tsx'

/** The newest run that this version can read; else the newest. */
export const latestOf = (runs: readonly RunRow[]): string =>
  (runs.findLast(({ about }) => about !== null) ?? runs.at(-1))?.run ?? ''

/** A run of the store, newest first. */
export function RunChoice({
  value,
  label = words.leaderboard.run,
  any,
  also = [],
  onChange,
}: {
  readonly value: string | undefined
  readonly label?: string
  readonly any?: string
  /** more to choose from, before the runs */
  readonly also?: readonly (readonly [value: string, name: string])[]
  readonly onChange: (run: string) => void
}) {
  const { data = [] } = useQuery(useQueries().runs())
  return (
    <Choice
      label={label}
      value={value}
      {...(any === undefined ? {} : { any })}
      options={[
        ...also,
        ...[...data].reverse().map((run): readonly [string, string] => [run.run, nameOf(run)]),
      ]}
      onChange={(run) => onChange(run ?? '')}
    />
  )
}

/** When, what and who: an id says nothing to a person. */
const nameOf = ({ run, started_at, about }: RunRow): string =>
  about === null
    ? run
    : `${sayTime(started_at)} · ${about.suite} · ${about.agents.map(({ agent }) => agent).join(', ')}`
