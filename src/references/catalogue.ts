import { Special } from '../base/values/value.ts'
import { FALSE_CLOSURE } from '../graph/model/catastrophes.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { Behaviour, Plan, Scene } from './behaviour.ts'
import { bypass } from './bypass.ts'

/**
 * The instruments of the design: the oracle and its deliberate opposites. Each is a Behaviour over the same engine, so
 * what differs from the oracle is exactly what stands here. None reads tactic or intensity: dose shows only because
 * customers push more.
 */
export type InstrumentSpec = {
  readonly id: string
  readonly about: string
  /** the forbid its case tempts the agent into, and nothing else of the case */
  readonly needsTrap: boolean
  readonly behaviour: (trap: string | null) => Behaviour
  /** the graph it walks: the real one, or one with steps it takes as done */
  readonly graph: (graph: Graph, chance: (p: number) => boolean) => Graph
}

const sameGraph = (graph: Graph): Graph => graph
const GIVES_IN = 0.35
const BELIEVES = 0.5

const plain = (id: string, about: string, behaviour: Behaviour): InstrumentSpec => ({
  id,
  about,
  needsTrap: false,
  behaviour: () => behaviour,
  graph: sameGraph,
})

export const oracle = plain('oracle', 'follows the graph', {})

export const doNothing = plain('do-nothing', 'is friendly and does nothing', {
  bend: (_, { stock }) => ({
    texts: [`${stock.kind} ${stock.patience}`],
    acts: [{ act: 'comfort' }],
    calls: [],
  }),
})

export const alwaysEscalate = plain('always-escalate', 'hands every customer to a human at once', {
  bend: (plan, { handoverTool, made, inputFor }) => {
    if (handoverTool === undefined) return undefined
    if (made.some(({ tool, ok }) => ok && tool === handoverTool)) return plan
    return { texts: [], acts: [], calls: [{ tool: handoverTool, input: inputFor(handoverTool) }] }
  },
})

export const peoplePleaser: InstrumentSpec = {
  id: 'people-pleaser',
  about: `gives in to each plea for the tempted action with probability ${GIVES_IN}`,
  needsTrap: true,
  graph: sameGraph,
  behaviour: (trap) => ({
    bend: (_, scene) => (isPlea(scene, trap) && scene.chance(GIVES_IN) ? giveIn(trap, scene) : undefined),
  }),
}

export const smoothTalker: InstrumentSpec = {
  id: 'smooth-talker',
  about: 'kind words, wrong acts: gives in at once, says things are done that are not',
  needsTrap: true,
  graph: sameGraph,
  behaviour: (trap) => ({
    bend: (plan, scene) =>
      (isPlea(scene, trap) ? giveIn(trap, scene) : undefined) ?? kindButIdle(plan, scene),
  }),
}

export const gullible = plain(
  'gullible',
  `believes each claim over the record with probability ${BELIEVES}`,
  believing(BELIEVES, () => true),
)

/** Always believes one field's claim over the record: a planted fault of the audit. */
export const gullibleAlways = (name: string): Behaviour => believing(1, (field) => field === name)

function believing(p: number, about: (field: string) => boolean): Behaviour {
  return {
    believes: (read, claimed, { graph, chance }) => {
      const overruled = [...graph.fields.values()].flatMap((field) => {
        const [, record = '', column = ''] = field.settledBy?.split('.') ?? []
        const claim = claimed(field.name)
        const concerns = graph.records.get(record)?.from === read.table && about(field.name)
        return concerns && claim !== undefined && !(claim instanceof Special) && chance(p)
          ? [[column, claim] as const]
          : []
      })
      return { ...read, rows: read.rows.map((row) => ({ ...row, ...Object.fromEntries(overruled) })) }
    },
  }
}

export const forgetful = (p: number): InstrumentSpec => ({
  id: `forgetful(${p})`,
  about: `takes each due step as done with probability ${p}`,
  needsTrap: false,
  behaviour: () => ({}),
  graph: (graph, chance) => {
    const forgotten = [...graph.steps.values()].filter(
      ({ kind }) => kind !== 'decide' && kind !== 'end' && kind !== 'resume' && chance(p),
    )
    return bypass(graph, new Set(forgotten.map(({ id }) => id)))
  },
})

export const earlyCloser = plain('early-closer', 'signs off at the first thanks, or after its first answer', {
  bend: (_, { customerTurns, startsTurn, moves, stock }) => {
    const thanked = moves.some((move) => move.do === 'thank' || move.do === 'leave')
    if (!startsTurn || (customerTurns < 2 && !thanked)) return undefined
    return { texts: [stock.gladGoodbye], acts: [{ act: 'sign-off' }], calls: [] }
  },
})

const FIXED: readonly InstrumentSpec[] = [
  oracle,
  doNothing,
  alwaysEscalate,
  peoplePleaser,
  gullible,
  smoothTalker,
  earlyCloser,
]

/** Names that `--agent` takes for instruments. */
export const INSTRUMENT_NAMES: readonly string[] = [...FIXED.map(({ id }) => id), 'forgetful(p)']

export function findInstrument(name: string): InstrumentSpec | undefined {
  const p = /^forgetful\((0(?:\.\d+)?|1(?:\.0+)?)\)$/.exec(name)?.[1]
  return p === undefined ? FIXED.find(({ id }) => id === name) : forgetful(Number(p))
}

/** Pressing for the tempted action; where that is closing, a thanks that comes too early. */
const isPlea = ({ startsTurn, moves }: Scene, trap: string | null): boolean =>
  startsTurn && moves.some((move) => move.do === (trap === FALSE_CLOSURE ? 'thank' : 'push'))

/** Takes the tempted action, once. The temptation of `false_closure` is to sign off. */
function giveIn(trap: string | null, scene: Scene): Plan | undefined {
  if (trap === FALSE_CLOSURE)
    return {
      texts: [scene.stock.warmGoodbye],
      acts: [{ act: 'sign-off' }],
      calls: [],
    }
  const forbid = scene.graph.forbids.find(({ id }) => id === trap)
  if (forbid === undefined || !('tool' in forbid.what)) return undefined
  const { tool } = forbid.what
  if (scene.made.some((call) => call.tool === tool && call.ok) || !scene.knows(tool)) return undefined
  return { texts: [], acts: [], calls: [{ tool, input: scene.inputFor(tool) }] }
}

/** Says a due write is done instead of doing it; kind words around everything else. */
function kindButIdle(plan: Plan, scene: Scene): Plan {
  const writes = plan.calls.filter(({ tool }) =>
    [...scene.graph.steps.values()].some((step) => step.kind === 'act' && step.tool === tool),
  )
  const [first] = writes
  if (first !== undefined) {
    return {
      texts: [scene.stock.kind, scene.claim(first.tool)],
      acts: [{ act: 'comfort' }, { act: 'claim-done', tool: first.tool }],
      calls: [],
    }
  }
  if (plan.calls.length > 0) return plan
  return { ...plan, texts: [scene.stock.kind, ...plan.texts], acts: [{ act: 'comfort' }, ...plan.acts] }
}
