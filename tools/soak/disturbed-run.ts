import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Chance, seededChance } from '../../src/base/chance.ts'
import { RunResult } from '../../src/report/result/run-result.ts'
import type { StoredTrial } from '../../src/storage/store.ts'
import { startCli, trialsIn } from '../../test/kill-run.ts'
import { openModelServer } from '../../test/model-server/model-server.ts'
import type { Fault } from '../../test/model-server/scripted.ts'
import { strict } from '../../test/model-server/strict.ts'
import { folderFor, numbersOf } from '../../test/runner-testing.ts'

/**
 * The built command line against a model that answers exact bytes, disturbed in one way, and the same run left in peace.
 * What must be the same: every conversation, every number, and every request to the model.
 */
export type Disturbance = 'kill' | 'SIGTERM' | 'SIGHUP' | 'clock' | 'faults' | 'disk-full'

export type Disturbed = {
  readonly times: number
  readonly sameTrials: boolean
  /** where the trials first differ */
  readonly difference: string | null
  readonly sameNumbers: boolean
  /** requests that the undisturbed run never made */
  readonly otherRequests: number
  /** exit codes of sessions that were ended, in order of appearance */
  readonly codes: readonly (number | null)[]
}

export const SETTINGS = (url: string, trials: number): string => `
providers:
  mine: { base_url: "${url}", key_env: SOAK_KEY }
agents:
  - { id: strict, model: "mine:x", timeout_seconds: 20 }
packs: [lunchbox]
gates: { defaults: off }
cases: [lunchbox/cancel-in-time, lunchbox/torn-strap-with-photo, lunchbox/thanks-too-early]
own: true
planned: none
intensities: [own]
trials: ${trials}
concurrency: 4
`
const CLOCK = (file: string): string => `
import { readFileSync } from 'node:fs'
const now = Date.now
Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8') || 0)
`
const HOURS_MS = 7_200_000

export type Disturbing = {
  readonly cli: string
  readonly how: Disturbance
  readonly timesMax: number
  readonly trials: number
  readonly seed: number
}

export async function disturb(disturbing: Disturbing): Promise<Disturbed> {
  const peace = await play(disturbing, null)
  const war = await play(disturbing, disturbing.how)
  // A retry is an event of its own: with faults the conversations are compared without them, and without their numbers.
  const shown = (trial: StoredTrial): object =>
    disturbing.how === 'faults' ? withoutRetries(trial) : untimed(trial)
  return {
    times: war.times,
    codes: [...new Set(war.codes)],
    sameTrials: JSON.stringify(peace.trials.map(shown)) === JSON.stringify(war.trials.map(shown)),
    difference: firstDifference(peace.trials.map(shown), war.trials.map(shown)),
    sameNumbers: peace.numbers === war.numbers,
    otherRequests: [...war.asked].filter((body) => !peace.asked.has(body)).length,
  }
}

/** Where the disturbed trials first read otherwise: without it a soak of half an hour only says that they do. */
function firstDifference(peace: readonly object[], war: readonly object[]): string | null {
  for (let at = 0; at < Math.max(peace.length, war.length); at += 1) {
    const [one, other] = [JSON.stringify(peace[at] ?? null), JSON.stringify(war[at] ?? null)]
    if (one === other) continue
    const from = [...one].findIndex((letter, index) => letter !== other[index])
    const near = (text: string): string => text.slice(Math.max(0, from - 80), from + 160)
    return `trial ${at}: ${near(one)} | ${near(other)}`
  }
  return null
}

async function play({ cli, timesMax, trials, seed }: Disturbing, how: Disturbance | null) {
  const folder = folderFor('disturbed')
  const chance = seededChance(seed)
  const asked: string[] = []
  let requests = 0
  const server = await openModelServer(
    (one) => {
      requests += 1
      const fault = how === 'faults' && chance.hits(0.3) ? faultOf(chance) : null
      asked.push(one.raw)
      return fault === null ? { ...strict(one), afterMs: 4 } : { ...strict(one), fault }
    },
    { keep: false },
  )
  const small = how === 'disk-full' && mountSmall(join(folder, '.sage'))
  const clock = join(folder, 'clock.txt')
  writeFileSync(clock, '0')
  writeFileSync(join(folder, 'clock.mjs'), CLOCK(clock))
  writeFileSync(join(folder, 'sage.yaml'), SETTINGS(server.url, trials))
  process.env['SOAK_KEY'] = 'sk-soak-0123456789'
  const node = ['--import', pathToFileURL(join(folder, 'clock.mjs')).href]
  const codes: (number | null)[] = []
  let times = 0
  try {
    for (;;) {
      const { child, ended } = startCli(folder, cli, ['--resume'], node)
      const until = requests + 3 + chance.below(25)
      const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
      const disturbs = how !== null && how !== 'faults' && how !== 'disk-full' && times < timesMax
      if (disturbs) {
        while (requests < until && !isOver()) await sleep(2)
        if (!isOver()) {
          times += 1
          if (how === 'clock') writeFileSync(clock, String(times % 2 === 1 ? HOURS_MS : -HOURS_MS))
          else child.kill(how === 'kill' ? 'SIGKILL' : how)
        }
      }
      const { code, out, err } = await ended
      if (code === 0) {
        const result = RunResult.parse(JSON.parse(out))
        const stored = await trialsIn(folder, result)
        return { times, codes, trials: stored, numbers: numbersOf(result), asked: new Set(asked) }
      }
      codes.push(code)
      if (how === 'disk-full' && small && times < 1) {
        times += 1
        spawnSync('mount', ['-o', 'remount,size=64m', join(folder, '.sage')])
      } else if (!disturbs) throw new TypeError(`sage run gave ${code}: ${err.slice(-2000)}`)
    }
  } finally {
    await server.close()
    if (small) spawnSync('umount', ['-l', join(folder, '.sage')])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file system too small for the run. Only root may make one. */
function mountSmall(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', folder]).status === 0
}

const STATUSES = [500, 502, 503, 429, 529, 408] as const

function faultOf(chance: Chance): Fault {
  const kinds: readonly [Fault, ...Fault[]] = [
    {
      kind: 'status',
      status: STATUSES[chance.below(STATUSES.length)] ?? 500,
      headers: { 'retry-after': '0' },
    },
    {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': 'Fri, 01 Jan 2099 00:00:00 GMT', date: 'Sun, 15 Nov 2026 00:00:00 GMT' },
    },
    { kind: 'reset' },
    { kind: 'truncated' },
    { kind: 'doubled' },
    { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    { kind: 'malformed' },
    { kind: 'html' },
    { kind: 'slow', pieces: 5, everyMs: 10 },
  ]
  return chance.pick(kinds)
}

const untimed = ({ trial, transcript, score }: StoredTrial) => ({
  trial,
  score,
  transcript: transcript.replaceAll(/"took_ms":[\d.]+/g, '"took_ms":0'),
})

const SAID = ['message.sent', 'tool.called', 'step.reported', 'report.missing', 'conversation.ended']

const withoutRetries = ({ trial, transcript }: StoredTrial) => ({
  trial,
  said: transcript
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => SAID.includes(type))
    .map(({ n: _, of: __, call: ___, ...event }) => JSON.stringify(event)),
})
