import { atOurDesk, type TrialScore } from '../../verdicts/model/score.ts'

/** How often the trials of a run walked each step of a pack's graph, and how often they left the procedure there. */
export type Heat = {
  readonly pack: string
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
  /** `agent: null`: all of them */
  readonly heat: (pack: string, agent: string | null) => Heat
  /** adds what another book has gathered */
  readonly addKept: (kept: readonly Heat[]) => void
  /** all there is, in order */
  readonly all: () => readonly Heat[]
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
        for (const step of walked) addTo(own.walked, step, 1)
        for (const step of left) addTo(own.left, step, 1)
      }
    },
    addKept: (kept) => {
      for (const { pack, agent, trials, walked, left } of kept) {
        const own = open(pack, agent)
        own.trials += trials
        for (const [step, n] of Object.entries(walked)) addTo(own.walked, step, n)
        for (const [step, n] of Object.entries(left)) addTo(own.left, step, n)
      }
    },
    heat: (pack, agent) => toHeat(open(pack, agent)),
    all: () => ordered(counts).map(([, each]) => toHeat(each)),
  }
}

const addTo = (counts: Map<string, number>, step: string, n: number): void => {
  counts.set(step, (counts.get(step) ?? 0) + n)
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
