import type { Pack } from '../../src/cases/case.ts'
import { cardWithWishes } from '../../src/cases/wishes.ts'
import type { CustomerTurn, HeardMessage } from '../../src/conversation/customer/customer.ts'
import { scriptedCustomer } from '../../src/conversation/customer/scripted-customer.ts'
import { customerEar } from '../../src/reading/customer-ear/ear.ts'
import { lexicalReader } from '../../src/reading/trial-reader.ts'
import { sentBefore } from '../../src/runner/trial/sent-before.ts'
import type { TranscriptEvent } from '../../src/transcript/event.ts'
import { type Desks, playedAt, playOf } from '../plays/plays.ts'

/** What today's customer answers to a turn of a recorded talk, after it has heard the turns before it. */
export async function replayed(
  { set, talk, turn }: { readonly set: string; readonly talk: string; readonly turn: number },
  desks: Desks,
): Promise<{ readonly said: string; readonly does: readonly string[] }> {
  const play = playOf(set, talk)
  const { start, pack, case: theCase } = playedAt(play, desks)
  const customer = scriptedCustomer({
    card: cardWithWishes(pack, theCase),
    opens: theCase.opens,
    tactic: theCase.tactic === null ? null : (pack.tactics.get(theCase.tactic) ?? null),
    intensity: theCase.intensities.find((one) => one === start.intensity) ?? theCase.intensity,
    lexicon: pack.lexicon,
    seed: start.seed,
    ear: customerEar(pack.lexicon),
  })
  await customer.open()
  let answer: CustomerTurn | null = null
  const sent = sentBefore(play.events, pack.world)
  for (const [at, heard] of turnsOf(play.events, pack).slice(0, turn).entries()) {
    const said = await customer.answer(heard, sent?.[at + 1])
    if ('strayed' in said) throw new RangeError(`${talk}: strayed ${said.strayed}`)
    answer = said
  }
  return {
    said: answer?.text ?? '',
    does: answer?.act.moves.map((move) => ('field' in move ? `${move.do} ${move.field}` : move.do)) ?? [],
  }
}

/** The agent's turns, read with what was said and shown before them. */
function turnsOf(events: readonly TranscriptEvent[], pack: Pack): readonly (readonly HeardMessage[])[] {
  const reader = lexicalReader(pack.lists)
  const turns: HeardMessage[][] = [[]]
  for (const event of events) {
    reader.feed(event)
    if (event.type !== 'message.sent') continue
    if (event.from === 'agent')
      turns.at(-1)?.push({ n: event.n, text: event.text, reading: reader.read(event.n) })
    else turns.push([])
  }
  return turns.filter((turn) => turn.length > 0)
}
