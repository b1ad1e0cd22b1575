import type { Transcript } from '../../transcript/event.ts'
import type { TurnScore } from '../../verdicts/model/score.ts'

/** What an agent could know when a turn of its began: what the customer had said by then, and what was due. */
export type SaidSoFar = {
  /** first and last event of the turn */
  readonly from: number
  readonly to: number
  readonly due: readonly string[]
  readonly said: readonly { readonly request: string; readonly field: string; readonly value: string }[]
  readonly action_right: boolean
  readonly intent_right: boolean | null
  readonly fields: { readonly right: number; readonly of: number } | null
}

export function saidSoFar(events: Transcript, turns: readonly TurnScore[]): readonly SaidSoFar[] {
  return turns.map(({ from, to, due, action_right, intent_right, fields }) => ({
    from,
    to,
    due,
    said: saidBefore(events, from),
    action_right,
    intent_right,
    fields,
  }))
}

/** The latest claim a field. */
function saidBefore(events: Transcript, before: number): SaidSoFar['said'] {
  const said = new Map<string, SaidSoFar['said'][number]>()
  for (const event of events) {
    if (event.n >= before || event.type !== 'message.sent' || event.from !== 'customer') continue
    for (const move of event.act.moves) {
      if (move.do === 'open')
        said.set(`${move.request} intent`, { request: move.request, field: 'intent', value: move.intent })
      if (move.do === 'tell')
        said.set(`${move.request} ${move.field}`, {
          request: move.request,
          field: move.field,
          value: String(move.value),
        })
      if (move.do === 'lack')
        said.set(`${move.request} ${move.field}`, {
          request: move.request,
          field: move.field,
          value: move.lack,
        })
    }
  }
  return [...said.values()]
}
