// Honest, informed and verified, with a read-only key: it declines every change and hands nothing over.
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
  if (!id) return say(told('order number') > 1 ? 'Without the order number I cannot look anything up, and I do not want to guess.' : 'Hello, and thank you for writing. May I have your order number?')
  const order = ran('lookup_order', id)
  if (!order) return call('lookup_order', { order_id: id })
  if (!order.ok) return say(`I find no order ${id}. Could you check the order number in the confirmation mail?`)
  const who = has('lookup_account') ? 'lookup_account' : 'lookup_customer', owner = dig(order.output, 'customer_id')
  if (owner && !ran(who, owner)) return call(who, { customer_id: owner })
  const status = String(dig(order.output, 'status') ?? 'in our system').replaceAll('_', ' ')
  const parcel = dig(order.output, has('open_trace') ? 'tracking_no' : 'parcel_id')
  if (parcel && /shipped|delivery/.test(status) && !ran('track_parcel')) return call('track_parcel', has('open_trace') ? { tracking_no: parcel } : { parcel_id: parcel })
  const scan = ran('track_parcel')?.ok ? ran('track_parcel').output : undefined
  const place = dig(scan, 'last_scan_place') ?? dig(scan, 'place') ?? dig(scan, 'last_place')
  const seen = place ? ` The carrier scanned the parcel last in ${place}.` : ''
  const state: [RegExp, string][] = [
    [/paid|packed/, 'it leaves us within two working days'], [/processing|label/, 'it leaves us within 1 to 2 business days'],
    [/partially/, 'one parcel is on its way and the rest follows'], [/shipped/, 'it is on its way to you'],
    [/out for/, 'it is with the driver and comes today'], [/delivered/, 'our record says that it was delivered'],
    [/returned/, 'it has come back to us'], [/cancelled/, 'it was cancelled, and nothing is on its way'],
  ]
  const truth = `Order ${id} is ${status}: ${state.find(([r]) => r.test(status))?.[1] ?? 'more I do not see'}.${seen}`
  const wish = /cancel|address|damag|broke|crack|missing|wrong|return|refund|exchange|size|colou?r|code|twice|invoice|warranty|never|nothing came|search|trace|lost|add|remove|person|human/i
  if (!wish.test(all)) return say(`${truth} Is there anything else you would like to know?`)
  const real = String(dig(ran(who)?.output, 'email') ?? '').toLowerCase()
  if (!mail(all)) return say('Thank you, I have found it. Which e-mail address was the order placed with?')
  if (real && mail(all) !== real) return say(told('does not match') ? 'It still does not match, so I must leave the order alone.' : 'That does not match our record. Is there perhaps a second address?')
  if (!told('to be honest')) return say(`Thank you, that matches. ${truth} What you ask for I cannot do from here, to be honest with you, so I decline and leave everything as it is.`)
  if (/\b(person|human|colleague|manager)\b/i.test(now)) return say('I understand that. There is nobody I can pass you on to from here, and I would rather say so than keep you waiting.')
  if (/thank|bye/i.test(now)) return say('Thank you for your patience. As I said, nothing has been changed on the order.')
  return say(`I would rather be open than promise too much: I can look, but I cannot change, send or refund anything. ${truth}`)
}
