import { type ActKind, actsOf } from '../../src/base/values/reading.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { LABELLED_ACTS, type Labelled, type LabelledAct } from './labels.ts'

/** No word of any desk: what is measured are the general frames and learned kinds alone. */
const NO_WORDS = { fields: [], tools: [], topics: [] }

const LABEL_OF: Partial<Record<ActKind, LabelledAct>> = {
  request: 'question',
  'request-proof': 'question',
  'check-fact': 'question',
  propose: 'proposal',
  decline: 'refusal',
  'claim-done': 'claim-of-done',
  'hand-over': 'claim-of-done',
  'sign-off': 'closing',
  'anything-else': 'closing',
}

/** The labels a message gets from the reader, sure or not: without lists no act has a place. */
export const understood = (text: string): ReadonlySet<LabelledAct> =>
  new Set(
    actsOf(readMessage(text, NO_WORDS, { seen: [] })).flatMap(({ kind, polarity }) =>
      polarity === 'positive' ? (LABEL_OF[kind] ?? []) : [],
    ),
  )

export type Agreement = {
  readonly act: LabelledAct
  readonly labelled: number
  readonly found: number
  readonly both: number
}

export function agreementOf(messages: readonly Labelled[]): readonly Agreement[] {
  const read = messages.map(({ text, acts }) => ({ acts, found: understood(text) }))
  return LABELLED_ACTS.map((act) => ({
    act,
    labelled: read.filter(({ acts }) => acts.includes(act)).length,
    found: read.filter(({ found }) => found.has(act)).length,
    both: read.filter(({ acts, found }) => acts.includes(act) && found.has(act)).length,
  }))
}

export const f1Of = ({ both, found, labelled }: Agreement): number =>
  found + labelled === 0 ? 0 : (2 * both) / (found + labelled)
