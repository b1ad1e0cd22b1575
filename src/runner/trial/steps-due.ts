import type { Pack } from '../../cases/case.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import { followTrial } from './follow-trial.ts'

/**
 * The sentences of the SOP whose steps are due right now: what `sop: steps` shows. In: a trial's events as they happen.
 * Out: text. It knows the customer's acts, so an agent that reads it is aided; reports keep such agents apart.
 */
export function stepsDue(
  pack: Pack,
  protocol: 'declared' | 'observed',
): { readonly text: () => string; readonly feed: (event: TranscriptEvent) => void } {
  const { feed, walk } = followTrial(pack, protocol)
  const text = (): string => {
    const cited = walk()
      .due()
      .flatMap(({ step }) => pack.graph.steps.get(step)?.cites ?? [])
    return sentences(pack.graph.sop, new Set(cited))
  }
  return { text, feed }
}

/** In the document's order, each section's sentences under its heading. */
function sentences(sop: SopDocument, cited: ReadonlySet<string>): string {
  return sop.sections
    .map(({ title, clauses }) => ({ title, shown: clauses.filter(({ id }) => cited.has(id)) }))
    .filter(({ shown }) => shown.length > 0)
    .map(({ title, shown }) => `## ${title}\n\n${shown.map((clause) => clause.text).join(' ')}`)
    .join('\n\n')
}
