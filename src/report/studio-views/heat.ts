import { atOurDesk, type TrialScore } from '../../verdicts/model/score.ts'

/** How often the trials of a run walked each step of a pack's graph, and how often they left the procedure there. */
export type Heat = {
  readonly pack: string
  /** null: all of them */
  readonly agent: string | null
  readonly trials: number
  /** step as drawn -> trials */
  readonly walked: Readonly<Record<string, number>>
  /** step that was due where a trial first left the procedure -> trials */
  readonly left: Readonly<Record<string, number>>
}

/** Gathers heat while trials come in; memory grows with steps, not with trials. */
export type HeatBook = {
  readonly add: (pack: string, agent: string, score: TrialScore) => void
  /** of each pack each agent, and all agents together; in order */
  readonly heat: () => readonly Heat[]
}

type Counts = Pick<Heat, 'pack' | 'agent'> & {
  trials: number
  readonly walked: Map<string, number>
  readonly left: Map<string, number>
}

export function openHeatBook(): HeatBook {
  const counts = new Map<string, Counts>()
  const open = (pack: string, agent: string | null): Counts => {
    const key = keyOf(pack, agent)
    const known = counts.get(key)
    if (known !== undefined) return known
    const made: Counts = { pack, agent, trials: 0, walked: new Map(), left: new Map() }
    counts.set(key, made)
    return made
  }
  return {
    add: (pack, agent, score) => {
      if (score.state !== 'judged') return
      const desk = atOurDesk(score)
      const walked = drawn(desk?.steps ?? [])
      const left = drawn(desk?.divergence?.due ?? [])
      for (const own of [open(pack, agent), open(pack, null)]) {
        own.trials += 1
        for (const step of walked) addOne(own.walked, step)
        for (const step of left) addOne(own.left, step)
      }
    },
    heat: () => ordered(counts).map(([, each]) => toHeat(each)),
  }
}

/** Of one pack and agent; nothing where none of its conversations was judged. */
export const heatOf = (heat: readonly Heat[], pack: string, agent: string | null): Heat =>
  heat.find((each) => each.pack === pack && each.agent === agent) ?? {
    pack,
    agent,
    trials: 0,
    walked: {},
    left: {},
  }

const addOne = (counts: Map<string, number>, step: string): void => {
  counts.set(step, (counts.get(step) ?? 0) + 1)
}

const keyOf = (pack: string, agent: string | null): string => JSON.stringify([pack, agent])

const toHeat = ({ walked, left, ...rest }: Counts): Heat => ({
  ...rest,
  walked: Object.fromEntries(ordered(walked)),
  left: Object.fromEntries(ordered(left)),
})

const ordered = <Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1))

/** Rounds of a loop are drawn as one step. */
const drawn = (steps: readonly string[]): ReadonlySet<string> =>
  new Set(steps.map((step) => step.replace(/~\d+/g, '')))
