import type { ReportForm } from '../../conversation/protocol/agent.ts'
import type { Graph } from '../../graph/model/graph.ts'

const forms = new WeakMap<Graph, ReportForm>()

/** The vocabulary agents report in (declared protocol): a desk's intents, fields and topics, none of its steps or guards. */
export function reportForm(graph: Graph): ReportForm {
  const known = forms.get(graph)
  if (known !== undefined) return known
  const fields = [...graph.fields.values()]
  const topics = [...graph.steps.values()].flatMap((step) =>
    step.kind === 'tell' && step.about !== null ? [step.about] : [],
  )
  const form: ReportForm = {
    intents: fields.find(({ name }) => name === 'intent')?.of ?? [],
    fields: fields
      .filter(({ name }) => name !== 'intent')
      .map(({ name, type, of, mayBe }) => ({ name, type, of, mayBe })),
    topics: [...new Set(topics)].sort(),
  }
  forms.set(graph, form)
  return form
}
