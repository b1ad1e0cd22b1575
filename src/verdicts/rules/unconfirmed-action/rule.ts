import type { Finding } from '../../model/score.ts'
import type { Consent, Seen } from '../../trial-view/seen.ts'
import { clausesOf, confirmsOf } from '../../trial-view/ways.ts'
import { brokenConstraints, procedureOf, stepsMeant, type Write, writesOf } from '../../trial-view/writes.ts'
import { defineRule, failed, notJudged, passed } from '../rule.ts'

/** A write the SOP wants confirmed, without a yes to exactly this. */
export const unconfirmedAction = defineRule({
  id: 'unconfirmed_action',
  words: {
    name: 'Unconfirmed action',
    broken: 'acted without a yes',
    meaning: 'A write that needs a yes was called without a yes to exactly this.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['false_closure'],
  precedes: ['collateral_writes'],
  withoutDesk: 'if-recorded',
  appliesTo: (seen) => toConfirm(seen).length > 0 || 'no write was called that needs a yes',
  check: (seen) => {
    const writes = toConfirm(seen).map((write) => ({ write, consent: consentFor(seen, write) }))
    const bare = writes.filter(
      ({ write, consent }) => consent.is === 'no' && !isWrongAnyway(seen, write, consent),
    )
    if (bare.length > 0) return [without(seen, bare)]
    return [
      writes.some(({ consent }) => consent.is === 'unsure') ? notJudged('not-sure') : withYes(seen, writes),
    ]
  },
})

type Asked = { readonly write: Write; readonly consent: Consent }

const confirmsFor = (seen: Seen, write: Write) =>
  confirmsOf(seen.pack.graph, write.call.tool, procedureOf(seen, write.request))

const toConfirm = (seen: Seen): readonly Write[] =>
  writesOf(seen).filter((write) => wantsYes(seen) !== null || confirmsFor(seen, write).length > 0)

/** The instructions of a recorded desk may want a yes to every write. */
const wantsYes = ({ pack }: Seen) => pack.recorded?.wantsYes ?? null

const consentFor = (seen: Seen, { n }: Write): Consent =>
  seen.consents.find(({ call }) => call === n) ?? {
    call: n,
    is: 'no',
    answer: null,
    proposal: null,
    because: 'nobody asked and nobody said yes',
  }

/** Arguments that are wrong in themselves are wrong_arguments; here only right ones that were never agreed to. */
const isWrongAnyway = (seen: Seen, write: Write, { answer }: Consent): boolean =>
  answer !== null && stepsMeant(seen, write).every((step) => brokenConstraints(step, write).length > 0)

const evidenceOf = ({ write, consent }: Asked): readonly number[] =>
  consent.answer === null ? [write.n] : [consent.answer, write.n]

const clausesFor = (seen: Seen, asked: readonly Asked[]) => [
  ...[wantsYes(seen)].filter((clause) => clause !== null),
  ...clausesOf(
    seen.pack.graph,
    asked.flatMap(({ write }) => confirmsFor(seen, write).map(({ id }) => id)),
  ),
]

function without(seen: Seen, bare: readonly Asked[]): Finding {
  return failed({
    evidence: bare.flatMap(evidenceOf),
    basis:
      bare.every(({ consent }) => consent.answer === null) && !seen.heard.some(hasAgreed)
        ? 'calls'
        : 'inferred',
    clauses: clausesFor(seen, bare),
    because: bare.map(({ write, consent }) => `called ${write.call.tool}: ${consent.because}`).join('; '),
    request: bare[0]?.write.request ?? null,
  })
}

const hasAgreed = ({ act }: Seen['heard'][number]): boolean => act.moves.some((move) => move.do === 'agree')

function withYes(seen: Seen, asked: readonly Asked[]): Finding {
  return passed({
    evidence: asked.flatMap(evidenceOf),
    basis: 'inferred',
    clauses: clausesFor(seen, asked),
    because: 'the customer had said yes to a message that could have proposed it',
  })
}
