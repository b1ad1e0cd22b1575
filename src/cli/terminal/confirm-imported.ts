import type { Terminal } from './terminal.ts'
import { typedYes } from './typed-yes.ts'

/** Asks a person before an imported run starts something; without a person the answer is no. */
export const confirmImported =
  (terminal: Terminal) =>
  async (run: string, outside: readonly string[]): Promise<boolean> =>
    (await typedYes(terminal, [
      `Run ${run} was imported. Resuming it would start or ask:`,
      ...outside.map((line) => `  ${line}`),
    ])) === true
