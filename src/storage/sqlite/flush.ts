import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EXIT, SageError } from '../../base/error.ts'

/**
 * Brings what was committed through a power cut. SQLite's own way (synchronous = full) stops the whole process at every
 * commit until the disk is done; here the process goes on with its other conversations meanwhile.
 */
export type Flusher = { readonly flush: () => Promise<void>; readonly close: () => Promise<void> }

export function openFlusher(file: string): Flusher {
  // On no disk, there is nothing that a power cut could take.
  if (file === ':memory:') return { flush: async () => undefined, close: async () => undefined }
  let opened: Promise<FileHandle> | null = null
  return {
    flush: async () => {
      try {
        opened ??= openLog(file)
        await (await opened).datasync()
      } catch (cause) {
        opened = null
        throw failed(file, cause)
      }
    },
    close: async () => {
      const log = await opened?.catch(() => null)
      await log?.close()
    },
  }
}

/** Commits are appended to the log beside the file; no process holds locks on it, so closing it here releases none. */
async function openLog(file: string): Promise<FileHandle> {
  const log = await open(`${file}-wal`, 'r+')
  // A new file whose name is not on the disk yet would be lost with all that is in it.
  const folder = await open(dirname(file), 'r').catch(() => null)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
  return log
}

function failed(file: string, cause: unknown): SageError {
  const isFull =
    cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
  const [code, says] = isFull
    ? (['store-full', `The disk is full: ${file} cannot be written.`] as const)
    : (['store-failed', `The disk failed while ${file} was being written.`] as const)
  return new SageError(code, says, {
    hint: 'Everything stored so far is safe. Run sage doctor, then resume with sage run --resume.',
    exit: EXIT.machinery,
    cause,
  })
}
