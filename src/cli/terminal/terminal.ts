import { type LineInput, openLineInput } from './line-input.ts'

/** Where a command writes. Results go to `out`; progress, problems and errors to `err`, so that `--json` stays one object. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** a person watches `err`: lines may be drawn over */
  readonly live: boolean
  readonly columns: number
  readonly paint: Paint
  /** a person types the lines of `openInput` and sees what is asked; else they come from a pipe or a file */
  readonly typed?: boolean
  /** called by the one command that asks for lines */
  readonly openInput?: () => LineInput
}

export type Paint = {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
}

const code = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
const plain = (text: string) => text

export const COLOURS: Paint = { bold: code(1, 22), dim: code(2, 22), red: code(31, 39), yellow: code(33, 39) }
export const NO_COLOURS: Paint = { bold: plain, dim: plain, red: plain, yellow: plain }

/** The process's own terminal. Colours only where a person sees them and has not asked for none (NO_COLOR). */
export function processTerminal(): Terminal {
  const live = process.stderr.isTTY === true
  const typed = live && process.stdin.isTTY === true
  const wanted = live && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb'
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    live: live && process.env.TERM !== 'dumb',
    columns: process.stderr.columns ?? 100,
    paint: wanted ? COLOURS : NO_COLOURS,
    typed,
    openInput: () => openLineInput(process.stdin, typed ? process.stderr : null),
  }
}
