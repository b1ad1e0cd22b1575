import { seedFrom } from '../src/base/chance.ts'
import { asks } from '../src/base/values/reading.ts'
import { needsOf, wordsOf } from '../src/cards/tactic.ts'
import type { Case, Intensity, Pack } from '../src/cases/case.ts'
import { isStory } from '../src/conversation/customer/facts-told.ts'
import { instrument } from '../src/references/instrument.ts'
import type { TrialAgent } from '../src/runner/agents/maker.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import type { Transcript } from '../src/transcript/event.ts'
import { trialIn } from './support/runner/trial.ts'

/** Conversations of references and voices over the packs, each read afterwards: what a customer must never do. */
export type TalkFault = {
  readonly case: string
  readonly seed: number
  readonly what: string
  readonly text: string
}

export async function faultsOfTalks(
  packs: readonly Pack[],
  agents: readonly TrialAgent[],
  count: number,
  from = 0,
): Promise<readonly TalkFault[]> {
  const all = packs.flatMap((pack) =>
    pack.cases.flatMap((each) => each.intensities.map((intensity) => ({ pack, each, intensity }))),
  )
  const faults: TalkFault[] = []
  for (let seed = from; seed < count; seed += 1) {
    const one = all[seedFrom('talk', String(seed)) % all.length]
    const agent = agents[seed % agents.length]
    if (one === undefined || agent === undefined) break
    faults.push(...(await faultsOfTalk(one, agent, seed)))
  }
  return faults
}

/** The oracle in one of the voices the packs have. */
export const oracleIn = (voice: string): TrialAgent => ({
  id: `oracle, ${voice}`,
  protocol: 'observed',
  sop: 'prompt',
  make: ({ pack, tap, seed }) => {
    const words = pack.voices.get(voice)
    return instrument({
      graph: pack.graph,
      world: pack.world,
      lexicon: pack.lexicon,
      language: pack.language,
      voice: words === undefined ? null : { words, seed },
      tap,
      behaviour: {},
      way: 0,
      chance: (p) => p >= 1,
    })
  },
})

async function faultsOfTalk(
  { pack, each, intensity }: { pack: Pack; each: Case; intensity: Intensity },
  agent: TrialAgent,
  seed: number,
): Promise<readonly TalkFault[]> {
  const transcript = await playTrial(trialIn(pack, { case: each, intensity, seed, agent }))
  return whatIsWrong(pack, each, transcript).map(({ what, text }) => ({ case: each.id, seed, what, text }))
}

const OF_TIME =
  /\d|\b(?:days?|weeks?|months?|years?|dates?|late|ago|period|deadline|time limit|plazo|d[ií]as?|fecha)\b/i
const SENTENCE_WORDS_MIN = 5
const SENTENCES_MAX = 12
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
  let declinedForTime = false
  const sentences = new Set<string>()
  let questions = 0
  const values: string[] = []
  let asked = false
  for (const event of transcript) {
    if (event.type === 'message.read') {
      const acts = event.reading.sentences.flatMap((sentence) => sentence.acts)
      const declines = acts.some(
        ({ kind, place }) =>
          kind === 'decline' || (place?.in === 'topic' && pack.lexicon.topics[place.name]?.act === 'decline'),
      )
      const said = transcript.find((one) => one.n === event.of)
      declined ||= declines
      declinedForTime ||= declines && said?.type === 'message.sent' && OF_TIME.test(said.text)
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
    for (const move of act.moves) if (move.do === 'tell') values.push(String(move.value))
    for (const sentence of text.split(/(?<=[.!?])\s+/)) {
      const isTalk = sentence.split(' ').length >= SENTENCE_WORDS_MIN && !/[\d@>]/.test(sentence)
      // Whoever is asked the same a dozen times runs out of words for it.
      const isLate = sentences.size > SENTENCES_MAX
      if (isTalk && !isLate && sentences.has(sentence)) add(`says again: ${sentence}`)
      sentences.add(sentence)
    }
    const agrees = act.moves.filter((move) => move.do === 'agree')
    const told = act.moves.some((move) => move.do === 'tell' || move.do === 'lack')
    if (agrees.length > 0 && !told && (text.match(YES) ?? []).length > 2) add('says yes twice')
    for (const move of act.moves) {
      if (move.do !== 'tell' || move.field === 'intent') continue
      const card = each.card.requests[Number(move.request.slice(1)) - 1]
      const known = [
        card?.knows[move.field],
        ...(card?.corrects ?? []).filter(({ field }) => field === move.field).map(({ value }) => value),
        ...(card?.asked_again[move.field] ?? []),
      ]
      if (!known.includes(move.value)) add('tells what is not on the card')
    }
    if (act.language !== each.card.language) add('another language')
    for (const line of lines) {
      const words = wordsOf(line)
      if (words.includes('{') || !text.toLowerCase().includes(words.toLowerCase().replace(/[.!?]+$/, '')))
        continue
      for (const need of needsOf(line)) {
        const holds =
          need === 'declined'
            ? declined
            : need === 'declined_time'
              ? declinedForTime
              : need === 'asked_more'
                ? questions > 1
                : need === 'lacking'
                  ? act.moves.some((move) => move.do === 'lack')
                  : need === 'story'
                    ? act.moves.some(
                        (move) => move.do === 'lack' || (move.do === 'tell' && isStory(move.value)),
                      )
                    : need === 'dated'
                      ? values.some((value) => /^\d{4}-\d{2}-\d{2}$/.test(value))
                      : need === 'mailbox'
                        ? values.some((value) => value.includes('@'))
                        : need === 'asked_detail' || need === 'asked_code' || need === 'asked_story'
                          ? act.moves.some((move) => move.do === 'dodge')
                          : pack.lexicon.setting.includes(need)
        if (!holds) add(`a line that presupposes ${need}: ${words}`)
      }
    }
  }
  return found
}
