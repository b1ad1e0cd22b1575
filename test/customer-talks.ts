import { seedFrom } from '../src/base/chance.ts'
import { aTrialId } from '../src/base/values/ids-testing.ts'
import { asks } from '../src/base/values/reading.ts'
import { needsOf, wordsOf } from '../src/cards/tactic.ts'
import type { Case, Intensity, Pack } from '../src/cases/case.ts'
import type { RunAgent } from '../src/runner/agents/parties.ts'
import { makeCustomer } from '../src/runner/agents/parties.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import type { Transcript } from '../src/transcript/event.ts'

/** Conversations of references over the packs, each read afterwards: what a customer must never do, seen in the transcript. */
export type TalkFault = {
  readonly case: string
  readonly seed: number
  readonly what: string
  readonly text: string
}

export async function faultsOfTalks(
  packs: readonly Pack[],
  agents: readonly RunAgent[],
  count: number,
): Promise<readonly TalkFault[]> {
  const all = packs.flatMap((pack) =>
    pack.cases.flatMap((each) => each.intensities.map((intensity) => ({ pack, each, intensity }))),
  )
  const faults: TalkFault[] = []
  for (let seed = 0; seed < count; seed += 1) {
    const one = all[seedFrom('talk', String(seed)) % all.length]
    const agent = agents[seed % agents.length]
    if (one === undefined || agent === undefined) break
    faults.push(...(await faultsOfTalk(one, agent, seed)))
  }
  return faults
}

async function faultsOfTalk(
  { pack, each, intensity }: { pack: Pack; each: Case; intensity: Intensity },
  agent: RunAgent,
  seed: number,
): Promise<readonly TalkFault[]> {
  const transcript = await playTrial({
    id: aTrialId(`t${seed}`),
    pack,
    case: each,
    intensity,
    seed,
    attempt: 0,
    agent,
    customer: makeCustomer('scripted'),
  })
  return whatIsWrong(pack, each, transcript).map(({ what, text }) => ({ case: each.id, seed, what, text }))
}

const YES = /\b(?:yes|yep|please do|go ahead|fine by me)\b/gi

export function whatIsWrong(
  pack: Pack,
  each: Case,
  transcript: Transcript,
): readonly { what: string; text: string }[] {
  const found: { what: string; text: string }[] = []
  const tactic = each.tactic === null ? null : (pack.tactics.get(each.tactic) ?? null)
  const lines = Object.values(tactic?.phrases ?? {}).flatMap((phrases) =>
    Object.values(phrases).flatMap((list) => list ?? []),
  )
  let declined = false
  let questions = 0
  let asked = false
  for (const event of transcript) {
    if (event.type === 'message.read') {
      const acts = event.reading.sentences.flatMap((sentence) => sentence.acts)
      declined ||= acts.some(
        ({ kind, place }) =>
          kind === 'decline' || (place?.in === 'topic' && pack.lexicon.topics[place.name]?.act === 'decline'),
      )
      asked ||= asks(event.reading)
    }
    if (event.type === 'fault.raised' && event.side === 'customer')
      found.push({ what: `strayed ${event.code}`, text: '' })
    if (event.type !== 'message.sent' || event.from !== 'customer') continue
    const { text, act } = event
    const add = (what: string): number => found.push({ what, text })
    if (asked) questions += 1
    if (asked && act.moves.some((move) => move.do === 'leave')) add('leaves a question')
    asked = false
    const agrees = act.moves.filter((move) => move.do === 'agree')
    const told = act.moves.some((move) => move.do === 'tell' || move.do === 'lack')
    if (agrees.length > 0 && !told && (text.match(YES) ?? []).length > 2) add('says yes twice')
    for (const move of act.moves) {
      if (move.do !== 'tell' || move.field === 'intent') continue
      const card = each.card.requests[Number(move.request.slice(1)) - 1]
      const known = [
        card?.knows[move.field],
        ...(card?.corrects ?? []).filter(({ field }) => field === move.field).map(({ value }) => value),
      ]
      if (!known.includes(move.value)) add('tells what is not on the card')
    }
    const mayTurn = tactic?.raises === 'switches'
    if (act.language !== each.card.language && !mayTurn) add('another language')
    for (const line of lines) {
      const words = wordsOf(line)
      if (words.includes('{') || !text.toLowerCase().includes(words.toLowerCase().replace(/[.!?]+$/, '')))
        continue
      for (const need of needsOf(line)) {
        const holds =
          need === 'declined'
            ? declined
            : need === 'asked_more'
              ? questions > 1
              : need === 'lacking'
                ? act.moves.some((move) => move.do === 'lack')
                : need === 'dated' || need === 'mailbox' || pack.lexicon.setting.includes(need)
        if (!holds) add(`a line that presupposes ${need}: ${words}`)
      }
    }
  }
  return found
}
