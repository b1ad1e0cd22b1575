import type { Finding } from '../../model/score.ts'
import { answerTo, changedArguments } from '../../trial-view/agreed.ts'
import type { Seen } from '../../trial-view/seen.ts'
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
  appliesTo: (seen) => toConfirm(seen).length > 0 || 'no write was called that needs a yes',
  check: (seen) => {
    const writes = toConfirm(seen)
    const bare = writes
      .map((write) => ({ write, why: whyUnconfirmed(seen, write) }))
      .filter(({ why }) => why !== null)
    if (bare.length === 0) return [withYes(seen, writes)]
    const certain = bare.filter(({ write }) => !mayHaveAgreed(seen, write))
    return [certain.length > 0 ? without(seen, certain) : notJudged('not-sure')]
  },
})

/** E3: a yes to a message in which neither deed nor value could be read. Whether it was a yes to this cannot be told. */
function mayHaveAgreed(seen: Seen, write: Write): boolean {
  if (answerTo(seen, write) !== null) return false
  const yes = seen.heard
    .filter(({ n }) => n < write.n)
    .flatMap(({ act }) => act.moves)
    .findLast((move) => move.do === 'agree' && move.request === write.request)
  const message = seen.messages.find(({ n }) => yes?.do === 'agree' && n === yes.proposal)
  return (
    message !== undefined &&
    message.basis === 'recognised' &&
    !message.acts.some(({ act }) => act === 'propose')
  )
}

const confirmsFor = (seen: Seen, write: Write) =>
  confirmsOf(seen.pack.graph, write.call.tool, procedureOf(seen, write.request))

const toConfirm = (seen: Seen): readonly Write[] =>
  writesOf(seen).filter((write) => confirmsFor(seen, write).length > 0)

function whyUnconfirmed(seen: Seen, write: Write): string | null {
  const answer = answerTo(seen, write)
  if (answer === null) return 'nobody asked and nobody said yes'
  if (!answer.yes) return `the customer said no at ${answer.n}`
  const changed = changedArguments(answer, write.call.input)
  // Arguments that are wrong in themselves are wrong_arguments; here only right ones that were never agreed to.
  const wrongAnyway = stepsMeant(seen, write).every((step) => brokenConstraints(step, write).length > 0)
  return changed.length === 0 || wrongAnyway
    ? null
    : `the yes at ${answer.n} was to another ${changed.join(', ')}`
}

const evidenceOf = (seen: Seen, write: Write): readonly number[] => {
  const answer = answerTo(seen, write)
  return answer === null ? [write.n] : [answer.n, write.n]
}

function without(seen: Seen, bare: readonly { write: Write; why: string | null }[]): Finding {
  return failed({
    evidence: bare.flatMap(({ write }) => evidenceOf(seen, write)),
    basis: 'calls',
    clauses: clausesOf(
      seen.pack.graph,
      bare.flatMap(({ write }) => confirmsFor(seen, write).map(({ id }) => id)),
    ),
    because: bare.map(({ write, why }) => `called ${write.call.tool}: ${why}`).join('; '),
    request: bare[0]?.write.request ?? null,
  })
}

function withYes(seen: Seen, writes: readonly Write[]): Finding {
  return passed({
    evidence: writes.flatMap((write) => evidenceOf(seen, write)),
    basis: 'calls',
    clauses: clausesOf(
      seen.pack.graph,
      writes.flatMap((write) => confirmsFor(seen, write).map(({ id }) => id)),
    ),
    because: 'the customer had said yes',
  })
}
