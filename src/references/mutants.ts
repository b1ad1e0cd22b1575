import type { CustomerMove } from '../base/values/acts.ts'
import type { ClauseId, StepId } from '../base/values/ids.ts'
import { isJsonObject, type Json } from '../base/values/json.ts'
import type { Forbid, Graph, Step, StepOf } from '../graph/model/graph.ts'
import type { Behaviour, Plan, Scene } from './behaviour.ts'
import { bypass } from './bypass.ts'
import { earlyCloser, gullibleAlways } from './catalogue.ts'
import { spoilt } from './spoil.ts'

/**
 * The oracle with exactly one fault planted: what `sage audit` runs to prove that the benchmark catches it. In: a graph.
 * Out: mutants, each knowing where its fault is and by which rule or step it should be named; that knowledge never
 * reaches the scorer.
 */
export type Mutant = {
  /** `skip damaged/ask_photo`: unique in an audit */
  readonly id: string
  readonly fault: Fault
  /** the step, edge, forbid or tool that is at fault, as written in graph.yaml */
  readonly at: string
  /** the written step or forbid it is planted in */
  readonly part: string
  /** it can show only in a conversation that walks one of these written steps; null: in any */
  readonly within: readonly string[] | null
  readonly clauses: readonly ClauseId[]
  /** any one of these names the fault: a rule that fails, or the step at which the taken path leaves the true one */
  readonly namedBy: {
    readonly rules: readonly string[]
    readonly steps: readonly string[]
    readonly guards?: readonly string[]
  }
  readonly graph: Graph
  readonly behaviour: Behaviour
  /** the same fault committed at another moment: tried where the first way of it was not named */
  readonly orElse?: Behaviour
  /** of an inverted guard: the edges that changed places, by id */
  readonly swaps?: readonly [string, string]
}

export type Fault =
  | 'step-skipped'
  | 'guard-inverted'
  | 'argument-wrong'
  | 'confirmation-omitted'
  | 'forbidden-taken'
  | 'handover-narrated'
  | 'write-claimed'
  | 'closed-early'
  | 'note-empty'
  | 'proof-waived'
  | 'claim-trusted'
  | 'fact-invented'

export function mutantsOf(graph: Graph): readonly Mutant[] {
  const steps = [...graph.steps.values()]
  const acts = firstOfEachSource(steps.filter((step) => step.kind === 'act'))
  return [
    ...skips(graph, steps),
    ...invertedGuards(graph, steps),
    ...acts.flatMap((step) => wrongArguments(graph, step)),
    ...graph.forbids.flatMap((forbid) => takesForbidden(graph, forbid)),
    ...acts.map((step) => claimsInstead(graph, step)),
    ...talkers(graph, steps),
  ]
}

/** Planted in one written step: it shows where that is walked, and is named by it or by these rules. */
const atStep = (source: string, clauses: readonly ClauseId[], rules: readonly string[]) => ({
  at: source,
  part: source,
  within: [source],
  clauses,
  namedBy: { rules, steps: [source] },
})

const SKIPPABLE: readonly Step['kind'][] = ['learn', 'check', 'confirm', 'act', 'tell']

function skips(graph: Graph, steps: readonly Step[]): readonly Mutant[] {
  const sources = [
    ...new Set(steps.filter(({ kind }) => SKIPPABLE.includes(kind)).map(({ source }) => source)),
  ]
  return sources.map((source): Mutant => {
    const copies = steps.filter((step) => step.source === source)
    const omitted = copies[0]?.kind === 'confirm'
    return {
      ...atStep(source, copies[0]?.cites ?? [], omitted ? ['unconfirmed_action'] : []),
      id: `skip ${source}`,
      fault: omitted ? 'confirmation-omitted' : 'step-skipped',
      graph: bypass(graph, new Set(copies.map(({ id }) => id))),
      behaviour: copies[0]?.kind === 'tell' ? { keepsQuiet: true } : {},
    }
  })
}

/** Each edge of each decide swapped with the next one: what should lead here leads there. */
function invertedGuards(graph: Graph, steps: readonly Step[]): readonly Mutant[] {
  const decides = firstOfEachSource(
    steps.filter((step): step is StepOf<'decide'> => step.kind === 'decide' && step.choice === 'graph'),
  )
  return decides.flatMap((decide) =>
    decide.edges.map((edge, index): Mutant => {
      const other = (index + 1) % decide.edges.length
      const copies = copiesOf(steps, decide)
      const swapped = new Map([
        ...graph.steps,
        ...copies.map((step) => [step.id, swapEdges(step, index, other)] as const),
      ])
      return {
        id: `invert ${edge.id}`,
        fault: 'guard-inverted',
        at: edge.id,
        part: decide.source,
        within: [decide.source],
        swaps: [edge.id, decide.edges[other]?.id ?? edge.id],
        clauses: decide.cites,
        namedBy: {
          rules: [],
          steps: [
            decide.source,
            ...copies.flatMap(({ edges }) => edges.flatMap(({ to }) => firstDeeds(graph, to))),
          ],
          guards: decide.edges.map(({ when }) => when.text),
        },
        graph: { ...graph, steps: swapped },
        behaviour: {},
      }
    }),
  )
}

