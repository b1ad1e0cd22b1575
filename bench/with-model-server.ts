import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Runs `use` while a scripted model server runs in another process. */
export async function withModelServer<T>(
  { latencyMs, program = 'model-server-main' }: { readonly latencyMs: number; readonly program?: string },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const file = fileURLToPath(new URL(`./${program}.js`, import.meta.url))
  const child = spawn(process.execPath, [file, String(latencyMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [line] = await once(child.stdout, 'data')
    return await use(String(line).trim())
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}
