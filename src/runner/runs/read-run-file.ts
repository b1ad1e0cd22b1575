import { boundedLines } from '../files/bounded-lines.ts'
import { unpackedText } from '../files/unpacked-text.ts'

/** The lines of an exported run, compressed or unpacked, one at a time. */
export async function* linesOfRunFile(file: string): AsyncGenerator<string> {
  yield* boundedLines(unpackedText(file), file)
}
