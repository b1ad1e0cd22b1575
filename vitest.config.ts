import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Limits are for what hangs: no test may fail because the machine is slow, be it ten times. */
const HANGS_MS = 600_000

/** Half a minute and more each: begun last, one of them would have a core to itself while the other idles. */
const LONGEST = [
  'walk-agreement',
  'kill',
  'studio-report',
  'instruments',
  'audit',
  'types',
  'studio',
  'studio-hostile',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Two cores: more workers than cores make the slow property tests time each other out.
    maxWorkers: 2,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 120_000 } },
    sequence: { sequencer: LongestFirst },
  },
})
