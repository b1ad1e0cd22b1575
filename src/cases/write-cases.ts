import { stringify } from 'yaml'
import type { z } from 'zod'
import { Card, CardRequest } from '../cards/card.ts'
import type { Case, Outcome } from './case.ts'
import type { CasesFile } from './case-file.ts'
import { motiveOf } from './motive.ts'

/**
 * Cases as a file under cases/: the inverse of the reader. Read again, each case is the same but for its place and for
 * `planned`, since it is then the author's own. What has its default is left out, as an author would.
 */
export function writeCases(cases: readonly Case[], about: string): string {
  const comment = about
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n')
  // Folded lines are legal and ugly; a wording stays on the line it stands on.
  const text = stringify(cases.map(toEntry), { lineWidth: 0, aliasDuplicateObjects: false })
  return `${comment}\n${text.replace(/\n- id:/g, '\n\n- id:')}`
}

export type CaseEntryInput = z.input<typeof CasesFile>[number]

/** A case as an entry of a file. */
export function toEntry(each: Case): CaseEntryInput {
  const [only] = each.acceptable
  const outcomes = each.acceptable.map((one) => one.map(toOutcome))
  const ownOnly = each.intensities.length === 1 && each.intensities[0] === each.intensity
  return {
    id: withoutPack(each.id, each.pack),
    bucket: each.bucket,
    ...(each.trap === null ? {} : { trap: each.trap }),
    ...(each.motive === motiveOf(each.card, null) ? {} : { motive: each.motive }),
    ...(each.opens === null ? {} : { opens: each.opens }),
    ...(isEmpty(each.records) ? {} : { records: each.records }),
    ...(isEmpty(each.sets) ? {} : { sets: copied(each.sets) }),
    card: toCard(each.card),
    ...(each.tactic === null ? {} : { tactic: each.tactic }),
    ...(each.intensity === 0 ? {} : { intensity: each.intensity }),
    ...(ownOnly ? {} : { intensities: [...each.intensities] }),
    ...(each.acceptable.length > 1
      ? { acceptable_per_request: outcomes }
      : only === undefined || only.length === 0
        ? {}
        : { acceptable: only.map(toOutcome) }),
    ...(each.decidedBy === null ? {} : { decided_by: each.decidedBy }),
    ...(each.asserts === undefined ? {} : { asserts: each.asserts }),
    ...(each.twin === null ? {} : { twin: withoutPack(each.twin, each.pack) }),
  }
}

const withoutPack = (id: string, pack: string): string =>
  id.startsWith(`${pack}/`) ? id.slice(pack.length + 1) : id

const isEmpty = (members: object): boolean => Object.keys(members).length === 0

/** Drops readonly: the file's types are the schema's. */
const copied = (sets: Case['sets']): NonNullable<CaseEntryInput['sets']> =>
  Object.fromEntries(
    Object.entries(sets).map(([table, rows]) => [
      table,
      Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row }])),
    ]),
  )

const toOutcome = ({ writes, handover, declined }: Outcome) => ({
  ...(writes.length === 0 ? {} : { writes: writes.map((write) => ({ [write.tool]: { ...write.with } })) }),
  ...(handover === null ? {} : { handover }),
  ...(declined === null ? {} : { declined }),
})

/** With one request its members stand at the card itself; with several, under `requests`. */
function toCard({ requests, ...person }: Card): CaseEntryInput['card'] {
  const { name, ...rest } = person
  const said = { name, ...unlikeDefaults(rest, DEFAULT_PERSON) }
  const [first] = requests
  if (requests.length === 1 && first !== undefined) return { ...said, ...toRequest(first) }
  return { ...said, requests: requests.map(toRequest) }
}

const toRequest = ({ intent, wants, ...details }: CardRequest) => ({
  intent,
  wants,
  ...unlikeDefaults(details, DEFAULT_REQUEST),
})

const DEFAULT_REQUEST = CardRequest.parse({ intent: '', wants: '' })
const DEFAULT_PERSON = Card.parse({ name: '', requests: [DEFAULT_REQUEST] })

const unlikeDefaults = <Members extends object>(members: Members, defaults: object): Partial<Members> => {
  const known = new Map(Object.entries(defaults))
  const unlike: Partial<Members> = { ...members }
  for (const key of Object.keys(members) as (keyof Members & string)[])
    if (JSON.stringify(members[key]) === JSON.stringify(known.get(key))) delete unlike[key]
  return unlike
}
