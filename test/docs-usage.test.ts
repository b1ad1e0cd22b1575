import { expect, test } from 'vitest'
import { blocksOf, commandsInSentences, pages } from './docs/code-blocks.ts'
import { commandLines, isSage, misuse, pagesWithCommands, wordsOf } from './docs/command-lines.ts'

/** Commands and options on the pages are read, not typed: docs-commands.test.ts types them. */
test.each(pagesWithCommands)('%s: each command is one that there is', async (page) => {
  const typed = blocksOf(page).flatMap(commandLines)
  const wrong = await Promise.all(
    typed.map(async ({ line, typed }) => {
      if (!isSage(typed)) return []
      const why = await misuse(wordsOf(typed.split(' > ')[0] ?? ''))
      return why === null ? [] : [`${page}:${line} ${typed}: ${why}`]
    }),
  )
  expect(wrong.flat()).toEqual([])
})

/** `sage run --failed` in a sentence: what it leaves out is no mistake, what it names has to be there. */
const UNFINISHED =
  /missing required argument|argument missing|not specified|'<[a-z]+>' is invalid|<command>|\(outputHelp\)/
test('each command and option that a sentence names is one that there is', async () => {
  const named = pages.flatMap((page) =>
    commandsInSentences(page).map((typed) => ({ page, typed, words: wordsOf(typed) })),
  )
  expect(named.length).toBeGreaterThan(150)
  const wrong: string[] = []
  for (const { page, typed, words } of named) {
    const why = await misuse(words)
    if (why !== null && !UNFINISHED.test(why)) wrong.push(`${page}: ${typed}: ${why}`)
  }
  expect(wrong).toEqual([])
})
