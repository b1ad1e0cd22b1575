import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import all from './vitest.config.ts'

/**
 * For daily work: everything that proves one file or one idea in seconds. Whole runs, processes, browsers, audits of packs
 * and long properties are left to `npm test`, which is what CI runs.
 */
const SLOW = [
  'src/cli/commands/*.test.ts',
  'src/cli/program.test.ts',
  'src/compile/**',
  'src/graph/hostile.test.ts',
  'src/graph/walk-properties.test.ts',
  'src/metrics/compare.test.ts',
  'src/metrics/coverage.test.ts',
  'src/runner/jobs/**',
  'src/runner/runs/import-run.test.ts',
]
const FAST = ['architecture', 'house', 'spec', 'schemas', 'pack-words', 'english', 'order', 'steps-due']

const { test, ...rest } = mergeConfig(all, defineConfig({}))
export default defineConfig({
  ...rest,
  test: {
    ...test,
    include: ['src/**/*.test.ts', ...FAST.map((name) => `test/${name}.test.ts`)],
    exclude: [...configDefaults.exclude, ...SLOW],
  },
})
