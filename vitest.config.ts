import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Two cores: more workers than cores make the slow property tests time each other out.
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})
