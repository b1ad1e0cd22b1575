import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import { citesIn } from '../../graph/file/read-scopes.ts'
import { stepIn, type WrittenScope } from '../../graph/words/scopes.ts'
import { NOT_READ } from '../outline/not-read.ts'
import type { ProposedDesk } from '../propose/proposal.ts'
import { type TypeOf, withAdditions } from './additions.ts'
import { conditionText } from './condition-text.ts'
import type { Addition, Deed, Meaning } from './meaning.ts'
import { placesOf, redirected } from './places.ts'
import { freeName, type Steps, scopeNamed, unreachedIn, without, withSteps } from './scope-edit.ts'
import { isTail, TAIL } from './tail.ts'

/** A graph in which one more sentence has steps; refused where that cannot be written. Nothing is accepted by it. */
export type Said =
  | { readonly kind: 'said'; readonly graph: GraphFile; readonly desk: ProposedDesk }
  | { readonly kind: 'refused'; readonly because: string }

export type SentenceSaid = {
  readonly clause: string
  readonly meaning: Meaning
  readonly add: readonly Addition[]
  readonly typeOf: TypeOf
}

/**
 * What a person says of a sentence, put into the graph (L5). No text is read here: every deed, condition and name is the
 * person's choice, and so is the place.
 */
export function saySentence(before: GraphFile, said: SentenceSaid): Said {
  const { graph, desk } = withAdditions(before, said.add, said.typeOf)
  const made = withMeaning(graph, said)
  return typeof made === 'string'
    ? { kind: 'refused', because: made }
    : { kind: 'said', graph: readNow(made, said.clause), desk }
}

/** The sentence is read: it is set aside no longer. */
function readNow(graph: GraphFile, clause: string): GraphFile {
  const left = (graph.waive ?? []).filter((each) => each.clause !== clause || each.because !== NOT_READ)
  const { waive: _, ...rest } = graph
  return left.length === 0 ? rest : { ...rest, waive: left }
}

function withMeaning(graph: GraphFile, { clause, meaning, typeOf }: SentenceSaid): GraphFile | string {
  switch (meaning.is) {
    case 'steps':
      return withDeeds(graph, { clause, meaning, typeOf })
    case 'never': {
      const taken = new Set((graph.forbid ?? []).map(({ id }) => id))
      const forbid = {
        id: freeName(taken, `no_${meaning.tool}`),
        tool: meaning.tool,
        kind: meaning.kind,
        ...(meaning.when === null ? {} : { when: conditionText(meaning.when, typeOf) }),
        cites: clause,
      }
      return { ...graph, forbid: [...(graph.forbid ?? []), forbid] }
    }
    case 'whenever': {
      const taken = new Set((graph.interrupts ?? []).map(({ id }) => id))
      const interrupt = {
        id: freeName(taken, meaning.on),
        on: meaning.on,
        ...(meaning.nth === 1 ? {} : { nth: meaning.nth }),
        start: 'pass_on',
        cites: clause,
        steps: { pass_on: { handover: meaning.reason, cites: clause } },
      }
      return { ...graph, interrupts: [...(graph.interrupts ?? []), interrupt] }
    }
    case 'done-by':
      return meaning.items.reduce((so, item) => withCite(so, item, clause), graph)
  }
}

type DeedsSaid = {
  readonly clause: string
  readonly meaning: Extract<Meaning, { is: 'steps' }>
  readonly typeOf: TypeOf
}

function withDeeds(graph: GraphFile, { clause, meaning, typeOf }: DeedsSaid): GraphFile | string {
  const scope = scopeNamed(graph, meaning.place.split('/')[0] ?? '')
  const place = scope === undefined ? undefined : placesOf(scope).find(({ id }) => id === meaning.place)
  if (scope === undefined || place === undefined) return 'That place is not in the procedure any more.'
  const taken = new Set(Object.keys(scope.steps))
  const made: Record<string, StepFile> = {}
  const put = (wanted: string, step: (next: string) => StepFile, next: string): string => {
    const name = freeName(taken, wanted)
    taken.add(name)
    made[name] = step(next)
    return name
  }
  const endName = (): string => {
    const known = Object.entries({ ...scope.steps, ...made }).find(
      ([, step]) => 'end' in step && step.cites === undefined,
    )
    return known?.[0] ?? put('done', () => ({ end: true }), '')
  }
  const tail = (): string =>
    Object.entries({ ...scope.steps, ...made }).find(([, step]) => isTail(step))?.[0] ??
    put(TAIL.name, () => ({ ...TAIL.step }), '')
  const handsOver = meaning.deeds.findIndex(({ deed }) => deed === 'hand-over')
  if (handsOver !== -1 && handsOver !== meaning.deeds.length - 1)
    return 'Nothing can follow a handover: put it last.'
  const isLast = handsOver !== -1
  const after = isLast ? '' : meaning.then === 'end' || place.to === null ? endName() : place.to
  let first = after
  // From the last deed to the first: each step names the one that follows it.
  for (const deed of meaning.deeds.toReversed()) first = putDeed(deed, first, { graph, clause, put, tail })
  if (meaning.when !== null) {
    const when = conditionText(meaning.when, typeOf)
    const otherwise = place.to ?? endName()
    const target = first
    const name = meaning.when.tests[0]?.variable.split('.').slice(1).join('_') ?? 'decision'
    first = put(
      `by_${name}`,
      () => ({ decide: [{ when, to: target, cites: clause }, { otherwise }], cites: clause }),
      '',
    )
  }
  const led = redirected(scope, place, first)
  // made from the last to the first; the file has them in the order of the walk
  const inOrder = Object.fromEntries(Object.entries(made).toReversed())
  return swept(graph, scope, { start: led.start, steps: { ...led.steps, ...inOrder } })
}

