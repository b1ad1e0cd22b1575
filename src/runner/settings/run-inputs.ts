import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import type { Problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { type PlaceOf, readYaml, type YamlReading } from '../../base/files/yaml-file.ts'
import { type AgentKinds, agentKinds } from '../agents/kinds.ts'
import { packageRoot } from '../files/package-root.ts'
import { readText, readTextIfThere } from '../files/read-text.ts'
import { readConfig, type SageConfig } from './config-file.ts'
import type { RunFlags } from './run-flags.ts'
import { selectionSettings } from './run-settings.ts'

/** A file's settings, and where each of them stands. */
export type Settings<T> = { readonly value: T; readonly placeOf: PlaceOf }

/** Everything a person said about a run: flags, sage.yaml, suite. */
export type RunInputs = {
  readonly flags: RunFlags
  /** with `--suite`, only what a suite leaves open */
  readonly config: Settings<SageConfig>
  readonly suite: Settings<Suite> & { readonly name: string }
  readonly workingFolder: string
  /** the kinds of agents this run may have */
  readonly kinds: AgentKinds
}

/** Reads the files a run's flags name. Wrong files: all problems of both at once. */
export async function readRunInputs(
  flags: RunFlags,
  workingFolder: string,
  own: AgentKinds = [],
): Promise<RunInputs> {
  const problems: Problem[] = []
  const config = await readConfigFile(flags, workingFolder, own)
  problems.push(...config.problems)
  const suiteName = flags.suite ?? config.value?.suite ?? 'default'
  const suite = await readSuiteFile(suiteName, workingFolder, agentKinds(own))
  problems.push(...suite.problems)
  if (config.value === undefined || suite.value === undefined) {
    throw new ProblemsError('The settings of this run have errors.', problems)
  }
  return {
    flags,
    config: { value: besideSuite(flags, config.value), placeOf: config.placeOf },
    suite: { value: suite.value, placeOf: suite.placeOf, name: basename(suiteName).replace(/\.ya?ml$/, '') },
    workingFolder,
    kinds: agentKinds(own),
  }
}

/** What sage.yaml still gives where `--suite` says what runs: else a suite would be another one in each folder. */
function besideSuite(flags: RunFlags, config: SageConfig): SageConfig {
  if (flags.suite === undefined) return config
  const { agents, providers, prices, limits, budget, concurrency, gates, baseline, judges, store, out } =
    config
  return { agents, providers, prices, limits, budget, concurrency, gates, baseline, judges, store, out }
}

async function readConfigFile(
  flags: RunFlags,
  workingFolder: string,
  own: AgentKinds,
): Promise<YamlReading<SageConfig>> {
  if (flags.config !== undefined)
    return readConfig(flags.config, await readText(resolve(workingFolder, flags.config)), own)
  const text = await readTextIfThere(join(workingFolder, 'sage.yaml'))
  return readConfig('sage.yaml', text ?? '', own)
}

async function readSuiteFile(
  name: string,
  workingFolder: string,
  kinds: AgentKinds,
): Promise<YamlReading<Suite>> {
  const folder = join(packageRoot(), 'suites')
  const shipped = readdirSync(folder).flatMap((file) =>
    file.endsWith('.yaml') ? [basename(file, '.yaml')] : [],
  )
  if (shipped.includes(name)) {
    const file = join(folder, `${name}.yaml`)
    return readSuite(file, await readText(file), kinds)
  }
  if (!/[/\\]|\.ya?ml$/.test(name)) {
    throw usageError(
      'unknown-suite',
      `There is no suite "${name}".`,
      `${didYouMean(name, shipped)} Or give a file: --suite my-suite.yaml`,
    )
  }
  return readSuite(name, await readText(resolve(workingFolder, name)), kinds)
}

/** A named selection of agents, packs and cases. */
export const suite = (kinds: AgentKinds) =>
  z
    .strictObject({ title: z.string().min(1), ...selectionSettings(kinds) })
    .describe('A suite: which agents run on which cases, how often.')
type Suite = z.infer<ReturnType<typeof suite>>

const readSuite = (file: string, text: string, kinds: AgentKinds): YamlReading<Suite> =>
  readYaml(file, text, suite(kinds))
