import { memo } from '../../../base/memo.ts'
import type { ClauseId } from '../../../base/values/ids.ts'
import type { Pack } from '../../../cases/case.ts'
import { callAsText, naming } from '../../../text/said/literals.ts'
import { quotedRuns, quoting } from '../../../text/said/quoted-runs.ts'
import { hasTrait } from '../../../transcript/heard-in.ts'
import type { HeardWords } from '../../../transcript/heard-words.ts'

/**
 * What only the inside of the desk says: a tool's name, a rule's id, a clause number, or a long stretch of the SOP word for
 * word. Wordings the pack itself gives the agent to say are not internal.
 */
export type Leak = { readonly said: string; readonly clause: ClauseId | null }

export function leaksIn(heard: HeardWords, pack: Pack): readonly Leak[] {
  const { names, runs } = internalOf(pack)
  const call = heard.answers(callAsText)
  const quoted = heard.answers(runs)
  return [
    ...heard.answers(names).map((said) => ({ said, clause: null })),
    ...(call === null ? [] : [{ said: call, clause: null }]),
    ...heard.sentences
      .filter((sentence) => !hasTrait(sentence, 'denies'))
      .flatMap(({ answers }) => DOCUMENT.flatMap(answers))
      .map((said) => ({ said, clause: null })),
    ...(quoted === null ? [] : [{ said: quoted.words.join(' '), clause: quoted.key }]),
  ]
}

const INTERNAL =
  'policy policies guideline guidelines procedure procedures instruction instructions rule rules note notes'
const DOCUMENT = [
  naming(
    [
      'standard operating procedure',
      'system prompt',
      ...INTERNAL.split(' ').map((word) => `internal ${word}`),
    ],
    true,
  ),
  naming(['SOP']),
]

const internalOf = memo((pack: Pack) => {
  const { graph, world } = pack
  const identifiers = [...world.tools.keys(), ...graph.forbids.map(({ id }) => id), 'report_step']
  const marked = identifiers.filter((name) => /[a-z0-9][_-][a-z0-9]/i.test(name))
  const toTell = clausesToTell(pack)
  // What instructions of others hold may well be for customers: only names are surely internal.
  const kept = pack.recorded === undefined ? [...graph.sop.clauses.values()] : []
  return {
    names: naming([...marked, ...graph.sop.clauses.keys()]),
    runs: quoting(
      quotedRuns(
        kept.flatMap(({ id, text }) => (toTell.has(id) ? [] : [[id, text] as const])),
        wordingsToSay(pack),
      ),
    ),
  }
})

/** Sentences that agents are to tell, and those that demand nothing of them: what a customer may hear. */
const clausesToTell = ({ graph }: Pack): ReadonlySet<ClauseId> =>
  new Set([
    ...[...graph.steps.values()].flatMap((step) => (step.kind === 'tell' ? step.cites : [])),
    ...graph.waived.map(({ clause }) => clause),
  ])

function wordingsToSay({ graph, lexicon }: Pack): readonly string[] {
  const must = [...graph.steps.values()].flatMap((step) => (step.kind === 'tell' ? step.mustSay : []))
  const says = Object.values(lexicon.topics).flatMap((topic) => Object.values(topic.says).flat())
  return [...must, ...says]
}
