import { memo } from '../../base/memo.ts'
import type { ReportForm } from '../../conversation/protocol/agent.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { SopMode } from '../agents/shared/agent-request.ts'

/**
 * The vocabulary agents report in (declared protocol): a desk's intents, fields and topics, none of its steps or guards. Whoever
 * is not shown the SOP gets no list of topics either: it would spell the procedure out.
 */
export function reportForm(graph: Graph, sop: SopMode): ReportForm {
  const form = formOf(graph)
  return sop === 'none' || sop === 'lookup' ? { ...form, topics: [] } : form
}

const formOf = memo((graph: Graph): ReportForm => {
  const fields = [...graph.fields.values()]
  const topics = [...graph.steps.values()].flatMap((step) =>
    step.kind === 'tell' && step.about !== null ? [step.about] : [],
  )
  return {
    intents: fields.find(({ name }) => name === 'intent')?.of ?? [],
    fields: fields
      .filter(({ name }) => name !== 'intent')
      .map(({ name, type, of, mayBe }) => ({ name, type, of, mayBe })),
    topics: [...new Set(topics)].sort(),
  }
})