type Putting = {
  readonly graph: GraphFile
  readonly clause: string
  readonly put: Put
  /** the name of a step at which a person takes over */
  readonly tail: () => string
}
type Put = (wanted: string, step: (next: string) => StepFile, next: string) => string

function putDeed(deed: Deed, next: string, { graph, clause, put, tail }: Putting): string {
  const cites = clause
  switch (deed.deed) {
    case 'ask': {
      const bounded = graph.fields[deed.field]?.may_be?.includes('refused') === true
      const attempts = bounded ? { attempts_max: ATTEMPTS } : {}
      const then =
        bounded && deed.without === 'person' ? putWithout(deed.field, next, { cites, put, tail }) : next
      return put(`ask_${deed.field}`, (to) => ({ learn: deed.field, ...attempts, cites, next: to }), then)
    }
    case 'look-up':
      return put(
        `look_up_${deed.record}`,
        (to) => ({ check: deed.record, tool: readToolOf(graph, deed.record), cites, next: to }),
        next,
      )
    case 'tell': {
      const holds = deed.holds.length === 0 ? {} : { holds: [...deed.holds] }
      return put(
        `tell_${deed.topic.replaceAll('-', '_')}`,
        (to) => ({ tell: deed.act, about: deed.topic, ...holds, cites, next: to }),
        next,
      )
    }
    case 'do': {
      const values = Object.entries(deed.with).filter(([, variable]) => variable !== '')
      const bound = Object.fromEntries(values.map(([name, variable]) => [name, `== ${variable}`]))
      const rest = values.length === 0 ? {} : { with: bound }
      const act = put(deed.tool, (to) => ({ act: deed.tool, ...rest, cites, next: to }), next)
      if (!deed.agreed) return act
      return put(
        `agree_${deed.tool}`,
        (to) => ({ confirm: act, attempts_max: ATTEMPTS, cites, next: to }),
        act,
      )
    }
    case 'hand-over':
      return put(`to_${deed.reason}`, () => ({ handover: deed.reason, cites }), next)
  }
}
const ATTEMPTS = 2

/** Asked for in vain: a look-up without its key would never be over. */
function putWithout(
  field: string,
  next: string,
  { cites, put, tail }: Pick<Putting, 'put' | 'tail'> & { readonly cites: string },
): string {
  const when = `fields.${field} == refused || fields.${field} == unavailable`
  const person = tail()
  return put(`has_${field}`, (otherwise) => ({ decide: [{ when, to: person }, { otherwise }], cites }), next)
}

/** The tool that shows this record already, or one named after it. */
function readToolOf(graph: GraphFile, record: string): string {
  const from = graph.records?.[record]?.from
  const steps = Object.values(graph.procedures).flatMap((procedure) => Object.values(procedure.steps))
  for (const step of steps)
    if ('check' in step && graph.records?.[step.check]?.from === from) return step.tool
  return `look_up_${record}`
}

/** The steps without those nothing leads to any more: an open end may go, what a sentence asked for may not. */
export function swept(
  graph: GraphFile,
  scope: WrittenScope,
  next: { readonly start: string; readonly steps: Steps },
): GraphFile | string {
  const after = { ...scope, ...next }
  const lost = unreachedIn(after)
  const cited = lost.filter((name) => {
    const step = stepIn(after, name)
    return step !== undefined && !isTail(step) && !('end' in step)
  })
  if (cited.length > 0)
    return `Nothing would come to these steps any more: ${cited.join(', ').replaceAll('_', ' ')}. Give a condition, or choose another place.`
  return withSteps(graph, scope, { start: next.start, steps: without(next.steps, lost) })
}

/** An item of the graph that does what this sentence says too. */
function withCite(graph: GraphFile, item: string, clause: string): GraphFile {
  const cite = <Part extends { cites?: string | string[] | undefined }>(part: Part): Part => ({
    ...part,
    cites: [...new Set([...citesIn(part.cites), clause])].join(','),
  })
  const [scopeId = '', rest = ''] = item.split('/')
  if (scopeId === 'never')
    return { ...graph, forbid: (graph.forbid ?? []).map((each) => (each.id === rest ? cite(each) : each)) }
  if (scopeId === 'whenever')
    return {
      ...graph,
      interrupts: (graph.interrupts ?? []).map((each) => (each.id === rest ? cite(each) : each)),
    }
  const scope = scopeNamed(graph, scopeId)
  const [name = '', edge] = rest.split('>')
  const step = scope === undefined ? undefined : stepIn(scope, name)
  if (scope === undefined || step === undefined || 'run' in step) return graph
  const cited: StepFile =
    edge === undefined || !('decide' in step)
      ? cite(step)
      : {
          ...step,
          decide: step.decide.map((each, index) => (index === Number(edge) - 1 ? cite(each) : each)),
        }
  return withSteps(graph, scope, { start: scope.start, steps: { ...scope.steps, [name]: cited } })
}
