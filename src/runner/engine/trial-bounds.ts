import { hideSecrets } from '../../base/secrets.ts'
import type { TalkLimits } from '../../conversation/protocol/limits.ts'
import { secretsOf } from '../runs/run-outside.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { TrialBounds } from '../trial/trial-clock.ts'
import type { RunSession } from './prepare-run.ts'
import type { TimeWatch } from './time-watch.ts'

/** Without a limit of its own, a conversation with a party that never answers would never end. */
const SECONDS_MAX = 900

export const boundsOf = (
  { request, deps, signal, usdOf }: Pick<RunSession, 'request' | 'deps' | 'signal' | 'usdOf'>,
  time: TimeWatch,
): TrialBounds => ({
  signal,
  limits: talkLimits(request.limits),
  usdOf,
  hide: hideSecrets(secretsOf(request, { env: process.env, kinds: deps.kinds })),
  clock: time.now,
  jumps: time.jumps,
  after: deps.after ?? after,
})

const talkLimits = ({
  turns,
  toolCalls,
  tokens,
  seconds,
  usd,
}: RunRequest['limits']): Partial<TalkLimits> => ({
  ...(turns === null ? {} : { turnsMax: turns }),
  ...(toolCalls === null ? {} : { toolCallsMax: toolCalls }),
  ...(tokens === null ? {} : { tokensMax: tokens }),
  ...(usd === null ? {} : { usdMax: usd }),
  secondsMax: seconds ?? SECONDS_MAX,
})

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
