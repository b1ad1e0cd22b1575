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
  'docs-commands',
  'instruments',
  'studio-report',
  'workbench',
  'types',
  'team',
  'studio-hostile',
]

/** Whole runs, processes, browsers, audits of packs, long properties. */
const SLOW = [
  'src/cli/commands/*.test.ts',
  'src/cli/program.test.ts',
  'src/compile/**/*.test.ts',
  'src/graph/hostile.test.ts',
  'src/graph/walk-properties.test.ts',
  'src/metrics/compare.test.ts',
  'src/metrics/coverage.test.ts',
  'src/runner/engine/**/*.test.ts',
  'src/runner/jobs/**/*.test.ts',
  'src/runner/studio/**/*.test.ts',
]

/** Everything that proves one file or one idea in seconds. */
export const QUICK = {
  include: [
    'src/**/*.test.ts',
    ...['architecture', 'english', 'house', 'pack-words', 'spec'].map((name) => `test/${name}.test.ts`),
  ],
  exclude: SLOW,
} as const

/** Quick ones that change what others see in their process: its environment, its clock. */
const CHANGES_ITS_PROCESS = [
  'src/cli/view/jobs.test.ts',
  'src/conversation/agent/command-process.test.ts',
  'src/runner/runs/run-lease.test.ts',
]

/** Not quick, and shown to keep to themselves. */
const ALSO_TOGETHER = ['judges-run', 'models-wire', 'pack-check', 'recordings', 'runner'].map(
  (name) => `test/${name}.test.ts`,
)
const TOGETHER = [...QUICK.include, ...ALSO_TOGETHER]

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
const IN_A_BROWSER = ['studio', 'studio-hostile', 'studio-live', 'studio-report']
const skipped = process.platform === 'linux' ? [] : IN_A_BROWSER.map((name) => `test/${name}.test.ts`)
if (skipped.length > 0) console.warn(`No browser for ${process.platform}: skipped ${skipped.join(', ')}`)

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts', ...SLOW, ...CHANGES_ITS_PROCESS],
          exclude: [
            ...configDefaults.exclude,
            ...skipped,
            ...TOGETHER.filter((file) => file.startsWith('test/')),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: TOGETHER,
          exclude: [...configDefaults.exclude, ...QUICK.exclude, ...CHANGES_ITS_PROCESS],
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
