import type { RunRequest } from '../settings/run-request.ts'

/** The request of a run that was never asked for here: its conversations come from elsewhere, so that most settings are empty. */
export const recordedRequest = (
  about: Pick<RunRequest, 'suite' | 'agents'> & { readonly packs: RunRequest['selection']['packs'] },
): RunRequest => ({
  suite: about.suite,
  agents: about.agents,
  selection: {
    packs: about.packs,
    cases: [],
    buckets: [],
    tactics: [],
    intensities: [],
    own: true,
    planned: 'none',
    failedIn: null,
  },
  trials: 1,
  forks: null,
  seed: 0,
  customer: 'scripted',
  reader: 'lexical',
  judges: ['lexical'],
  concurrency: 1,
  store: '',
  out: '',
  gates: [],
  baseline: null,
  prices: [],
  providers: {},
  limits: { turns: null, toolCalls: null, tokens: null, seconds: null, usd: null },
  budget: { usd: null, minutes: null },
  dryRun: false,
  resume: null,
})
