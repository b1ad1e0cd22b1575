import { z } from 'zod'
import type { Github } from './github.ts'
import { fileInZip } from './zip.ts'

const Artifacts = z.object({
  artifacts: z.array(
    z.object({
      id: z.int(),
      expired: z.boolean(),
      created_at: z.string(),
      workflow_run: z.object({ head_branch: z.string().nullable() }).nullish(),
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
  // A pull request from anywhere can keep an artifact of that name: only the branch itself makes a baseline.
  const [newest] = artifacts
    .filter(({ expired, workflow_run }) => !expired && workflow_run?.head_branch === branch)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  if (newest === undefined) return undefined
  return fileInZip(await github.bytes(`${path}/${newest.id}/zip`), '.jsonl.gz')
}
