import type { Pack } from '../../cases/case.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import { toolSpecs } from '../../world/call.ts'
import type { ToolSpec, World } from '../../world/world.ts'
import type { SopMode } from '../agents/shared/agent-request.ts'
import { followTrial } from './follow-trial.ts'

/** What an agent is shown of the SOP: the text each time it is asked, and the tools that go with it. */
export type ShownSop = {
  readonly sop: () => string
  readonly tools: readonly ToolSpec[]
  /** takes the trial's events as they happen: they decide which steps are due, if only those are shown */
  readonly feed: (event: TranscriptEvent) => void
}

const nothing = (): void => undefined

export function shownSop(
  pack: Pack,
  { sop, protocol }: { readonly sop: SopMode; readonly protocol: 'declared' | 'observed' },
): ShownSop {
  const tools = toolSpecs(pack.world)
  switch (sop) {
    case 'prompt':
      return { sop: () => pack.graph.sop.text, tools, feed: nothing }
    case 'lookup':
      return { sop: () => '', tools, feed: nothing }
    // The look-up is removed too: it would read the SOP out.
    case 'none':
      return { sop: () => '', tools: withoutLookUps(pack.world, tools), feed: nothing }
    case 'steps': {
      const due = stepsDue(pack, protocol)
      return { sop: due.text, tools: withoutLookUps(pack.world, tools), feed: due.feed }
    }
  }
}

const withoutLookUps = (world: World, tools: readonly ToolSpec[]): readonly ToolSpec[] =>
  tools.filter(({ name }) => world.tools.get(name)?.works.searches == null)

/**
 * The sentences of the SOP whose steps are due right now: what `sop: steps` shows. In: a trial's events as they happen.
 * Out: text. It knows the customer's acts, so an agent that reads it is aided; reports keep such agents apart.
 */
function stepsDue(
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
