import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { sha256 } from '../../base/hash.ts'
import { ALL_METRICS } from '../../metrics/all-metrics.ts'
import { derived, mean, one, rate } from '../../metrics/metric.ts'
import { metricOfOwnRule } from '../../metrics/rule-metrics.ts'
import { ALL_FORMATS } from '../../recordings/all-formats.ts'
import { defineFormat } from '../../recordings/formats/shared/define-format.ts'
import { fitting } from '../../text/said/literals.ts'
import { RULES_OF_EVERY_DESK } from '../../verdicts/all-rules.ts'
import { defineRule, failed, notApplicable, notJudged, passed, type Rule } from '../../verdicts/rules/rule.ts'
import { circleIn } from '../../verdicts/scoring/causes.ts'
import { AGENT_KINDS } from '../agents/kinds.ts'
import { functionKind } from '../agents/shared/function-kind.ts'
import { importFile } from '../agents/shared/import-file.ts'
import { readText } from '../files/read-text.ts'
import { type Extensions, NO_EXTENSIONS } from './extensions.ts'
import { mentionsPlugins } from './mentions-plugins.ts'
import { definePlugin } from './plugin.ts'
import { PluginShape, type ReadPlugin } from './read-plugin.ts'

/** What a plugin gets where it imports `sage-desk`: the code that is running, wherever the package lies. */
const FOR_PLUGINS = {
  'sage-desk': {
    definePlugin,
    defineRule,
    passed,
    failed,
    notApplicable,
    notJudged,
    fitting,
    rate,
    mean,
    derived,
    one,
    defineFormat,
  },
}

type Loaded = { readonly file: string; readonly plugin: ReadPlugin }

/**
 * Loads the plugins that sage.yaml of the working folder names, and no others: packs, suites and stored or imported runs cannot
 * name code.
 */
export async function loadPlugins(workingFolder: string, config = 'sage.yaml'): Promise<Extensions> {
  const files = await namedFiles(workingFolder, config)
  if (files.length === 0) return NO_EXTENSIONS
  const texts = await Promise.all(
    files.map(async (file) => [file, await textOf(resolve(workingFolder, file), file)] as const),
  )
  const loaded: Loaded[] = []
  for (const file of files) loaded.push(await loadOne(file, workingFolder))
  refuseClashes(loaded)
  const rules = loaded.flatMap(({ file, plugin }) => plugin.rules.map((rule) => named(rule, file)))
  refuseUnclear(rules)
  return {
    rules,
    metrics: [...rules.map(metricOfOwnRule), ...loaded.flatMap(({ plugin }) => plugin.metrics)],
    kinds: loaded.flatMap(({ plugin }) => plugin.agents.map(functionKind)),
    formats: loaded.flatMap(({ plugin }) => plugin.formats),
    plugins: Object.fromEntries(texts.map(([file, text]) => [file, sha256(text)])),
  }
}

const Named = z.looseObject({ plugins: z.array(z.string().min(1)).default([]) })

/** Whatever else is wrong with the settings is said by those who read them. */
async function namedFiles(workingFolder: string, config: string): Promise<readonly string[]> {
  if (!(await mentionsPlugins(workingFolder, config))) return []
  const text = await readText(resolve(workingFolder, config))
  return readYaml(config, text, Named).value?.plugins ?? []
}

async function textOf(path: string, file: string): Promise<string> {
  if (!existsSync(path))
    throw usageError(
      'file-missing',
      `There is no plugin ${file}.`,
      'Check plugins: in sage.yaml. Paths are relative to the folder in which sage runs.',
    )
  return readText(path)
}

async function loadOne(file: string, workingFolder: string): Promise<Loaded> {
  const loaded = await importFile(join(resolve(workingFolder), file), FOR_PLUGINS)
  if ('wrong' in loaded) {
    const { because, hint, cause } = loaded.wrong
    throw usageError('plugin-broken', `The plugin ${file} cannot be loaded: ${because}`, hint, cause)
  }
  const read = PluginShape.safeParse('default' in loaded.exports ? loaded.exports.default : undefined)
  if (read.success) return { file, plugin: read.data }
  const wrong = read.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.') || 'default export'}: ${message}`,
  )
  throw usageError(
    'plugin-broken',
    `The plugin ${file} is not one: ${wrong.join('; ')}`,
    'export default definePlugin({ rules, metrics, agents, formats }), see docs/extend.md',
    read.error,
  )
}

/** A name has one meaning: in results, in gates, in sage.yaml and on the command line. */
function refuseClashes(loaded: readonly Loaded[]): void {
  const lists: readonly [string, readonly string[], (plugin: ReadPlugin) => readonly string[]][] = [
    [
      'metric',
      ALL_METRICS.map(({ name }) => name),
      ({ rules, metrics }) => [...rules.map(({ id }) => id), ...metrics.map(({ name }) => name)],
    ],
    [
      'agent kind',
      [
        ...AGENT_KINDS.map(({ name }) => name),
        ...AGENT_KINDS.flatMap(({ settings }) => Object.keys(settings)),
        'id',
        'protocol',
        'sop',
        'function',
      ],
      ({ agents }) => agents.map(({ name }) => name),
    ],
    [
      'recording format',
      ALL_FORMATS.map(({ name }) => name),
      ({ formats }) => formats.map(({ name }) => name),
    ],
  ]
  for (const [what, taken, namesOf] of lists) {
    const owners = new Map(taken.map((name) => [name, 'SAGE']))
    for (const { file, plugin } of loaded)
      for (const name of namesOf(plugin)) {
        const owner = owners.get(name)
        if (owner !== undefined)
          throw usageError(
            'plugin-clash',
            `The plugin ${file} has the ${what} "${name}", and ${owner} has one of that name already.`,
            'Give it another name.',
          )
        owners.set(name, file)
      }
  }
}

/** What a rule explains is known, and no rule explains itself by way of others. */
function refuseUnclear(own: readonly Rule[]): void {
  const rules = [...RULES_OF_EVERY_DESK, ...own]
  const names = rules.flatMap(({ id, family = id }) => [id, family])
  for (const { id, explains = [], precedes = [] } of own)
    for (const name of [...explains, ...precedes])
      if (!names.includes(name))
        throw usageError(
          'plugin-broken',
          `The rule ${id} explains "${name}", and there is no such rule.`,
          didYouMean(name, names),
        )
  const circle = circleIn(rules)
  if (circle !== undefined)
    throw usageError(
      'plugin-broken',
      `The rule ${circle.id} explains itself by way of other rules.`,
      'Let explains: and precedes: go one way.',
    )
}

/** A rule that throws is told by its name and file. */
const named = (rule: Rule, file: string): Rule => {
  const guarded =
    <Arguments extends readonly unknown[], Result>(run: (...given: Arguments) => Result) =>
    (...given: Arguments): Result => {
      try {
        return run(...given)
      } catch (cause) {
        const because = cause instanceof Error ? cause.message : String(cause)
        throw usageError(
          'plugin-broken',
          `The rule ${rule.id} of the plugin ${file} failed: ${because}`,
          `See ${file}`,
          cause,
        )
      }
    }
  return { ...rule, appliesTo: guarded(rule.appliesTo), check: guarded(rule.check) }
}
