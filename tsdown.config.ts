import { defineConfig } from 'tsdown'

const shared = { format: 'esm', platform: 'node', target: 'node20.19', fixedExtension: false } as const

export default defineConfig([
  {
    ...shared,
    name: 'package',
    entry: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts' },
    outDir: 'dist',
    dts: true,
  },
  {
    // Node 20 runs no TypeScript: benches and the schema writer are bundled here and run from build/.
    ...shared,
    name: 'tools',
    root: '.',
    entry: ['bench/*.ts', 'tools/*.ts', '!**/*.test.ts'],
    outDir: 'build',
    dts: false,
  },
])
