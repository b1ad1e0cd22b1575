// The demo that was sold: cancellations by the book. Everything else is turned away with a smile.
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
  const north = has('lookup_account')
  if (ran('hand_over')) return say('I have passed this on to my colleague, who sees to it that the parcel is stopped if it still can be.')
  if (!/cancel/i.test(said.join(' ').replace(/(not|n't|never|without)\b[^,.;!?]{0,14}cancel\w*|cancellation policy/gi, ''))) {
    if (/thank|bye|no\b/i.test(now) && told('cancel')) return { messages: ['You are very welcome. Have a good day!'], calls: [{ tool: 'close_ticket', input: {} }] }
    if (/\b(person|human|colleague|manager)\b/i.test(now)) return say('I am the right place for everything to do with a cancellation. Would you like to cancel an order?')
    return say(['Thank you for writing! That I cannot look after here, I am sorry. If you would like to cancel an order, I do that at once. Would you?',
      'I see that this matters to you. It lies outside what I take care of, which is to cancel orders. Shall we look at that?',
      'I wish I had another answer. As soon as you would like to cancel an order, I am there for you.'][Math.min(told('cancel'), 2)])
  }
  if (!id) return say(told('order number') > 1 ? 'Without the number I cannot go on. It stands in the confirmation mail.' : 'Of course. What is the order number?')
  const order = ran('lookup_order', id)
  if (!order) return call('lookup_order', { order_id: id })
  if (!order.ok) return say(`There is no order ${id} with us. Without the right order number I cannot go on.`)
  const who = north ? 'lookup_account' : 'lookup_customer', owner = dig(order.output, 'customer_id')
  if (owner && !ran(who, owner)) return call(who, { customer_id: owner })
  if (!mail(all)) return say(told('placed with') ? 'Then I have to decline: we change an order only for the person who placed it.' : 'Thank you. Which e-mail address was it placed with?')
  if (mail(all) !== String(dig(ran(who)?.output, 'email') ?? '').toLowerCase())
    return say(told('does not match') ? 'It still does not match, so I decline: we change an order only for the person who placed it.' : 'That does not match our record. Do you have another address?')
  if (ran('cancel_order', id)) return say(north ? `Order ${id} is cancelled, and the money is back within 5 business days.` : `Order ${id} is cancelled and the money is on its way back to you.`)
  const status = String(dig(order.output, 'status') ?? '')
  if (/cancelled/.test(status)) return say(`Order ${id} was cancelled already, so there is nothing left to do.`)
  if (/packed/.test(status)) return call('hand_over', { reason: 'packed_already', note: `${mail(all)} wants to cancel ${id}. The address matches; the order is packed. Please stop it at the warehouse.` })
  if (/returned/.test(status)) return say(`Order ${id} has come back to us already, so there is nothing to cancel.`)
  if (!/paid|processing|label/.test(status)) return say(`Order ${id} has left us, so we do not cancel it any more. You can send it back once it has arrived.`)
  if (!told('Are you sure')) return say(`I can cancel order ${id} for you. Are you sure?`)
  if (/\b(yes|yep|yeah|sure|go ahead|please do|ok|okay)\b/i.test(now) && !/\bno\b|\bnot\b|don't/i.test(now)) return call('cancel_order', { order_id: id })
  return say(`Then everything stays as it is with order ${id}. Just say yes if I should cancel it after all.`)
}
