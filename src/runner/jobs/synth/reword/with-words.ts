import type { Reading } from '../../../../base/values/reading.ts'
import type { Pack } from '../../../../cases/case.ts'
import type { HeardMessage } from '../../../../conversation/customer/customer.ts'
import { plansBehind, rewordingFault } from '../../../../conversation/customer/reworded.ts'
import { lexicalReader } from '../../../../reading/trial-reader.ts'
import type { Transcript } from '../../../../transcript/event.ts'
import { heardBefore } from '../../../trial/heard-before.ts'
import type { Rewordable } from './rewordable.ts'
import { doesTheSame } from './same-reading.ts'

/** New words by the number of their message. */
export type Words = ReadonlyMap<number, string>

/** The transcript with these words in place of its own, and every message of the agent read again. */
export function withWords({ lists }: Pack, transcript: Transcript, words: Words): Transcript {
  const reader = lexicalReader(lists)
  const readings = new Map<number, Reading>()
  const said = transcript.map((event) => {
    const text = event.type === 'message.sent' ? words.get(event.n) : undefined
    return event.type === 'message.sent' && text !== undefined ? { ...event, text } : event
  })
  for (const event of said) {
    reader.feed(event)
    if (event.type === 'message.sent' && event.from === 'agent') readings.set(event.n, reader.read(event.n))
  }
  return said.map((event) =>
    event.type === 'message.read' ? { ...event, reading: readings.get(event.of) ?? event.reading } : event,
  )
}

/** Of proposed words those that do what the message did: customers pass the fidelity gate, agents are read and compared. */
export function wordsThatPass(pack: Pack, dialogue: Rewordable, proposed: Words): Words {
  const { transcript } = dialogue
  const reader = lexicalReader(pack.lists)
  const customerPasses = openCustomerGate(pack, dialogue)
  const before = heardBefore(transcript).flat()
  const heard: HeardMessage[] = []
  const passed = new Map<number, string>()
  for (const event of transcript) {
    const text = event.type === 'message.sent' ? proposed.get(event.n) : undefined
    if (event.type !== 'message.sent') reader.feed(event)
    else if (event.from === 'customer') {
      const passes = customerPasses(text ?? null, heard)
      if (text !== undefined && passes) passed.set(event.n, text)
      reader.feed({ ...event, text: passed.get(event.n) ?? event.text })
    } else {
      const own = before.find(({ n }) => n === event.n)
      const other = { ...event, text: text ?? event.text }
      reader.feed(other)
      const reading = reader.read(event.n)
      const passes = own !== undefined && doesTheSame(own, { text: other.text, reading })
      if (text !== undefined && passes) passed.set(event.n, text)
      // Fed again under its number, the message stands as it was.
      if (!passes) reader.feed(event)
      heard.push(passes ? { ...other, reading } : (own ?? { ...event, reading }))
    }
  }
  return passed
}

/** Asked for each message of the customer in turn: may it be said in these words? Null: it stays as it is. */
function openCustomerGate(
  pack: Pack,
  { case: { card, opens, tactic }, intensity, transcript }: Rewordable,
): (text: string | null, heard: readonly HeardMessage[]) => boolean {
  const who = {
    card,
    opens,
    tactic: tactic === null ? null : (pack.tactics.get(tactic) ?? null),
    intensity,
  }
  const heardThen = heardBefore(transcript)
  const sent = transcript.flatMap((event) =>
    event.type === 'message.sent' && event.from === 'customer' ? [event] : [],
  )
  const plans = plansBehind(
    who,
    pack.lexicon,
    sent.map(({ act }, at) => ({ act, heard: heardThen[at] ?? [] })),
  )
  let at = -1
  return (text, heard) => {
    at += 1
    const plan = plans[at]
    const original = sent[at]
    if (text === null || plan === undefined || original === undefined) return false
    const isItsPlan = JSON.stringify(plan.act.moves) === JSON.stringify(original.act.moves)
    const { lexicon, lists } = pack
    const rewording = { who, plan, lexicon, lists, original: original.text, heard }
    return isItsPlan && rewordingFault(text, rewording) === null
  }
}
