import { expect, test } from 'vitest'
import { requestIn } from '../../../test/runner-testing.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { noModels } from '../../models/no-models.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { RunDeps } from '../../runner/engine/run-deps.ts'
import type { StopSignal } from '../terminal/stop-signals.ts'
import { CLEAR_LINE, COLOURS, NO_COLOURS, type Terminal } from '../terminal/terminal.ts'
import { conductRun } from './show-run.ts'

const MINE = {
  id: 'mine',
  kind: 'reference',
  protocol: 'declared',
  target: ['mine'],
  sop: 'prompt',
  tools: 'ours',
} as const
const request = requestIn('/', { agents: [MINE] })
const result = (over: Partial<RunResult>): RunResult => ({
  run: aRunId('run-1'),
  trials: 200,
  judged: 200,
  passed: 150,
  failed: 40,
  could_not_tell: 10,
  voided: 0,
  faulted: 0,
  wall_ms: 1500,
  report: '/out/run-1.md',
  agents: [],
  gates: [],
  validity: { judges: [], agents: [] },
  usage: [],
  versions: { packs: {}, rules: 1, reader: 'lexical 1' },
  ...over,
})

/** Conducts a run against an engine that does what it is told, before the eyes of a recorded terminal. */
async function conducted(
  engine: (outside: RunDeps, interrupt: () => void) => RunResult,
  live: boolean,
  {
    signal = 'SIGINT',
    paintOut = NO_COLOURS,
  }: Partial<Pick<Terminal, 'paintOut'>> & { signal?: StopSignal } = {},
): Promise<{ answer: Awaited<ReturnType<typeof conductRun>>; err: string; listening: boolean }> {
  let err = ''
  let time = 0
  let listener: (() => void) | undefined
  const terminal: Terminal = {
    out: () => undefined,
    err: (text) => {
      err += text
    },
    live,
    columns: 200,
    paint: NO_COLOURS,
    paintOut,
  }
  const answer = await conductRun(request, {
    terminal,
    models: noModels,
    now: () => {
      time += 100
      return time
    },
    onStop: (heard) => {
      listener = () => heard(signal)
      return () => {
        listener = undefined
      }
    },
    execute: async (_, outside) => engine(outside, () => listener?.()),
  })
  return { answer, err, listening: listener !== undefined }
}
const progress = (done: number) => ({ done, of: 200, judged: done, voided: 0, faulted: 0, perSecond: 50 })

test('on a terminal one line is drawn over, with rate, time left and faults', async () => {
  const { err, answer, listening } = await conducted((outside) => {
    outside.onProgress(progress(50))
    outside.onProgress(progress(200))
    return result({})
  }, true)
  expect(err).toBe(
    `${CLEAR_LINE}50 of 200 conversations, 25 %, 1 s, about 3 s left` +
      `${CLEAR_LINE}200 of 200 conversations, 100 %, 1 s${CLEAR_LINE}`,
  )
  expect(answer.exit).toBe(0)
  expect(answer.text).toContain(
    '200 simulated conversations, 1.5 s\n\nRun run-1: 150 passed, 40 failed, 10 could not tell, 0 voided, 0 faulted.\nTables and ids:    npx sage-desk report latest --wide',
  )
  expect(listening).toBe(false)
})

test('in a log there is a line every ten seconds', async () => {
  const { err } = await conducted((outside) => {
    for (let done = 0; done <= 200; done += 1) outside.onProgress(progress(done))
    return result({})
  }, false)
  expect(err.split('\n').slice(0, 2)).toEqual([
    'sage: 99 of 200 conversations, 49 %, 11 s, about 3 s left',
    'sage: 199 of 200 conversations, 99 %, 21 s, about 1 s left',
  ])
  expect(err.split('\n')).toHaveLength(3)
})

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s stops like Ctrl-C, with its own code', async (signal, code) => {
  const stopped = await conducted(
    (outside, interrupt) => {
      interrupt()
      expect(outside.signal.aborted).toBe(true)
      return result({ trials: 20, judged: 20 })
    },
    false,
    { signal },
  )
  expect(stopped.answer.exit).toBe(code)
  expect(stopped.err).toContain(`stopping (${signal}). Finished trials`)
  expect(stopped.answer.text).toContain('sage-desk run --resume')
})

test('Ctrl-C asks the engine to stop, and the answer says what is stored', async () => {
  const { answer, err } = await conducted((outside, interrupt) => {
    outside.onProgress(progress(20))
    interrupt()
    expect(outside.signal.aborted).toBe(true)
    return result({ trials: 20, judged: 19, voided: 1 })
  }, false)
  expect(answer.exit).toBe(130)
  expect(err).toContain('stopping')
  expect(answer.text).toContain(
    'Stopped. 20 of 200 trials of run run-1 are stored in /sage.db (150 passed, 40 failed, 10 could not tell, 1 voided, 0 faulted).',
  )
})

test.each([
  [
    'a gate not met',
    { gates: [{ gate: 'unsafe_actions.hits <= 2', agent: 'mine', met: false, value: 7 }] },
    1,
  ],
  [
    'every gate met',
    { gates: [{ gate: 'unsafe_actions.hits <= 2', agent: 'mine', met: true, value: 1 }] },
    0,
  ],
  ['1 % of trials faulted', { judged: 198, faulted: 2 }, 0],
  ['more than 1 % of trials faulted', { judged: 197, faulted: 3 }, 3],
])('%s', async (_, over, exit) => {
  expect((await conducted(() => result(over), false)).answer.exit).toBe(exit)
})

test('the first line is the decision: green or red, and a run that was finished before fails its gates again', async () => {
  const gate = { gate: 'harm.hits <= 0', agent: 'mine', value: 7 }
  const ended = async (met: boolean, over: Partial<RunResult> = {}) => {
    const gates = [{ ...gate, met }]
    return (await conducted(() => result({ gates, ...over }), false, { paintOut: COLOURS })).answer
  }
  const first = async (met: boolean) => (await ended(met)).text.split('\n')[0]
  expect(await first(true)).toContain(`${COLOURS.green('PASS')}`)
  expect(await first(true)).toContain('the one gate is met')
  expect(await first(false)).toContain(`${COLOURS.red('FAIL')}`)
  expect(await first(false)).toContain('1 of 1 gate not met')
  expect(await ended(false, { again: true })).toMatchObject({ exit: 1 })
})

test('where nothing but answering was held, the first line says that deeds were not judged', async () => {
  const gates = [{ gate: 'answered.value >= 0.99', agent: 'mine', met: true, value: 1 }]
  const gates_not_held = [{ gate: 'harm.hits <= 0', agent: 'mine', says: 'the agent used its own tools' }]
  expect((await conducted(() => result({ gates, gates_not_held }), false)).answer.text).toMatch(
    /^Deeds were not judged: mine /,
  )
  expect((await conducted(() => result({ gates }), false)).answer.text).not.toContain('Deeds were not judged')
})