/** A step written once may stand in several procedures and rounds. */
const copiesOf = (steps: readonly Step[], decide: StepOf<'decide'>): readonly StepOf<'decide'>[] =>
  steps.filter((step): step is StepOf<'decide'> => step.kind === 'decide' && step.source === decide.source)

/**
 * What a way asks for first: the steps behind its decisions, and with a proposal the deed it proposes: where the words of two
 * proposals are alike, the wrong way shows in what was then done.
 */
function firstDeeds(graph: Graph, from: StepId): readonly string[] {
  const step = graph.steps.get(from)
  if (step === undefined) return []
  if (step.kind === 'decide') return step.edges.flatMap(({ to }) => firstDeeds(graph, to))
  const proposed = step.kind === 'confirm' ? graph.steps.get(step.step) : undefined
  return proposed === undefined ? [step.source] : [step.source, proposed.source]
}

function swapEdges(step: StepOf<'decide'>, one: number, other: number): Step {
  const target = (index: number) => step.edges[index === one ? other : index === other ? one : index]?.to
  return { ...step, edges: step.edges.map((edge, index) => ({ ...edge, to: target(index) ?? edge.to })) }
}

function wrongArguments(graph: Graph, step: StepOf<'act'>): readonly Mutant[] {
  return step.constraints.map((constraint): Mutant => {
    const { argument, text } = constraint
    return {
      ...atStep(step.source, step.cites, ['wrong_arguments']),
      id: `wrong ${step.source}.${argument} ${text}`,
      fault: 'argument-wrong',
      at: `${step.source}.${argument}`,
      graph,
      behaviour: {
        bendCalls: (plan, scene) =>
          withInput(plan, step.tool, (input) => ({
            ...input,
            [argument]: spoilt(constraint, input[argument], scene.read),
          })),
      },
    }
  })
}

function takesForbidden(graph: Graph, forbid: Forbid): readonly Mutant[] {
  const { what } = forbid
  const base = {
    fault: 'forbidden-taken' as const,
    at: forbid.id,
    part: forbid.id,
    within: null,
    clauses: forbid.cites,
    namedBy: { rules: [forbid.kind], steps: [] },
    graph,
  }
  if ('tool' in what) {
    const calls = (when: (scene: Scene) => boolean): Behaviour => ({
      bend: (_, scene) =>
        when(scene) && scene.startsTurn && !scene.made.some(({ tool }) => tool === what.tool)
          ? { texts: [], acts: [], calls: [{ tool: what.tool, input: scene.inputFor(what.tool) }] }
          : undefined,
    })
    return [
      {
        ...base,
        id: `take ${forbid.id}`,
        behaviour: calls((scene) => scene.knows(what.tool)),
        // Whom the procedure turns away early is never asked for all that an honest call needs.
        orElse: calls((scene) => scene.customerTurns > 1 && scene.holds(forbid.when)),
      },
    ]
  }
  if ('says' in what) {
    const bend = (plan: Plan, scene: Scene): Plan | undefined => {
      const value = scene.read(what.says)
      return value === undefined || plan.texts.length === 0
        ? undefined
        : { ...plan, texts: [...plan.texts, scene.stock.leak(value)] }
    }
    const tool = toolShowing(graph, what.says)
    const looksFirst = (plan: Plan, scene: Scene): Plan | undefined =>
      tool !== undefined && scene.holds(forbid.when) && !scene.made.some((made) => made.tool === tool)
        ? { texts: [], acts: [], calls: [{ tool, input: scene.inputFor(tool) }] }
        : bend(plan, scene)
    return [
      {
        ...base,
        id: `say ${forbid.id}`,
        behaviour: { bend },
        // For a person who is turned away early the procedure never looks up what must not be said.
        orElse: { bend: looksFirst },
      },
    ]
  }
  const bend = (plan: Plan, scene: Scene): Plan | undefined =>
    scene.startsTurn && plan.texts.length > 0
      ? {
          ...plan,
          acts: [
            ...plan.acts,
            what.about === null ? { act: what.act } : { act: what.act, about: what.about },
          ],
        }
      : undefined
  return [{ ...base, id: `tell ${forbid.id}`, behaviour: { bend } }]
}

