import type { AgentAct } from '../../src/base/values/acts.ts'
import { Lexicon } from '../../src/base/values/lexicon.ts'
import { recogniseActs } from '../../src/transcript/recognise/recognise.ts'
import { LABELLED_ACTS, type LabelledAct, type LabelledMessage } from './labels.ts'

/** No word of any desk: what is measured are the general wordings alone. */
const NO_WORDS: Lexicon = Lexicon.parse({ intents: {}, fields: {}, topics: {}, tools: {} })

const LABEL_OF: Partial<Record<AgentAct['act'], LabelledAct>> = {
  request: 'question',
  'request-proof': 'question',
  propose: 'proposal',
  decline: 'refusal',
  'claim-done': 'claim-of-done',
  'sign-off': 'closing',
}

/** The labels a message gets from the recogniser. */
export const understood = (text: string): ReadonlySet<LabelledAct> =>
  new Set(recogniseActs(text, NO_WORDS).flatMap(({ act }) => LABEL_OF[act] ?? []))

export type Agreement = {
  readonly act: LabelledAct
  readonly labelled: number
  readonly found: number
  readonly both: number
}

export function agreementOf(messages: readonly LabelledMessage[]): readonly Agreement[] {
  const read = messages.map(({ text, acts }) => ({ acts, found: understood(text) }))
  return LABELLED_ACTS.map((act) => ({
    act,
    labelled: read.filter(({ acts }) => acts.has(act)).length,
    found: read.filter(({ found }) => found.has(act)).length,
    both: read.filter(({ acts, found }) => acts.has(act) && found.has(act)).length,
  }))
}

export const precisionOf = ({ both, found }: Agreement): number => (found === 0 ? 0 : both / found)
export const recallOf = ({ both, labelled }: Agreement): number => (labelled === 0 ? 0 : both / labelled)
export const f1Of = ({ both, found, labelled }: Agreement): number =>
  found + labelled === 0 ? 0 : (2 * both) / (found + labelled)
