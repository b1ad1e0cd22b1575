import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Limits are for what hangs: no test may fail because the machine is slow, be it ten times. */
const HANGS_MS = 600_000

/** Half a minute and more each: begun last, one of them would have a core to itself while the other idles. */
const LONGEST = [
  'kill',
  'walk-agreement',
  'studio',
  'audit',
  'instruments',
  'studio-report',
  'workbench',
  'types',
  'team',
  'studio-hostile',
]

/** Tests that change what others see in their process: its environment, its clock, the project's own rules and kinds. */
const CHANGES_ITS_PROCESS = [
  'src/cli/commands/desk.test.ts',
  'src/cli/view/jobs.test.ts',
  'src/conversation/agent/command-process.test.ts',
  'src/runner/runs/run-lease.test.ts',
  'test/agents-run.test.ts',
  'test/ci.test.ts',
  'test/disturbed.test.ts',
  'test/examples.test.ts',
  'test/first-project.test.ts',
  'test/forks-outside.test.ts',
  'test/models-run.test.ts',
  'test/pack-voices.test.ts',
  'test/plugins.test.ts',
  'test/same-bytes.test.ts',
]
const ALONE = [...CHANGES_ITS_PROCESS, ...LONGEST.map((name) => `test/${name}.test.ts`)]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return found === -1 ? LONGEST.length : found
    }
    // Those that share a worker come last and together: a worker is kept as long as the next file may share it.
    const shares = ({ project }: TestSpecification): number => (project.name === 'together' ? 1 : 0)
    return (await super.sort(files)).sort((a, b) => shares(a) - shares(b) || place(a) - place(b))
  }
}

/** The browser that comes from the registry runs on Linux only. */
const IN_A_BROWSER = ['side-by-side', 'studio', 'studio-hostile', 'studio-live', 'studio-report']
const skipped = process.platform === 'linux' ? [] : IN_A_BROWSER.map((name) => `test/${name}.test.ts`)
if (skipped.length > 0) console.warn(`No browser for ${process.platform}: skipped ${skipped.join(', ')}`)

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: [...configDefaults.exclude, ...skipped] },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...skipped, ...ALONE],
          // Files share one module graph a worker: importing the rooms again for each file costs as much as most tests.
          isolate: false,
        },
      },
    ],
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
