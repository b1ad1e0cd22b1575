import type { Compiled } from '../../compile/compile.ts'
import { countGraph } from '../../compile/count-graph.ts'
import { sayDesk } from '../../compile/model/prompt.ts'
import {
  type MadeByModel,
  type ModelBudget,
  resolveWithModel,
} from '../../compile/model/resolve-with-model.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { checkerOf } from './check-graph-text.ts'
import type { CompiledFolder } from './compile-folder.ts'

export type ModelHelp = { readonly model: ChatModel; readonly budget: ModelBudget }
/** What a model did about the sentences that were open. */
export type ByModel = {
  readonly model: string
  readonly made: readonly MadeByModel[]
  readonly calls: number
  readonly usd: number | null
}

/** The same folder with a model asked about what is unresolved, and only about that. */
export async function resolveFolder(
  found: CompiledFolder,
  { model, budget }: ModelHelp,
): Promise<{ readonly compiled: Compiled; readonly byModel: ByModel }> {
  const { compiled, source, desk } = found
  const { graph, unresolved } = compiled
  if (graph === null || unresolved.length === 0)
    return { compiled, byModel: { model: model.id, made: [], calls: 0, usd: 0 } }
  const sop = parseSop(source.file, source.text)
  const check = checkerOf(found)
  const said =
    desk === null
      ? 'not described yet: use the fields and tools the graph has'
      : sayDesk(desk.world, desk.lexicon)
  const done = await resolveWithModel(model, { sop, graph, unresolved, check, desk: said, budget })
  return {
    compiled: {
      ...compiled,
      graph: done.graph,
      unresolved: done.unresolved,
      problems: check(done.graph),
      counts: countGraph(done.graph, sop.clauses.size),
    },
    byModel: { model: model.id, made: done.made, calls: done.calls, usd: done.usd },
  }
}
