import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import all from './vitest.config.ts'

/**
 * For daily work: everything that proves one file or one idea in seconds. Whole runs, processes, browsers,
 * audits of packs and long properties are left to `npm test`, which is what CI runs.
 */
const SLOW = [
  'src/cli/commands/*.test.ts',
  'src/cli/program.test.ts',
  'src/compile/**',
  'src/graph/hostile.test.ts',
  'src/graph/walk-properties.test.ts',
  'src/metrics/compare.test.ts',
  'src/metrics/coverage.test.ts',
  'src/runner/engine/**',
  'src/runner/jobs/**',
  'src/runner/studio/**',
]
const FAST = ['architecture', 'english', 'house', 'pack-words', 'spec']

const { test, ...rest } = mergeConfig(all, defineConfig({}))
const { projects: _, ...settings } = test ?? {}
export default defineConfig({
  ...rest,
  test: {
    ...settings,
    // Files share one module graph a worker: importing rooms again for each file costs more than the tests.
    isolate: false,
    include: ['src/**/*.test.ts', ...FAST.map((name) => `test/${name}.test.ts`)],
    exclude: [...configDefaults.exclude, ...SLOW],
  },
})
