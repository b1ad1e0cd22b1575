import { expect, test } from 'vitest'
import type { CustomerMove } from '../src/base/values/acts.ts'
import { wordsOf } from '../src/cards/tactic.ts'
import { chance } from '../src/conversation/customer/chance.ts'
import type { Customer } from '../src/conversation/customer/customer.ts'
import { decide, decideOpening } from '../src/conversation/customer/decide.ts'
import type { Plan } from '../src/conversation/customer/draft.ts'
import { type GateFault, gate } from '../src/conversation/customer/gate.ts'
import { newMind } from '../src/conversation/customer/mind.ts'
import { personalityOf } from '../src/conversation/customer/personality.ts'
import { phrase } from '../src/conversation/customer/phrase.ts'
import type { WordsFor } from '../src/conversation/customer/phrases/book.ts'
import { en } from '../src/conversation/customer/phrases/en.ts'
import { type CustomerOptions, hearAll } from '../src/conversation/customer/scripted-customer.ts'
import { shownWith } from '../src/conversation/customer/shown.ts'
import { SIGNALS } from '../src/conversation/customer/signals.ts'
import { asOwn } from '../src/conversation/customer/voice.ts'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { fold } from '../src/text/fold.ts'
import { packCases, soak } from './customer-soak.ts'

/** Scripted wordings are made from the act and pass no gate when they are said: here all of them do. */

const CONVERSATIONS = 600
const BOOK: ReadonlySet<string> = new Set(Object.values(en).flat())

/** The scripted customer, gated; a planted fault spoils its words. */
const gated =
  (spoil = (text: string): string => text) =>
  ({ card, tactic, intensity, opens, lexicon, seed, ear }: CustomerOptions): Customer => {
    const who = { card, tactic, intensity, opens }
    const used = new Set<string>()
    const speaker = { who, lexicon, personality: personalityOf(seed, who), used }
    let mind = newMind(card)
    const say = (plan: Plan) => {
      const said = phrase(speaker, plan, chance(seed, plan.next.turn, 0))
      const text = spoil(said.text)
      const filled = (wording: string): string =>
        wording.replaceAll('{wants}', card.requests[0]?.wants ?? '').replaceAll('{lies}', card.lies ?? '')
      const quoted = [
        ...(plan.next.turn === 1 && opens !== null ? [opens] : []),
        ...said.used.filter((wording) => !BOOK.has(wording)).map(filled),
        ...card.requests.flatMap(({ wants }) => asOwn(wants, who) ?? []),
        ...shownWith(speaker, plan),
      ]
      const fault =
        gate(text, { who, plan, lexicon, heard: [], quoted, read: null }) ?? beside(text, quoted, plan)
      if (fault !== null) return { strayed: `${fault}: ${text}` }
      mind = plan.next
      for (const wording of said.used) used.add(wording)
      return { text, act: plan.act, leaves: plan.leaves }
    }
    return {
      open: () => say(decideOpening(who, mind)),
      answer: (heard, sent) => say(decide(who, mind, hearAll(heard, ear), sent ?? null)),
    }
  }

const ANSWERS: ReadonlySet<CustomerMove['do']> = new Set(['tell', 'lack', 'dodge', 'agree', 'refuse'])
const ANSWERING: ReadonlySet<WordsFor> = new Set([
  'affirm',
  'notSo',
  'hedge',
  'accept',
  'wait',
  'staysNo',
  'noMore',
])

/** Does it do what its act does not order? An author's words are checked where the pack is loaded. */
function beside(
  text: string,
  quoted: readonly string[],
  { act: { moves }, says, closes, denies }: Plan,
): GateFault | null {
  if (moves.some((move) => move.do === 'silence')) return null
  const own = quoted.reduce((rest, one) => rest.replace(fold(one).replace(/[.!?\s]+$/, ''), ' '), fold(text))
  const does = (kind: CustomerMove['do']) => moves.some((move) => move.do === kind)
  if (!does('thank') && SIGNALS.thanks.test(own.replace(/\bno,? (?:thank you|thanks)\b/, ' ')))
    return 'another-act'
  if (!does('leave') && SIGNALS.bye.test(own)) return 'another-act'
  if (!does('demand_human') && SIGNALS.demandsHuman.test(own)) return 'another-act'
  const answers =
    moves.some((move) => ANSWERS.has(move.do)) ||
    denies.length > 0 ||
    closes ||
    (says !== null && ANSWERING.has(says))
  return !answers && /^\W*(?:yes|yep|no|nope)\s*(?:[,.!]|$)/.test(own) ? 'another-act' : null
}

const tactics = [...(await productTactics()).values()]

test(`${CONVERSATIONS} conversations over all packs, tactics and personalities: what is said is the act, and nothing beside it`, async () => {
  const { faults } = await soak(await packCases(), tactics, CONVERSATIONS, gated())
  expect(faults).toEqual([])
})

test.each(['Thank you so much.', 'Bye.', 'Let me talk to a real person.', 'It was order 4711.'])(
  'a wording that also says "%s" is found',
  async (more) => {
    const { faults } = await soak(
      await packCases(),
      [],
      20,
      gated((text) => `${text} ${more}`),
    )
    expect(faults.length).toBeGreaterThan(10)
  },
)

test('every line of a tactic is one a customer may say', () => {
  const lines = tactics.flatMap(({ phrases }) =>
    Object.values(phrases).flatMap((lists) => Object.values(lists).flatMap((list) => list ?? [])),
  )
  for (const line of lines) expect(fold(wordsOf(line)), wordsOf(line)).not.toMatch(SIGNALS.outOfRole)
})
