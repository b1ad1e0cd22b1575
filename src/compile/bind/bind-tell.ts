import type { TellAct } from '../../base/values/acts.ts'
import type { Source } from '../outline/outline.ts'
import { contentOf } from '../tie/words.ts'
import type { Binding, Do } from './binding.ts'
import type { Deed } from './bound.ts'
import { demandedIn, NOTHING_DEMANDED } from './demanded.ts'

/** Ties what is told to a topic of the lexicon. */

export type Told = { readonly act: TellAct; readonly words: string }

export function bindTell(
  one: Do,
  { told, clause, at }: { told: readonly Told[]; clause: string; at: Binding },
): Deed {
  const words = told.map((each) => each.words).join('. ')
  const [first] = told
  if (/^(?:and |then |so )?(?:add|answer)\b/i.test(one.text)) {
    at.notes.cite(one)
    return { does: 'nothing' }
  }
  const act = first?.act ?? 'inform'
  const referred = at.notes.sentenceElsewhere(words, at.sop)
  if (/\bwhat happens next\b|\bwhat they get\b/i.test(words))
    return { does: 'tell', act, topic: '', demanded: NOTHING_DEMANDED }
  if (at.notes.isValueOfTable(words)) return { does: 'tell', act, topic: '', demanded: NOTHING_DEMANDED }
  const known = /\bin the same way\b/i.test(words) ? at.notes.lastTopic(act) : null
  const bare = act === 'comfort' && contentOf(words).length === 0
  if (/^the (?:wording|words)\b/i.test(clause)) {
    const meant = at.notes.topicNamed(one, act, [{ text: words, weight: 3 }])
    if (meant !== null) at.notes.wordings.set(meant, demandedIn(words))
    at.notes.cite(one)
    return { does: 'nothing' }
  }
  const topic =
    known ??
    (bare ? at.notes.topicLater(one, act, [{ text: clause, weight: 1 }]) : null) ??
    at.notes.topicNamed(
      one,
      act,
      [
        { text: words, weight: 3 },
        { text: referred, weight: 3 },
        { text: one.text, weight: 1 },
        { text: clause, weight: 0.8 },
        { text: at.context, weight: 0.8 },
        { text: act === 'request-proof' ? (at.tying.focus.field?.name ?? '') : '', weight: 2 },
        { text: at.section.title, weight: 0.2 },
      ],
      contentOf(words).length === 0 ? behind(one, at) : '',
    )
  if (topic === null) return { does: 'nothing' }
  return {
    does: 'tell',
    act: first?.act ?? 'inform',
    topic,
    demanded: demandedIn(words === '' ? clause : words),
    ...(/^(?:them |the [a-z]+ |him |her )?to [a-z]+\b/i.test(words) ? { advises: true as const } : {}),
  }
}

/** The sentences behind this one in its paragraph: a bare "decline" is often explained there. */
function behind({ clause }: Source, { sop }: Binding): string {
  const own = sop.clauses.get(clause)
  if (own === undefined) return ''
  const end = sop.text.indexOf('\n\n', own.end)
  return sop.text.slice(own.end, end === -1 ? sop.text.length : end)
}
