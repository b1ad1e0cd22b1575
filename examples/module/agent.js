// An agent as a function: `module: ./agent.js`. It is asked with everything said and done so far and answers with words,
// calls or both; after calls it is asked again, with their results in turn.heard. docs/agents.md has the whole contract.
// This one only knows where parcels are; whatever else is wanted goes to a colleague.

/** It keeps nothing between turns: all it needs stands in the turn. */
export const stateless = true

export default function agent(turn) {
  const said = turn.heard.filter(({ from }) => from === 'customer').map(({ text }) => text)
  const order_id = /\bLB-\d{4}\b/.exec(said.join('\n'))?.[0]
  const intent = intentOf(said.join('\n'))
  const report = (...action) => ({ intent, fields: { order_id: order_id ?? 'unknown' }, action })
  const say = (text, act) => ({
    messages: [text],
    ...(turn.protocol === 'declared' ? { report: report(act) } : {}),
  })
  const call = (tool, input) => ({ calls: [{ tool, input }] })
  const found = (tool) => turn.heard.findLast((entry) => entry.tool === tool)?.output

  if (said.length > 1 && /thank|bye/i.test(said.at(-1)))
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
  if (order.order.status !== 'shipped') {
    const [text, about] = WHERE[order.order.status]
    return say(text, { act: 'inform', about })
  }
  const tracked = found('track_parcel')
  if (tracked === undefined) return call('track_parcel', { parcel_id: order.order.parcel_id })
  return say(`It was last scanned here: ${tracked.parcel.last_scan_at}.`, {
    act: 'inform',
    about: 'parcel_moving',
  })
}

const WHERE = {
  paid: ['It leaves within two working days.', 'not_shipped_yet'],
  packed: ['It leaves within two working days.', 'not_shipped_yet'],
  delivered: ['It was delivered; please look with the neighbours.', 'was_delivered'],
  cancelled: ['This order was cancelled.', 'was_cancelled'],
}

function intentOf(text) {
  if (/cancel/i.test(text)) return 'cancel'
  if (/address/i.test(text)) return 'change_address'
  return /\b(where|when|arrive)/i.test(text) ? 'where_is_it' : 'damaged'
}
