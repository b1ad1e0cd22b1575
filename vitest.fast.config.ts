import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import all, { QUICK } from './vitest.config.ts'

/** For daily work: what is quick. The rest is left to `npm test`, which is what CI runs. */
const { test, ...rest } = mergeConfig(all, defineConfig({}))
const { projects: _, ...settings } = test ?? {}
export default defineConfig({
  ...rest,
  test: {
    ...settings,
    // Files share one module graph a worker: importing rooms again for each file costs more than the tests.
    isolate: false,
    include: [...QUICK.include],
    exclude: [...configDefaults.exclude, ...QUICK.exclude],
  },
})
