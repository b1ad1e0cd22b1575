import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { usageError } from '../../base/error.ts'

const GZIP = [0x1f, 0x8b]

/** The lines of an exported run, compressed or unpacked, one at a time. */
export async function* linesOfRunFile(file: string): AsyncGenerator<string> {
  const zipped = await isZipped(file)
  const bytes = createReadStream(file)
  const text = zipped ? pipeline(bytes, createGunzip(), () => undefined) : bytes
  text.setEncoding('utf8')
  let begun: string[] = []
  try {
    for await (const chunk of text) {
      // Only the new piece is searched: a line may be 10 MB long and come in hundreds of pieces.
      const [first = '', ...more] = String(chunk).split('\n')
      begun.push(first)
      for (const next of more) {
        yield begun.join('')
        begun = [next]
      }
    }
  } catch (cause) {
    throw usageError(
      'run-file-damaged',
      `${file} cannot be read completely.`,
      'The file is damaged or truncated. Copy or export it again.',
      cause,
    )
  }
  const rest = begun.join('')
  if (rest !== '') yield rest
}

async function isZipped(file: string): Promise<boolean> {
  const handle = await open(file).catch((cause: unknown) => {
    throw usageError('file-missing', `${file} cannot be opened.`, 'Check the path and its spelling.', cause)
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
    return GZIP.every((byte, index) => buffer[index] === byte)
  } finally {
    await handle.close()
  }
}
