/** What a person who plays sees, and where their lines come from. */
export type PlayScreen = {
  readonly show: (text: string) => void
  /** the next line typed or piped; undefined: there are no more */
  readonly ask: (prompt: string) => Promise<string | undefined>
}

/** A line that ends in a backslash goes on in the next one, so that a message may have several. */
export async function askWhole({ ask }: PlayScreen, prompt: string): Promise<string | undefined> {
  const lines: string[] = []
  for (;;) {
    const line = await ask(lines.length === 0 ? prompt : '... ')
    if (line === undefined) return lines.length === 0 ? undefined : lines.join('\n')
    if (!line.endsWith('\\')) return [...lines, line].join('\n')
    lines.push(line.slice(0, -1))
  }
}
