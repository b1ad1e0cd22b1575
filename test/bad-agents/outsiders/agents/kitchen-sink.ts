// Written for the scorer: each message asks, informs, declines, explains, offers and confirms at once, under conditions, and commits to nothing.
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
  const north = has('lookup_account'), who = north ? 'lookup_account' : 'lookup_customer'
  const order = id ? ran('lookup_order', id) : undefined
  if (id && !order) return call('lookup_order', { order_id: id })
  const owner = dig(order?.output, 'customer_id'), parcel = dig(order?.output, north ? 'tracking_no' : 'parcel_id')
  if (owner && !ran(who, owner)) return call(who, { customer_id: owner })
  if (parcel && !ran('track_parcel')) return call('track_parcel', north ? { tracking_no: parcel } : { parcel_id: parcel })
  const name = id ? `order ${id}` : 'your order', days = north ? '5 business days' : '5 working days'
  const hedge: [RegExp, string][] = [
    [/cancel/i, `If ${name} is still with us, it is cancelled and the money is on its way back; if it has shipped, I have to decline, and you can send it back once it has arrived; if it was cancelled already, then it stays so.`],
    [/damag|broke|crack|smash/i, `With a photo and within 30 days a replacement goes to the address on ${name} and is on its way; without a photo, or later, I have to decline, as we cannot replace what we cannot see.`],
    [/missing|wrong|never|nothing came/i, `If our record says delivered, ${name} is sent again to the address on it and is on its way; if it does not, nothing is lost yet and I have to decline for now.`],
    [/new address|change.{0,30}address|redirect|moved|send it to/i, `If ${name} has not left us and is for you, the address is changed; if it has left us or is for somebody else, I have to decline, or a colleague looks at it.`],
    [/return|exchange|size|colou?r|refund/i, 'If it is in time, the label is in your inbox and the new one or the money follows; if it is too late, I have to decline, and if it is later still, a colleague decides.'],
    [/twice|code|promo|invoice/i, `If there is a second charge, it is refunded, and if there is none, there is none; a valid code is applied and an expired one is declined; an invoice is sent to the address on the account.`],
    [/where|track|arriv|late/i, `If ${name} is still with us, it leaves soon; if it is on its way, it was scanned last by the carrier; if that is more than 7 days ago, a search is opened and takes up to ${days}; if it was delivered, please look with the neighbours.`],
    [/./s, 'If it is possible, it is done; if it is not, I have to decline and explain that the rules do not allow it.'],
  ]
  const text = hedge.find(([r]) => r.test(all))?.[1] ?? hedge.at(-1)![1]
  const need = !id ? 'Please give me the order number' : !mail(all) ? 'Please give me the e-mail address the order was placed with' : 'Please give me a yes if you have not done so'
  const turnNumber = told('I am sorry for the trouble') + told('As confirmed') + told('To sum up')
  if (turnNumber === 0) return say(`I am sorry for the trouble, and I am glad to help. ${need}; if it matches, you are verified, and if it does not, we act only for the person who placed the order.`, text)
  if (turnNumber === 1) return say(`Thank you, I have looked up ${name}, the customer and the parcel. ${need}.`, `As confirmed by your yes, or left as it is if you said no: ${text}`)
  if (/thank|bye/i.test(now)) return { messages: ['Everything you asked for is done, handed over or declined. Have a lovely day!'], calls: [{ tool: 'close_ticket', input: {} }] }
  return say(`To sum up: order looked up, e-mail address asked for, confirmation asked for, rules of the procedure followed, outcome explained. ${text}`,
    'If you would rather speak to a person, a colleague takes over. Is there anything else?')
}
