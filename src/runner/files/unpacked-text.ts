import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SageError, usageError } from '../../base/error.ts'
import { boundedLines, tooLarge } from './bounded-lines.ts'

const GZIP = [0x1f, 0x8b]
/** Real exports are 10 to 40 times their packed size; a bomb is 1,000 times. Small ones may be what they like. */
const UNPACKED = { times: 200, orBytes: 200e6 } as const
const PIECE_BYTES = 1 << 18

/** The text of a file, compressed or not, in pieces. */
export async function* unpackedText(file: string): AsyncGenerator<string> {
  const zipped = await isZipped(file)
  const bytes = createReadStream(file, { highWaterMark: PIECE_BYTES })
  const text = zipped
    ? pipeline(bytes, createGunzip({ chunkSize: PIECE_BYTES }), await bombGuard(file), () => undefined)
    : bytes
  text.setEncoding('utf8')
  try {
    for await (const piece of text) yield String(piece)
  } catch (cause) {
    if (cause instanceof SageError) throw cause
    throw usageError(
      'run-file-damaged',
      `${file} cannot be read completely.`,
      'The file is damaged or truncated. Copy or export it again.',
      cause,
    )
  } finally {
    bytes.destroy()
  }
}

async function bombGuard(file: string): Promise<Transform> {
  const { size } = await stat(file)
  const bytesMax = Math.max(UNPACKED.orBytes, size * UNPACKED.times)
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length
      if (passed > bytesMax) done(tooLarge(file, `more than ${UNPACKED.times} times its packed size`))
      else done(null, chunk)
    },
  })
}

async function isZipped(file: string): Promise<boolean> {
  const handle = await open(file).catch((cause: unknown) => {
    throw usageError('file-missing', `${file} cannot be opened.`, 'Check the path and its spelling.', cause)
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
    return GZIP.every((byte, index) => buffer[index] === byte)
  } catch (cause) {
    throw usageError('file-is-folder', `${file} cannot be read.`, 'Give a file, not a folder.', cause)
  } finally {
    await handle.close()
  }
}

/** The lines of an exported run, compressed or unpacked, one at a time. */
export async function* linesOfRunFile(file: string): AsyncGenerator<string> {
  yield* boundedLines(unpackedText(file), file)
}
