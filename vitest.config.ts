import { configDefaults, defineConfig } from 'vitest/config'

/** Limits are for what hangs: no test may fail because the machine is slow, be it ten times. */
const HANGS_MS = 600_000

/** Whole runs, kills, every desk, every page: `npm run test:whole`. All other tests are `npm test`. */
const WHOLE = 'test/whole/**/*.test.ts'

/** The browser that comes from the registry runs on Linux only; tests that open it are named after it. */
const IN_A_BROWSER = '**/*.browser.test.ts'
const elsewhere = process.platform === 'linux' ? [] : [IN_A_BROWSER]
if (elsewhere.length > 0) console.warn(`No browser for ${process.platform}: skipped ${IN_A_BROWSER}`)

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...elsewhere, WHOLE],
        },
      },
      {
        extends: true,
        test: { name: 'whole', include: [WHOLE], exclude: [...configDefaults.exclude, ...elsewhere] },
      },
    ],
    setupFiles: ['test/setup.ts'],
    // Files share one module graph a worker: importing the rooms again for each file costs as much as most tests.
    isolate: false,
    // Two cores: more workers than cores make the slow property tests time each other out.
    maxWorkers: 2,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
