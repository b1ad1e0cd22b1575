// The agent of agent.js in TypeScript: `module: ./agent.ts`, as it is, on every Node; what it imports may be TypeScript
// too. Types are removed, not checked: that is your editor's work. Other than agent.js it calls the desk's tools itself.
import type { ModuleDesk, Turn, TurnAnswer } from 'sage-desk'
import { WHERE } from './where.ts'

type Row = Readonly<Record<string, string>>

/** It keeps nothing between turns: all it needs stands in the turn. */
export const stateless = true

export default function agent({ heard, protocol }: Turn, desk: ModuleDesk): TurnAnswer {
  const said = heard.flatMap((entry) => (entry.from === 'customer' ? [entry.text] : []))
  const [order_id] = /\bLB-\d{4}\b/.exec(said.join('\n')) ?? []
  const intent = intentOf(said.join('\n'))
  const say = (text: string, act: Row): TurnAnswer => ({
    messages: [text],
    ...(protocol === 'declared'
      ? { report: { intent, fields: { order_id: order_id ?? 'unknown' }, action: [act] } }
      : {}),
  })
  /** What a tool said before, or says now. */
  const found = (tool: string, input: Record<string, string>): Readonly<Record<string, Row>> => {
    const before = heard.flatMap((entry) => (entry.from === 'tool' && entry.tool === tool ? [entry] : []))
    return (before.at(-1) ?? desk.call(tool, input)).output as Record<string, Row>
  }

  if (said.length > 1 && /thank|bye/i.test(said.at(-1) ?? ''))
    return say('You are welcome. Goodbye!', { act: 'sign-off' })
  if (order_id === undefined)
    return say('What is your order number, please?', { act: 'request', field: 'order_id' })

  const { order } = found('lookup_order', { order_id })
  if (order === undefined)
    return say(`I cannot find order ${order_id} and cannot go on without it.`, {
      act: 'explain',
      about: 'order_unknown',
    })

  if (intent !== 'where_is_it') {
    found('hand_over', { reason: 'other', note: `Order ${order_id}, about: ${intent}.` })
    return say('A colleague will take over from here.', { act: 'inform' })
  }
  const { status = '', parcel_id = '' } = order
  const known = WHERE[status]
  if (known !== undefined) return say(known.text, { act: 'inform', about: known.about })
  const { parcel } = found('track_parcel', { parcel_id })
  return say(`It was last scanned here: ${parcel?.last_scan_at}.`, { act: 'inform', about: 'parcel_moving' })
}

function intentOf(text: string): string {
  if (/cancel/i.test(text)) return 'cancel'
  if (/address/i.test(text)) return 'change_address'
  return /\b(where|when|arrive)/i.test(text) ? 'where_is_it' : 'damaged'
}
