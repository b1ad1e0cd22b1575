import { join } from 'node:path'
import { type DeskLists, deskLists } from '../../src/reading/desk-lists.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { PROJECT } from './project.ts'

const loaded = new Map<string, Promise<DeskLists>>()

/** The closed lists of a shipped pack, as a reader gets them. */
export function packLists(id: string): Promise<DeskLists> {
  const known = loaded.get(id)
  if (known !== undefined) return known
  const lists = read(id)
  loaded.set(id, lists)
  return lists
}

async function read(id: string): Promise<DeskLists> {
  const { graph, world, lexicon } = await loadPack(join(PROJECT, 'packs', id))
  const glosses = new Map<string, string>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'tell' || step.about === null || glosses.has(step.about)) continue
    const texts = step.cites.flatMap((cite) => graph.sop.clauses.get(cite)?.text ?? [])
    glosses.set(step.about, texts.join(' '))
  }
  return deskLists({
    fields: [...graph.fields].map(
      ([name, field]) => [name, { type: field.type, of: 'of' in field ? (field.of ?? []) : [] }] as const,
    ),
    tools: [...world.tools].map(([name, tool]) => {
      const parameters = Object.keys((tool.parameters as { properties?: object }).properties ?? {})
      return [name, { role: tool.role, description: tool.description, parameters }] as const
    }),
    topics: glosses,
    lexicon,
  })
}