/** The tool with which the procedure itself looks up the record of this variable. */
const toolShowing = (graph: Graph, variable: string): string | undefined =>
  [...graph.steps.values()].flatMap((step) =>
    step.kind === 'check' && variable.startsWith(`records.${step.record}.`) ? [step.tool] : [],
  )[0]

/** Says the write is done and never makes it. */
function claimsInstead(graph: Graph, step: StepOf<'act'>): Mutant {
  return {
    ...atStep(step.source, step.cites, ['phantom_action', 'false_closure']),
    id: `claim ${step.source}`,
    fault: 'write-claimed',
    graph,
    behaviour: {
      bendCalls: (plan, scene) => {
        if (!plan.calls.some(({ tool }) => tool === step.tool)) return undefined
        return {
          texts: [scene.claim(step.tool)],
          acts: [{ act: 'claim-done', tool: step.tool }],
          calls: plan.calls.filter(({ tool }) => tool !== step.tool),
        }
      },
    },
  }
}

/** Faults that are not about one step: handing over in words, empty notes, waved proof, trusted claims, invented facts. */
function talkers(graph: Graph, steps: readonly Step[]): readonly Mutant[] {
  const handovers = [...new Set(steps.filter(({ kind }) => kind === 'handover').map(({ source }) => source))]
  const proofs = [...graph.fields.values()].filter(
    (field) => field.type === 'boolean' && field.mayBe.length > 0,
  )
  const settled = [...graph.fields.values()].filter(({ settledBy }) => settledBy !== null)
  const plain = (fault: Fault, at: string, rules: readonly string[], behaviour: Behaviour): Mutant => ({
    id: `${fault} ${at}`,
    fault,
    at,
    part: at,
    within: null,
    clauses: [],
    namedBy: { rules, steps: [] },
    graph,
    behaviour,
  })
  const handingOver = [
    plain('handover-narrated', 'handover', ['false_handover', 'escalation_accuracy'], {
      bendCalls: narratesHandover,
    }),
    plain('note-empty', 'handover', ['handover_note'], { bendCalls: emptiesNote }),
  ]
  return [
    ...(handovers.length === 0 ? [] : handingOver.map((mutant) => ({ ...mutant, within: handovers }))),
    plain('closed-early', 'end', ['false_closure'], earlyCloser.behaviour(null)),
    ...proofs.map(({ name }) =>
      plain('proof-waived', name, ['waived_proof'], { hears: (move) => waivedProof(move, name) }),
    ),
    ...settled.map(({ name }) =>
      plain('claim-trusted', name, ['trusted_claim_over_record'], gullibleAlways(name)),
    ),
    plain('fact-invented', 'message', ['invented_facts'], { bend: inventsFact }),
  ]
}

const narratesHandover = (plan: Plan, scene: Scene): Plan | undefined =>
  plan.calls.some(({ tool }) => tool === scene.handoverTool)
    ? {
        texts: [scene.stock.passedOn],
        acts: [
          { act: 'claim-done', ...(scene.handoverTool === undefined ? {} : { tool: scene.handoverTool }) },
        ],
        calls: [],
      }
    : undefined

const emptiesNote = (plan: Plan, scene: Scene): Plan | undefined =>
  scene.handoverTool === undefined
    ? undefined
    : withInput(plan, scene.handoverTool, (input) => ({ ...input, note: '-' }))

/** Hears "I have no photo" as "I have one". */
const waivedProof = (move: CustomerMove, field: string): CustomerMove =>
  move.do === 'lack' && move.field === field
    ? { do: 'tell', request: move.request, field, value: true }
    : move

const inventsFact = (plan: Plan, { stock }: Scene): Plan | undefined =>
  plan.texts.length === 0 ? undefined : { ...plan, texts: [...plan.texts, stock.invented] }

/** Only where the call is planned: the rest of the plan stays the oracle's. */
function withInput(
  plan: Plan,
  tool: string,
  bend: (input: Readonly<Record<string, Json>>) => Json,
): Plan | undefined {
  if (!plan.calls.some((call) => call.tool === tool)) return undefined
  return {
    ...plan,
    calls: plan.calls.map((call) =>
      call.tool === tool && isJsonObject(call.input) ? { tool, input: bend(call.input) } : call,
    ),
  }
}

function firstOfEachSource<Found extends Step>(steps: readonly Found[]): readonly Found[] {
  const seen = new Set<string>()
  return steps.filter(({ source }) => !seen.has(source) && seen.add(source))
}
