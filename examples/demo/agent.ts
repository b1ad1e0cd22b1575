// The agent that `npx sage-desk` plays at Lunchbox, a small shop: friendly, mostly right, and wrong in three places, which are
// marked. It also shows how an agent is written as a function: it gets the whole conversation, calls the shop's tools, and
// answers. Where this one looks for words with patterns, yours would ask a model.
import type { ModuleDesk, Turn, TurnAnswer } from 'sage-desk'

/** It keeps nothing between turns: all it needs is in the turn. */
export const stateless = true

export default function agent(turn: Turn, desk: ModuleDesk): TurnAnswer {
  return { messages: [answer(understand(turn, desk))] }
}

function answer(talk: Talk): string {
  const { last, order_id = '', wish, call } = talk
  if (talk.agreed) return doIt(talk)
  if (talk.said.filter((text) => /\b(human|person|colleague)\b/i.test(text)).length > 1) {
    call('hand_over', {
      reason: 'asked_for_human',
      note: `Order ${order_id}: wants a person. It is about: ${wish}.`,
    })
    return 'A colleague takes over from here and will be in touch with you.'
  }
  if (/\b(bye|that's all|nothing else)\b/i.test(last)) return 'Thank you for writing to us. Goodbye!'
  if (order_id === '') return 'I am happy to help! What is your order number?'
  const { order } = talk.look('lookup_order', { order_id })
  if (order === undefined)
    return 'I am sorry, I cannot find that order, and without an order number we cannot go on.'
  if (talk.isDone(order_id) || talk.isDone(order.parcel_id))
    return /thank/i.test(last) ? 'You are very welcome. Goodbye!' : 'Is there anything else I can do for you?'
  if (wish === 'where') return whereIsIt(talk, order)

  const { customer } = talk.look('lookup_customer', { customer_id: order.customer_id })
  if (talk.email === undefined) return 'Of course! Which e-mail address did you order with?'
  // WRONG: many people have two addresses, and the handbook says to ask once more (section 2).
  if (talk.email !== customer?.email)
    return 'I am sorry, we change an order only for the person who placed it, and that e-mail address is not theirs.'
  if (wish === 'cancel') return cancel(talk, order)
  if (wish === 'address') return changeAddress(talk, order)
  return wish === 'damaged' ? damaged(talk, order) : 'And what can I do for you with this order?'
}

function whereIsIt({ look, call, today }: Talk, order: Row): string {
  const { status, parcel_id, delivered_on } = order
  if (status === 'delivered')
    return `It was delivered on ${delivered_on}. Could you look with your neighbours?`
  if (status === 'cancelled') return 'That order was cancelled, so nothing is on its way.'
  if (status !== 'shipped') return 'Your order has not left us yet. It leaves within two working days.'
  const { parcel } = look('track_parcel', { parcel_id })
  const { last_scan_on, last_scan_at } = parcel ?? {}
  if (days(last_scan_on, today) <= 7)
    return `Good news, your parcel is on its way: last scanned on ${last_scan_on} in ${last_scan_at}.`
  call('open_search', { parcel_id })
  return 'I have asked the carrier to search for your parcel. The answer takes up to 5 working days.'
}

// WRONG: who had more than two replacements this year goes to a colleague (section 4). It never looks at their number.
function damaged({ photo, refused, call, today }: Talk, order: Row): string {
  const { order_id, address, delivered_on } = order
  // WRONG: who insists gets what they want, though the handbook says no without a photo, and no after 30 days (section 4).
  if (refused) {
    call('create_replacement', { order_id, address })
    return "I completely understand, and I am so sorry! I've sent you a new one. It arrives within 3 working days."
  }
  if (photo === undefined) return 'Oh no, I am sorry to hear that! Could you send us a photo of the damage?'
  if (!photo) return 'I am sorry, without a photo I cannot replace it: we cannot replace what we cannot see.'
  if (days(delivered_on, today) > 30)
    return 'I am sorry, we replace only within 30 days of delivery, and our records do not allow it here.'
  return `Shall I send you a new one to ${address}?`
}

function cancel({ call }: Talk, { order_id, status }: Row): string {
  if (status === 'paid') return `Are you sure that I should cancel order ${order_id}?`
  if (status === 'cancelled') return 'This order is cancelled already.'
  if (status !== 'packed')
    return 'I am sorry, it has been shipped, so we cannot cancel it any more. You can send it back when it arrives.'
  call('hand_over', {
    reason: 'packed_already',
    note: `Order ${order_id} is packed, and the customer wants to cancel it.`,
  })
  return 'It is packed already, so a colleague takes over from here.'
}

function changeAddress({ said, newAddress }: Talk, { order_id, status }: Row): string {
  if (status === 'delivered' || status === 'cancelled')
    return 'I am sorry, this order is not going anywhere any more, so its address cannot be changed.'
  if (status === 'shipped') {
    if (said.some((text) => /\b(friend|somebody else|someone else)\b/i.test(text)))
      return 'I am sorry, once a parcel is shipped we redirect it only to another address of the same person.'
    if (!said.some((text) => /\b(for me|myself|my own)\b/i.test(text)))
      return 'Is the new address your own, or somebody else’s?'
  }
  if (newAddress === undefined) return 'Sure! What is the new address?'
  return `Shall I change the address of ${order_id} to ${newAddress}?`
}

/** The customer has said yes to what was proposed. */
function doIt({ order_id, wish, newAddress, look, call }: Talk): string {
  if (wish === 'cancel') {
    call('cancel_order', { order_id })
    return `Done! Your order ${order_id} is cancelled and the money is on its way back.`
  }
  if (wish === 'address') {
    call('change_address', { order_id, address: newAddress })
    return `Done, the address is changed to ${newAddress}.`
  }
  call('create_replacement', { order_id, address: look('lookup_order', { order_id }).order?.address })
  return 'Your replacement is on its way and arrives within 3 working days.'
}

type Talk = ReturnType<typeof understand>
type Row = Readonly<Record<string, string | undefined>>
type Rows = Readonly<Record<string, Row | undefined>>

/** What the conversation has told so far, and the shop's tools. */
function understand({ heard, today }: Turn, desk: ModuleDesk) {
  const said = heard.flatMap((entry) => (entry.from === 'customer' ? [entry.text] : []))
  const told = heard.flatMap((entry) => (entry.from === 'agent' ? [entry.text] : []))
  const calls = heard.flatMap((entry) => (entry.from === 'tool' ? [entry] : []))
  const [last = '', proposed = ''] = [said.at(-1), told.at(-1)]
  const find = (pattern: RegExp): string | undefined =>
    said.map((text) => pattern.exec(text)?.[0]).findLast(Boolean)
  const photo = said.findLast((text) => /\b(photos?|pictures?|pics?|\w+\.jpg)\b/i.test(text))
  const addressAsked = told.findIndex((text) => text.includes('new address?')) + 1
  const call = (tool: string, input: Row): Rows =>
    desk.call(tool, JSON.parse(JSON.stringify(input))).output as Rows
  return {
    said,
    last,
    today,
    order_id: find(/\bLB-\d{4}\b/),
    email: find(/[\w.-]+@[\w.-]+\.\w+/),
    wish: said.map(wishIn).findLast((wish) => wish !== undefined),
    /** whether there is one; undefined: nobody has said */
    photo: photo && !/\b(no (photo|picture)|not|cannot|can't)\b/i.test(photo),
    newAddress: addressAsked === 0 ? undefined : said[addressAsked]?.replace(/^.*?\b(to|is) |\.$/g, ''),
    refused: told.some((text) => /cannot replace|we replace only/.test(text)),
    agreed:
      /^(Shall I|Are you sure)/.test(proposed) &&
      /\b(yes|sure|please do|go ahead|right|ok(ay)?)\b/i.test(last),
    isDone: (id: string | undefined): boolean =>
      calls.some(
        ({ tool, input }) => !/^(lookup|track)_/.test(tool) && Object.values(input ?? {}).includes(id ?? ''),
      ),
    call,
    /** what a look-up said before, else what it says now */
    look: (tool: string, input: Row): Rows => {
      const asked = JSON.stringify(input)
      return (
        (calls.find((one) => one.tool === tool && JSON.stringify(one.input) === asked)?.output as Rows) ??
        call(tool, input)
      )
    },
  }
}

function wishIn(text: string): 'cancel' | 'address' | 'damaged' | 'where' | undefined {
  if (/\b(cancel|call off)/i.test(text)) return 'cancel'
  if (/\b(another|new|different) address|send .* somewhere else/i.test(text)) return 'address'
  if (/\b(torn|broke|broken|crack|leaks?|dent|came off|damaged)\b/i.test(text)) return 'damaged'
  return /\b(where|not arrived|delivery|news)\b/i.test(text) ? 'where' : undefined
}

const days = (from: string | undefined, to: string): number =>
  (Date.parse(to) - Date.parse(from ?? '')) / 86_400_000
