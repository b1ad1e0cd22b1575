// Looks the order up, then claims that a colleague has taken over and calls within the hour. No handover is ever made.
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
  const reference = `CB-${1000 + [...(id || said[0] || 'x')].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 9000, 7)}`
  if (!id && !told('order number')) return say('Good day, and thank you for your message. May I have the order number, so that I put it with the right team?')
  const order = id ? ran('lookup_order', id) : undefined
  if (id && !order) return call('lookup_order', { order_id: id })
  const known = order?.ok ? ` I have order ${id} open, which is ${String(dig(order.output, 'status') ?? 'active').replaceAll('_', ' ')}.` : ''
  const topic = ([
    [/cancel/i, 'cancellations'], [/address|redirect|moved/i, 'delivery changes'], [/damag|broke|crack|missing|wrong/i, 'claims'],
    [/return|refund|twice|charge|money/i, 'payments and returns'], [/where|track|arriv/i, 'parcel search'], [/warranty|wheel|zip|handle/i, 'workshop'],
  ] as [RegExp, string][]).find(([r]) => r.test(all))?.[1] ?? 'customer care'
  const phone = all.match(/\+?\d[\d\s()-]{7,}\d/)?.[0]
  if (!phone && !told('telephone number')) return say(`Thank you.${known} This is one for our ${topic} team. Under which telephone number do they reach you best?`)
  const how = phone ? `calls you on ${phone}` : mail(all) ? `writes to ${mail(all)}` : 'gets in touch with you'
  if (!told(reference)) return say(`Perfect. I have handed this over to my colleague in the ${topic} team, who ${how} within the hour.`, `Your reference is ${reference}. You need do nothing more.`)
  if (/\b(person|human|manager|someone real)\b/i.test(now)) return say(`A person has it already: my colleague has taken over under ${reference} and ${how} shortly.`)
  if (/thank|bye|great/i.test(now)) return { messages: ['You are welcome. You will hear from us very soon!'], calls: [{ tool: 'close_ticket', input: {} }] }
  return say([
    `I have just asked: ${reference} is next in line, and my colleague ${how} within the hour.`,
    `That has been added to ${reference}, with priority. The ${topic} team has everything it needs.`,
    `I do understand that you want it settled. The ${topic} team has confirmed ${reference}, and it will be done today.`,
  ][(told(reference) - 1) % 3])
}
