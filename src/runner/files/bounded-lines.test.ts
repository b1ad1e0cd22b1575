import { expect, test } from 'vitest'
import { boundedLines } from './bounded-lines.ts'

async function linesOf(pieces: readonly string[], bounds = { lineCharactersMax: 10, charactersMax: 30 }) {
  const lines: string[] = []
  const each = async function* () {
    yield* pieces
  }
  for await (const line of boundedLines(each(), 'run.jsonl', bounds)) lines.push(line)
  return lines
}

test('lines come whole, however they are cut into pieces', async () => {
  expect(await linesOf(['a', 'b\n', '\r\nc', '\nd'])).toEqual(['ab', '', 'c', 'd'])
  expect(await linesOf([''])).toEqual([])
})

test('a line without an end and a file without an end are refused', async () => {
  await expect(linesOf(['12345', '678901\n'])).rejects.toMatchObject({ code: 'file-too-large', exit: 2 })
  await expect(linesOf(Array.from({ length: 20 }, () => 'a\n'))).rejects.toMatchObject({
    code: 'file-too-large',
  })
})
