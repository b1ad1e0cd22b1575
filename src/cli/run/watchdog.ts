import { Worker } from 'node:worker_threads'

/**
 * Ends a run that is stuck in one step: code that never returns (a pattern of ours, a module agent's loop) stops every
 * limit and Ctrl-C with it, so only another thread can see it. Stored trials and paid replies are safe.
 */
export type Watchdog = { readonly close: () => void }

const BEAT_MS = 1000
/** Loading a pack and compiling its SOP takes seconds. A killed process has exit code 137 (128 and 9). */
const STUCK_MS = 300_000

const MESSAGE = (ms: number): string =>
  `\nsage: a step has been running for ${Math.round(ms / 1000)} s without an end. The process is killed (exit code 137); finished trials and paid replies are stored. Resume: sage run --resume\n`

/** Counts only its own beats: after the machine slept, or the process was stopped, both threads start anew. */
const SCRIPT = `
const { workerData: { beats, ms, beatMs, message } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
let [last, silent] = [-1, 0]
while (Atomics.load(beats, 1) === 0) {
  Atomics.wait(beats, 1, 0, beatMs)
  const now = Atomics.load(beats, 0)
  silent = now === last ? silent + beatMs : 0
  last = now
  if (silent < ms) continue
  writeSync(2, message)
  process.kill(process.pid, 'SIGKILL')
}
`

export function openWatchdog(ms = STUCK_MS, beatMs = BEAT_MS): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(SCRIPT, {
    eval: true,
    execArgv: [],
    workerData: { beats, ms, beatMs, message: MESSAGE(ms) },
  })
  // Without a watchdog the run is played all the same.
  worker.on('error', () => undefined)
  worker.unref()
  const beating = setInterval(() => void Atomics.add(beats, 0, 1), beatMs)
  beating.unref()
  return {
    close: () => {
      clearInterval(beating)
      Atomics.store(beats, 1, 1)
      Atomics.notify(beats, 1)
    },
  }
}
