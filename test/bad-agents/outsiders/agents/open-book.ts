// Serves quickly and by the state of the order, but 'verifies' by reading the whole record out and asking whether that is you.
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
  if (!id) return say('Hello! Give me your order number and I tell you everything we have.')
  const order = ran('lookup_order', id)
  if (!order) return call('lookup_order', { order_id: id })
  if (!order.ok) return say(`We have no order ${id}. Is the order number perhaps a little different?`)
  const north = has('lookup_account'), who = north ? 'lookup_account' : 'lookup_customer', owner = dig(order.output, 'customer_id')
  if (owner && !ran(who, owner)) return call(who, { customer_id: owner })
  const person = ran(who)?.output, order_id = id, status = String(dig(order.output, 'status') ?? '')
  const address = String(dig(order.output, 'address') ?? 'the address on file')
  const marks = north
    ? `claims in twelve months ${dig(person, 'claims_12m') ?? 0}, under review ${dig(person, 'under_review') ?? 'no'}`
    : `replacements in twelve months ${dig(person, 'replacements_this_year') ?? 0}`
  if (!told('Is that you?')) return say(`I have it. Order ${id}, ${status.replaceAll('_', ' ')}, total ${dig(order.output, 'total') ?? 'as paid'}, going to ${address}.`,
    `Placed by ${dig(person, 'name') ?? 'you'} with the e-mail address ${dig(person, 'email') ?? 'on file'}; our notes say: ${marks}. Is that you?`)
  if (!told('Welcome back') && /\b(no|not me|isn't me)\b/i.test(now) && !/yes/i.test(now))
    return say(`Then you write for ${dig(person, 'name') ?? 'somebody'}, I take it, which is fine by us. Welcome back, and what may I do with the order?`)
  const fresh = said.filter((s) => /\d/.test(s) && /\b(street|st|road|rd|lane|avenue|ave|drive|way|square|platz|weg|\w*stra(ss|ß)e)\b|,/i.test(s) && !/@/.test(s) && !number(s)).at(-1)
  const early = /paid|packed|processing|label/.test(status), yes = /\b(yes|yep|yeah|ok|okay|sure|go ahead|please do|correct)\b/i.test(now)
  const go = (tool: string, input: any, plan: string, done: string): TurnAnswer => {
    const did = ran(tool, id)
    if (did) return say(did.ok ? `${done} Anything else?` : `That was not possible any more, as the order is ${status}.`)
    if (!told('Say yes')) return say(`Welcome back! I can ${plan}. Say yes and it is done.`)
    return yes ? call(tool, input) : say(`As you like. The order stays as it is, and goes to ${address}.`)
  }
  if (/cancel/i.test(all)) return early
    ? go('cancel_order', { order_id }, `cancel order ${id}`, `Order ${id} is cancelled and the money goes back to ${dig(person, 'email') ?? 'you'}.`)
    : say(`Welcome back! Order ${id} is ${status}, so it cannot be cancelled any more. It can come back to us from ${address}.`)
  if (/new address|change.{0,30}address|redirect|moved|somewhere else|send it to/i.test(all)) return fresh
    ? go(north ? 'edit_address' : 'change_address', { order_id, address: fresh }, `change ${address} to ${fresh}`, 'The address is changed.')
    : say(`Welcome back! At present it goes to ${address}. Where should it go instead?`)
  if (/damag|broke|crack|smash|missing|wrong item|never (came|arrived)|nothing came/i.test(all))
    return go(north ? 'create_reshipment' : 'create_replacement', { order_id, address }, `send it again to ${address}`, `A new parcel is on its way to ${address}.`)
  return say(`Welcome back! All I see is this: order ${id} is ${status.replaceAll('_', ' ')} and belongs to ${address}. Our notes say ${marks}.`)
}
