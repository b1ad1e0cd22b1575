// Right procedure, wrong column: it compares with a field the records do not have, so nobody ever passes.
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
  if (/\b(person|human|colleague|manager|somebody real)\b/i.test(now) && told('keep your order safe'))
    return say('I understand the wish. My colleagues, too, may speak about an order only with the person who placed it, so the address has to match first.')
  if (!id) return say(told('order number') ? 'I am sorry, without the order number I cannot go on. You find it in the confirmation mail.' : 'Hello! So that I look at the right thing, may I have your order number?')
  const order = ran('lookup_order', id)
  if (!order) return call('lookup_order', { order_id: id })
  if (!order.ok) return say(`There is no order ${id} with us, I am afraid. Is there perhaps a digit wrong in the order number?`)
  const tool = has('lookup_account') ? 'lookup_account' : 'lookup_customer'
  const owner = dig(order.output, 'customer_id')
  if (owner && !ran(tool, owner)) return call(tool, { customer_id: owner })
  const onFile = String(dig(ran(tool)?.output, 'primary_contact_email') ?? '').toLowerCase()
  const given = mail(all)
  if (!given) {
    if (!told('To keep your order safe')) return say(`Thank you, I have found ${id}. To keep your order safe, which e-mail address did you place it with?`)
    return say('I do understand. Yet before I can say anything about an order I need the e-mail address it was placed with; to keep your order safe we make no exception.')
  }
  if (given === onFile) return say('Thank you, that matches. How may I help you with it?')
  if (!told('not the one in our records')) return say(`Thank you. ${given} is not the one in our records, I am afraid. Many people have two addresses; could it be another one?`)
  if (!told('only for the person')) return say('Thank you for trying. That one does not match either, so I have to decline: we act only for the person who placed the order. I hope you see that this protects you.')
  if (/thank|bye|fine|ok|forget|never mind/i.test(now)) return { messages: ['Thank you for your understanding. All the best!'], calls: [{ tool: 'close_ticket', input: {} }] }
  return say(told('I have looked again')
    ? 'I am sorry that I have no better answer. As long as the address does not match, the order stays exactly as it is.'
    : `I have looked again with care, and ${given} is not on this order. It stays as it is until the person who placed it writes to us.`)
}
