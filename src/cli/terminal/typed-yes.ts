import type { Terminal } from './terminal.ts'

/** Shows what would happen and asks a person, who must type the whole word. Null: nobody can be asked, and nothing is shown. */
export async function typedYes(terminal: Terminal, what: readonly string[]): Promise<boolean | null> {
  if (!terminal.live || terminal.openInput === undefined) return null
  for (const line of what) terminal.err(`${line}\n`)
  const input = terminal.openInput()
  try {
    const said = await input.next('Type yes to go ahead: ')
    return said?.trim().toLowerCase() === 'yes'
  } finally {
    input.close()
  }
}
