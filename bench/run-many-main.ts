import { benchRun } from './run-request.ts'

/** 100,000 trials in a process of their own: prints how much memory that took at most. */
const AGENTS = ['oracle', 'people-pleaser', 'always-escalate', 'gullible', 'early-closer', 'do-nothing']
const [asked = '100000'] = process.argv.slice(2)
const CASES = 18
const trials = Math.ceil(Number(asked) / (AGENTS.length * CASES))
const flags = { suite: 'smoke', pack: ['lunchbox'], agent: AGENTS, trials: Math.min(1000, trials) }
// More than 1,000 trials a case are no run anybody asks for: the rest is other cases.
const request = trials > 1000 ? { trials } : {}
await benchRun(flags, { request }, ({ result, seconds }) => {
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(`${JSON.stringify({ trials: result.trials, megabytes, seconds })}\n`)
})
