import { sha256 } from '../../base/hash.ts'
import type { OthersWord } from '../../models/call-limit.ts'
import type { CallQueues, LimitedProvider } from '../../models/call-queues.ts'
import type { Team } from '../../storage/team.ts'

/**
 * The limits of providers, shared by the workers of a team: what a provider says to one of them holds for all. In: the queues
 * of this process. Each worker keeps a limit of its own; a complaint halves all of them, a pause stops all of them, and
 * together they grow as one process would.
 */
export type SharedLimits = {
  /** listens to the others; `workers`: how many there are now */
  readonly look: (workers: number) => Promise<void>
}

type Sharing = Pick<Team, 'tellProvider' | 'providerNews'>

/** `onFailure`: the store could not be told. The limits of this worker hold all the same. */
export function shareLimits(
  team: Sharing,
  queues: CallQueues,
  onFailure: (error: unknown) => void,
): SharedLimits {
  const seen = new Map<string, number>()
  let hasLooked = false
  let looking: Promise<void> | undefined
  // One after the other: a look between telling and its answer would take our own word for another's.
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const tell = async (of: LimitedProvider, told: OthersWord): Promise<void> => {
    const provider = limitName(of)
    const cuts = await team.tellProvider(provider, {
      ...told,
      seen: seen.get(provider) ?? (hasLooked ? 0 : null),
    })
    // What the others were told in the meantime is what we were told.
    if (told.calls !== null) seen.set(provider, cuts)
  }
  queues.onTold((of, told) => void inTurn(() => tell(of, told)).catch(onFailure))
  return {
    look: (workers) => {
      // A store that is away is waited for: looks must not pile up behind one another meanwhile.
      looking ??= inTurn(() => look(workers)).finally(() => {
        looking = undefined
      })
      return looking
    },
  }

  async function look(workers: number): Promise<void> {
    const news = await team.providerNews()
    const ours = new Map(queues.all().map(({ of, queue }) => [limitName(of), queue]))
    for (const { provider, cuts, calls, pauseMs } of news) {
      const queue = ours.get(provider)
      if (queue === undefined) continue
      const known = seen.get(provider) ?? 0
      seen.set(provider, Math.max(cuts, known))
      queue.hear({ calls: cuts > known ? calls : null, pauseMs })
    }
    hasLooked = true
    for (const { queue } of queues.all()) queue.shareAmong(workers)
  }
}

/** Without the address itself, which may hold a secret: `openai#1f0c9a2b`. */
const limitName = ({ provider, baseUrl }: LimitedProvider): string =>
  `${provider}#${sha256(baseUrl ?? '').slice(0, 8)}`

export const providerOf = (limitName: string): string => limitName.replace(/#[^#]*$/, '')
