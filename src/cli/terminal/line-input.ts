import { createInterface } from 'node:readline'

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
