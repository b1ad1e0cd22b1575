import { defineConfig } from 'vitest/config'

/** Limits are for what hangs: no test may fail because the machine is slow, be it ten times. */
const HANGS_MS = 300_000

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Two cores: more workers than cores make the slow property tests time each other out.
    maxWorkers: 2,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: HANGS_MS / 2 } },
  },
})
