import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'

/** Where a command writes. Results go to `out`; progress, problems and errors to `err`, so that `--json` stays one object. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** a person watches `err`: lines may be drawn over */
  readonly live: boolean
  readonly columns: number
  readonly paint: Paint
  /** the same of `out`; absent: no colours */
  readonly paintOut?: Paint
  /** a person types the lines of `openInput` and sees what is asked; else they come from a pipe or a file */
  readonly typed?: boolean
  /** called by the one command that asks for lines */
  readonly openInput?: () => LineInput
}

export type Paint = {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

/** What stands for the codes of a terminal up to the last moment: nobody outside can write it, so no text of theirs is taken for ours. */
const OURS = randomUUID()
/** the beginning of a line that is drawn over */
export const CLEAR_LINE = `${OURS}clear`
/** `visible` puts them in; all others it shows. */
export const OWN_CODES: ReadonlyMap<string, string> = new Map([
  [CLEAR_LINE, '\r\u001b[2K'],
  [OURS, '\u001b['],
])

const code = (on: number, off: number) => (text: string) => `${OURS}${on}m${text}${OURS}${off}m`
const plain = (text: string) => text

export const COLOURS: Paint = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
}
export const NO_COLOURS: Paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }

/** The process's own terminal. Colours only where a person sees them and has not asked for none (NO_COLOR). */
export function processTerminal(): Terminal {
  const live = process.stderr.isTTY === true
  const typed = live && process.stdin.isTTY === true
  const wanted = (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb'
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    live: live && process.env.TERM !== 'dumb',
    columns: process.stderr.columns ?? 100,
    paint: live && wanted ? COLOURS : NO_COLOURS,
    paintOut: process.stdout.isTTY === true && wanted ? COLOURS : NO_COLOURS,
    typed,
    openInput: () => openLineInput(process.stdin, typed ? process.stderr : null),
  }
}

/** Lines typed by a person or piped from a file, one at a time. */
export type LineInput = {
  /** undefined: there are no more */
  readonly next: (prompt: string) => Promise<string | undefined>
  readonly close: () => void
}

/** `echo`: where prompts go, with editing keys if a person types there; null where nobody watches. */
export function openLineInput(input: NodeJS.ReadableStream, echo: NodeJS.WritableStream | null): LineInput {
  const lines = createInterface({
    input,
    ...(echo === null ? {} : { output: echo }),
    terminal: echo !== null,
  })
  // Ctrl-C ends the lines like Ctrl-D: what was played so far is still judged.
  lines.on('SIGINT', () => lines.close())
  // The iterator keeps lines that arrive before they are asked for: a piped script comes all at once.
  const iterator = lines[Symbol.asyncIterator]()
  return {
    next: async (prompt) => {
      if (echo !== null) {
        lines.setPrompt(prompt)
        lines.prompt()
      }
      const { value, done } = await iterator.next()
      return done === true ? undefined : value
    },
    close: () => lines.close(),
  }
}
