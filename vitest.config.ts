import { configDefaults, defineConfig } from 'vitest/config'
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

/** The browser that comes from the registry runs on Linux only. */
const IN_A_BROWSER = ['side-by-side', 'studio', 'studio-hostile', 'studio-live', 'studio-report']
const skipped = process.platform === 'linux' ? [] : IN_A_BROWSER.map((name) => `test/${name}.test.ts`)
if (skipped.length > 0) console.warn(`No browser for ${process.platform}: skipped ${skipped.join(', ')}`)

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...skipped],
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
