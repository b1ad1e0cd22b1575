import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { startDeadline, stopped } from './deadline.ts'

/**
 * A program that answers lines with lines. In: one line at a time. Out: its next line, or why there is none. It must not
 * know what the lines mean. Standard error is only listened to, for the last words of a program that dies.
 */
export type CommandProcess = {
  readonly ask: (
    line: string,
    wait: { readonly stop: AbortSignal; readonly timeoutMs: number },
  ) => Promise<LineSaid>
  readonly isAlive: () => boolean
  /** when it has ended, by itself or by us: how, with its last words */
  readonly exited: Promise<{ readonly code: number | null; readonly about: string }>
  /** asks it to go, then makes it */
  readonly stop: () => Promise<void>
}

export type LineSaid =
  | { readonly said: 'line'; readonly text: string }
  | {
      readonly said: 'nothing'
      readonly because: 'exited' | 'late' | 'too-large' | 'not-started'
      readonly about: string
    }

export type Command = {
  readonly program: string
  readonly arguments: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** A longer line is no answer. */
const LINE_CHARS_MAX = 4_000_000
const LAST_WORDS_CHARS = 400
const GRACE_MS = 500

type Waiting = (said: LineSaid) => void

/** All that run now, of any pool: whatever way our process ends, none is left behind. */
const running = new Set<() => void>()

function keepTrack(kill: () => void): () => void {
  if (running.size === 0) process.on('exit', killRunning)
  running.add(kill)
  return () => {
    running.delete(kill)
    if (running.size === 0) process.off('exit', killRunning)
  }
}

function killRunning(): void {
  for (const kill of running) kill()
}

export function startCommand(command: Command): CommandProcess {
  // A group of its own: `npx something` must not leave its child behind when it is killed.
  const child = spawn(command.program, [...command.arguments], {
    cwd: command.folder,
    env: command.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let waiting: Waiting | null = null
  let alive = true
  let lastWords = ''
  let partial = ''
  const answer = (said: LineSaid): void => {
    const to = waiting
    waiting = null
    to?.(said)
  }
  const kill = (): void => killGroup(child.pid)
  const forget = keepTrack(kill)
  const fail = (because: 'exited' | 'late' | 'too-large' | 'not-started', about: string): void => {
    if (because !== 'not-started') kill()
    alive = false
    answer({ said: 'nothing', because, about })
  }
  const exited = new Promise<{ code: number | null; about: string }>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      forget()
      fail('not-started', error.code ?? error.message)
      resolve({ code: null, about: error.message })
    })
    child.once('close', (code, signal) => {
      forget()
      alive = false
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`
      const about = [how, lastWords.trim()].filter(Boolean).join(': ')
      answer({ said: 'nothing', because: 'exited', about })
      resolve({ code, about })
    })
  })
  child.stdin.on('error', () => undefined) // it closed its input: `close` says the rest
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_CHARS)
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (partial + text).split('\n')
    partial = lines.pop() ?? ''
    if (partial.length > LINE_CHARS_MAX)
      return fail('too-large', `a line of more than ${LINE_CHARS_MAX} characters`)
    // A line nobody asked for (a greeting, a log) answers nothing.
    const [first] = lines.filter((line) => line.trim() !== '')
    if (first !== undefined) answer({ said: 'line', text: first })
  })
  hold(child, false)

  return {
    isAlive: () => alive,
    exited,
    ask: async (line, { stop, timeoutMs }) => {
      if (!alive) return { said: 'nothing', because: 'exited', about: lastWords.trim() }
      const deadline = startDeadline(stop, timeoutMs)
      hold(child, true)
      try {
        const said = new Promise<LineSaid>((resolve) => {
          waiting = resolve
        })
        deadline.signal.addEventListener(
          'abort',
          () => fail('late', `nothing within ${timeoutMs / 1000} s`),
          { once: true },
        )
        child.stdin.write(`${line}\n`)
        const heard = await said
        if (stop.aborted) throw stopped()
        return heard
      } finally {
        hold(child, false)
        deadline.clear()
      }
    },
    stop: async () => {
      hold(child, true)
      child.stdin.end()
      const timer = setTimeout(kill, GRACE_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

type Child = ReturnType<typeof spawn>

/** A program that nobody waits for must not keep our process alive. */
function hold(child: Child, isAwaited: boolean): void {
  const turn = isAwaited ? 'ref' : 'unref'
  child[turn]()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream instanceof Socket) stream[turn]()
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // gone already
  }
}
