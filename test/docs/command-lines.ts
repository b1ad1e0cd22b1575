import { Command } from 'commander'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { blocksOf, type CodeBlock, pages } from './code-blocks.ts'

/** A line of a page that people type, without what the page says about it (two blanks or more stand between). */
export type CommandLine = { readonly line: number; readonly typed: string; readonly isRun: boolean }

const PROMPT = /^\$ /

/** The commands of a block: all its lines, or those after a prompt where output is shown with them. */
export function commandLines({ language, text, line, notRun }: CodeBlock): readonly CommandLine[] {
  const isShell = language === 'commands' || language === 'sh'
  return text.split('\n').flatMap((raw, index) => {
    if (!isShell && !PROMPT.test(raw)) return []
    const typed = raw.replace(PROMPT, '').replace(/\s{2,}\S.*$/, '')
    if (typed.trim() === '') return []
    const leftOut = notRun !== null && (notRun.words?.some((word) => typed.includes(word)) ?? true)
    return [{ line: line + index, typed, isRun: !leftOut }]
  })
}

/** Pages with commands, or with what commands say. */
export const pagesWithCommands: readonly string[] = pages.filter((page) =>
  blocksOf(page).some((block) => commandLines(block).length > 0 || block.language === 'text'),
)

const CALLED = /^(?:npx sage-desk|npx sage|sage)(?: |$)/
export const isSage = (typed: string): boolean => CALLED.test(typed)

/** Words as a shell makes them of a line without variables. */
export const wordsOf = (typed: string): readonly string[] =>
  [...typed.replace(CALLED, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )

/** What is wrong with the words of a command, by its own declaration; nothing is done. */
export async function misuse(words: readonly string[]): Promise<string | null> {
  const [name = '', ...rest] = words
  const entry = COMMANDS.find((one) => one.name === name)
  if (entry === undefined) return `there is no command "${name}"`
  const command = new Command(name)
  ;(await entry.load())(command, () => () => undefined)
  for (const one of [command, ...command.commands])
    one.option('--json').exitOverride().configureOutput(SILENT)
  try {
    await command.parseAsync(rest, { from: 'user' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const SILENT = { writeOut: () => undefined, writeErr: () => undefined, outputError: () => undefined }
