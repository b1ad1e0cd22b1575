import { runProgram } from '../src/cli/program.ts'
import { NO_COLOURS, type Terminal } from '../src/cli/terminal/terminal.ts'

/** What a command said, as it says it. */
export type Said = { out: string; err: string }

/** A terminal that keeps what is said to it. */
export function overhear(more: Partial<Terminal> = {}): { readonly said: Said; readonly terminal: Terminal } {
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
    live: false,
    columns: 100,
    paint: NO_COLOURS,
    ...more,
  }
  return { said, terminal }
}

/** `sage` in a folder, in this process: what it said and its exit code. */
export async function sageIn(
  workingFolder: string,
  words: readonly string[],
  more: Partial<Terminal> = {},
): Promise<Said & { readonly exit: number }> {
  const { said, terminal } = overhear(more)
  const exit = await runProgram(words, { terminal, workingFolder })
  return { ...said, exit }
}
