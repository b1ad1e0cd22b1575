import { benchRun } from './run-request.ts'

/** So many trials in a process of their own: prints how much memory that took at most, and how much along the way. */
const AGENTS = ['oracle', 'people-pleaser', 'always-escalate', 'gullible', 'early-closer', 'do-nothing']
const [asked = '100000'] = process.argv.slice(2)
const CASES = 18
const trials = Math.ceil(Number(asked) / (AGENTS.length * CASES))
const flags = { suite: 'smoke', pack: ['lunchbox'], agent: AGENTS, trials: Math.min(1000, trials) }
// More than 1,000 trials a case are no run anybody asks for: the rest is other cases.
const request = trials > 1000 ? { trials } : {}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)
const byQuarter: { readonly process: number; readonly main_heap: number }[] = []
const onProgress = ({ done, of }: { readonly done: number; readonly of: number }): void => {
  if (done < (of * (byQuarter.length + 1)) / 4) return
  const { rss, heapUsed } = process.memoryUsage()
  byQuarter.push({ process: megabytes(rss), main_heap: megabytes(heapUsed) })
}

await benchRun(flags, { request, outside: { onProgress } }, ({ result, seconds }) => {
  const peak = megabytes(process.resourceUsage().maxRSS * 1024)
  process.stdout.write(
    `${JSON.stringify({ trials: result.trials, megabytes: peak, seconds, by_quarter: byQuarter })}\n`,
  )
})
