import { usageError } from '../../base/error.ts'

/** What a file may cost to read, whoever wrote it. */
export type LineBounds = {
  readonly lineCharactersMax: number
  /** of all lines together */
  readonly charactersMax: number
}

/** A transcript of 10 MB is one line of an exported run; nothing real comes near these. */
export const LINE_BOUNDS: LineBounds = { lineCharactersMax: 64e6, charactersMax: 20e9 }

/** Text in pieces as lines without their ends. A line without an end is refused while it is read, not after. */
export async function* boundedLines(
  pieces: AsyncIterable<unknown>,
  file: string,
  { lineCharactersMax, charactersMax }: LineBounds = LINE_BOUNDS,
): AsyncGenerator<string> {
  let begun: string[] = []
  let length = 0
  let all = 0
  const take = (): string => {
    const line = begun.join('')
    begun = []
    length = 0
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
  for await (const piece of pieces) {
    const text = String(piece)
    all += text.length
    if (all > charactersMax) throw tooLarge(file, `more than ${inMegabytes(charactersMax)} unpacked`)
    // Only the new piece is searched: a line may be 10 MB long and come in hundreds of pieces.
    const parts = text.split('\n')
    for (const [index, part] of parts.entries()) {
      if (index > 0) yield take()
      length += part.length
      if (length > lineCharactersMax)
        throw tooLarge(file, `a line of more than ${inMegabytes(lineCharactersMax)}`)
      begun.push(part)
    }
  }
  const rest = take()
  if (rest !== '') yield rest
}

const inMegabytes = (characters: number): string => `${Math.round(characters / 1e6)} MB`

export const tooLarge = (file: string, has: string) =>
  usageError(
    'file-too-large',
    `${file} is too large: it has ${has}.`,
    'SAGE writes no such file. Do not use it unless you know where it comes from.',
  )
