import { type DeskLists, deskLists } from '../base/values/desk-lists.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { World } from '../world/world.ts'

/** The closed lists of a desk. Of the graph only names and the sentences that topics cite go in, never what is due (E2). */
export function listsOfDesk(graph: Graph, world: World, lexicon: Lexicon): DeskLists {
  const topics = new Map<string, string>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'tell' || step.about === null || topics.has(step.about)) continue
    const texts = step.cites.flatMap((cite) => graph.sop.clauses.get(cite)?.text ?? [])
    topics.set(step.about, texts.join(' '))
  }
  return deskLists({
    fields: [...graph.fields].map(
      ([name, field]) => [name, { type: field.type, of: 'of' in field ? (field.of ?? []) : [] }] as const,
    ),
    tools: [...world.tools].map(([name, { role, description, parameters }]) => {
      const { properties } = parameters as { readonly properties?: object }
      return [name, { role, description, parameters: Object.keys(properties ?? {}) }] as const
    }),
    topics,
    lexicon,
  })
}
