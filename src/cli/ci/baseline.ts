import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import type { Github } from './github.ts'

const Artifacts = z.object({
  artifacts: z.array(
    z.object({
      id: z.int(),
      expired: z.boolean(),
      created_at: z.string(),
      workflow_run: z
        .object({
          head_branch: z.string().nullable(),
          repository_id: z.int().optional(),
          head_repository_id: z.int().optional(),
        })
        .nullish(),
    }),
  ),
})

/** The newest baseline that a job on the branch has kept; undefined: there is none yet. */
export async function fetchBaseline(
  github: Github,
  { name, branch }: { readonly name: string; readonly branch: string },
): Promise<Buffer | undefined> {
  const path = `/repos/${github.repository}/actions/artifacts`
  const { artifacts } = Artifacts.parse(
    await github.json('GET', `${path}?name=${encodeURIComponent(name)}&per_page=100`),
  )
  // A pull request from anywhere can keep an artifact of that name, and a fork has a branch of that name too.
  const [newest] = artifacts
    .filter(
      ({ expired, workflow_run: by }) =>
        !expired && by?.head_branch === branch && by.head_repository_id === by.repository_id,
    )
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  if (newest === undefined) return undefined
  return fileInZip(await github.bytes(`${path}/${newest.id}/zip`), '.jsonl.gz')
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const BYTES_MAX = 500e6

/** The first file of a ZIP archive whose name ends so: artifacts come as archives. Stored and deflated entries only. */
function fileInZip(zip: Buffer, suffix: string): Buffer | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(end) !== END) throw damaged()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) throw damaged()
    const [method, packed, size] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ]
    const [name, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const local = zip.readUInt32LE(at + 42)
    if (zip.toString('utf8', at + 46, at + 46 + name).endsWith(suffix)) {
      if (size > BYTES_MAX || local + 30 > zip.length) throw damaged()
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const bytes = zip.subarray(from, from + packed)
      if (method === 0) return Buffer.from(bytes)
      if (method === 8) return inflateRawSync(bytes, { maxOutputLength: BYTES_MAX })
      throw damaged()
    }
    at += 46 + name + extra + comment
  }
  return undefined
}

const damaged = () =>
  usageError('run-file-damaged', 'The artifact cannot be read as a ZIP archive.', 'Upload a new baseline.')
