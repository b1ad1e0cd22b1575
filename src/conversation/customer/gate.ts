import type { Lexicon } from '../../base/lexicon.ts'
import { fold, readable } from '../../transcript/recognise/fold.ts'
import type { Plan } from './decide.ts'
import type { Character } from './mind.ts'

/**
 * The fidelity gate: before a message is sent, does it say what its act says, and nothing the customer may not say?
 * Both modes pass it; a fault means another phrasing, then a void. Codes are stable: they stand in the transcript.
 */
export type GateFault =
  | 'nothing-to-say'
  | 'value-missing'
  | 'fact-outside-card'
  | 'secret-said'
  | 'not-asked-yet'

export type GateContext = {
  readonly who: Character
  readonly plan: Plan
  readonly lexicon: Lexicon
  /** what the agent has said so far: its numbers may be repeated */
  readonly heard: readonly string[]
}

export function gate(text: string, { who, plan, heard }: GateContext): GateFault | null {
  if (text.trim() === '') return 'nothing-to-say'
  const folded = fold(text)
  for (const move of plan.act.moves) {
    if (move.do !== 'tell' || typeof move.value === 'boolean') continue
    if (plan.next.turn === 1 && who.opens !== null) continue
    if (!/\d/.test(String(move.value))) continue
    if (!folded.includes(fold(String(move.value)))) return 'value-missing'
  }
  const hides = who.card.hides
  if (hides !== undefined && folded.includes(fold(hides))) return 'secret-said'
  if (!/\d/.test(folded)) return null
  const known = [
    who.opens ?? '',
    who.card.lies ?? '',
    ...who.card.requests.map((request) => request.wants),
    ...heard.map(readable),
  ]
  const said = plan.next.requests.flatMap((request) =>
    Object.values(request.said).map((value) => (typeof value === 'object' ? '' : String(value))),
  )
  const allowed = [...known, ...said].join('\n')
  return (folded.match(/\d+/g) ?? []).every((number) => allowed.includes(number)) ? null : 'fact-outside-card'
}
