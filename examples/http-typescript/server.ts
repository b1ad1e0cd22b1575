// An agent as a service: `http: http://127.0.0.1:8601/turn`. We are sent a turn and answer with words or calls; the desk
// makes the calls and asks again. Start it with Node 22.18 or newer (`node server.ts`), or with `npx tsx server.ts`.
import { createServer, type Server } from 'node:http'
import type { Turn, TurnAnswer } from 'sage-desk'

type Act = Record<string, string>

/** Knows where parcels are; whatever else is wanted goes to a colleague. */
export function answer({ heard, protocol }: Turn): TurnAnswer {
  const said = heard.flatMap((entry) => (entry.from === 'customer' ? [entry.text] : []))
  const [order_id] = /\bLB-\d{4}\b/.exec(said.join('\n')) ?? []
  const intent = intentOf(said.join('\n'))
  const say = (text: string, act: Act): TurnAnswer => ({
    messages: [text],
    ...(protocol === 'declared'
      ? { report: { intent, fields: { order_id: order_id ?? 'unknown' }, action: [act] } }
      : {}),
  })
  const call = (tool: string, input: Record<string, string>): TurnAnswer => ({ calls: [{ tool, input }] })
  const found = (tool: string): Record<string, Record<string, string>> | undefined =>
    heard
      .flatMap((entry) => (entry.from === 'tool' && entry.tool === tool ? [entry.output as never] : []))
      .at(-1)

  if (said.length > 1 && /thank|bye/i.test(said.at(-1) ?? ''))
    return say('You are welcome. Goodbye!', { act: 'sign-off' })
  if (order_id === undefined)
    return say('What is your order number, please?', { act: 'request', field: 'order_id' })

  const order = found('lookup_order')
  if (order === undefined) return call('lookup_order', { order_id })
  if (order.order === undefined)
    return say(`I cannot find order ${order_id} and cannot go on without it.`, {
      act: 'explain',
      about: 'order_unknown',
    })

  if (intent !== 'where_is_it') {
    const note = `Order ${order_id}, about: ${intent}.`
    if (found('hand_over') === undefined) return call('hand_over', { reason: 'other', note })
    return say('A colleague will take over from here.', { act: 'inform' })
  }
  const { status = '', parcel_id = '' } = order.order
  if (status !== 'shipped') {
    const [text = '', about = ''] = WHERE[status] ?? []
    return say(text, { act: 'inform', about })
  }
  const tracked = found('track_parcel')
  if (tracked === undefined) return call('track_parcel', { parcel_id })
  return say(`It was last scanned here: ${tracked.parcel?.last_scan_at}.`, {
    act: 'inform',
    about: 'parcel_moving',
  })
}

const WHERE: Record<string, readonly string[]> = {
  paid: ['It leaves within two working days.', 'not_shipped_yet'],
  packed: ['It leaves within two working days.', 'not_shipped_yet'],
  delivered: ['It was delivered; please look with the neighbours.', 'was_delivered'],
  cancelled: ['This order was cancelled.', 'was_cancelled'],
}

function intentOf(text: string): string {
  if (/cancel/i.test(text)) return 'cancel'
  if (/address/i.test(text)) return 'change_address'
  return /\b(where|when|arrive)/i.test(text) ? 'where_is_it' : 'damaged'
}

export function serve(port: number): Server {
  return createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const turn: Turn = JSON.parse(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...answer(turn), stateless: true }))
  }).listen(port, '127.0.0.1')
}

if (process.argv[1]?.endsWith('server.ts')) serve(8601)
