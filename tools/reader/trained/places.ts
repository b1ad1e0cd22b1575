import type { DeskLists, Wordings } from '../../../src/base/values/desk-lists.ts'
import type { ActPlace } from '../../../src/base/values/reading.ts'
import type { Placed } from './kinds-of-heads.ts'

/** What a wording is good for: how the place is asked for, told or proposed; told as done; called; explained; named. */
export const SORTS = ['says', 'claims', 'cues', 'gloss', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** One entry of the desk's closed lists with its own wordings. */
export type Place = ActPlace & {
  readonly role: string
  readonly type: string
  readonly of: readonly string[]
  readonly wordings: readonly { readonly sort: Sort; readonly text: string }[]
}

/** So many of one sort serve; more cost time at every message. */
const WORDINGS_MAX = 8
/** A value that would stand there is any value. */
const plain = (wording: string): string =>
  wording
    .replace(/\{[^}]*\}/g, 'that')
    .replace(/\s+/g, ' ')
    .trim()

export function placesOf({ fields, tools, topics }: DeskLists): readonly Place[] {
  const worded = (sort: Sort, wordings: Wordings) =>
    (wordings['en'] ?? []).slice(0, WORDINGS_MAX).map((text) => ({ sort, text: plain(text) }))
  const named = (name: string, gloss: string) => [
    { sort: 'name' as const, text: name.replaceAll('_', ' ') },
    ...(gloss === '' ? [] : [{ sort: 'gloss' as const, text: plain(gloss) }]),
  ]
  return [
    ...fields.map(({ name, gloss, type, of, asks, cues }) => ({
      in: 'field' as const,
      name,
      role: '',
      type,
      of,
      wordings: [...named(name, gloss), ...worded('says', asks), ...worded('cues', cues)],
    })),
    ...tools.map(({ name, gloss, role, proposes, claims, cues }) => ({
      in: 'tool' as const,
      name,
      role,
      type: '',
      of: [],
      wordings: [
        ...named(name, gloss),
        ...worded('says', proposes),
        ...worded('claims', claims),
        ...worded('cues', cues),
      ],
    })),
    ...topics.map(({ name, gloss, says, cues }) => ({
      in: 'topic' as const,
      name,
      role: '',
      type: '',
      of: [],
      wordings: [...named(name, gloss), ...worded('says', says), ...worded('cues', cues)],
    })),
  ]
}

const DEEDS: ReadonlySet<string> = new Set(['write', 'handover', 'close'])

/** Which places an act of a kind may have. The place of a refusal is the topic that gives its reason. */
export function mayStandFor(kind: Placed, place: Pick<Place, 'in' | 'role'>): boolean {
  if (kind === 'request') return place.in === 'field'
  if (kind === 'tell' || kind === 'decline') return place.in === 'topic'
  if (place.in !== 'tool') return false
  return kind === 'handover' ? place.role === 'handover' : DEEDS.has(place.role)
}
