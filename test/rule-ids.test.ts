import { expect, test } from 'vitest'
import { mutantsOf } from '../src/references/mutants.ts'
import { RULES_OF_EVERY_DESK } from '../src/verdicts/all-rules.ts'
import { shippedSources } from './architecture/source-files.ts'
import { lunchbox } from './golden/check.ts'

/** Files that name a rule or its metric besides the rule's own folder, each with the reason. */
const NAMES_ONE: Readonly<Record<string, string>> = {
  'src/graph/model/catastrophes.ts': 'kinds that authors write into graph.yaml',
  'src/compile/propose/prompt.ts': 'tells a model those kinds',
  'src/verdicts/scoring/score-trial.ts': 'what a void trial says nothing of (E10)',
  'src/references/mutants.ts': 'says which rule must name a planted fault; checked below',
  'src/report/result/decision.ts': 'the headline numbers, in the order a person asks; typed by MetricName',
  'src/report/render/decision-sentence.ts': 'what a missed gate means, by its metric',
  'src/report/render/first-minute.ts': 'the three numbers of the first minute',
  'src/report/render/medians-of-runs.ts': 'headline numbers; typed by MetricName',
  'src/runner/files/first-project.ts': 'gates of a first project',
  'src/cli/commands/run.ts': 'examples of gates in its help',
  'src/metrics/fork-outcome.ts': 'the harm of a sampled turn; kinds that authors write into graph.yaml',
  'src/report/render/validity-section.ts': 'a sentence about a metric; typed by MetricName',
  'src/metrics/gates.ts': 'examples of gates in an error message',
  'src/runner/settings/resolve-run.ts': 'the default gates',
  'src/runner/runs/read-gates.ts': 'why a default gate is not held; typed by MetricName',
}

const ids = RULES_OF_EVERY_DESK.map(({ id }) => id)
const NAMED = new RegExp(`\\b(${ids.join('|')})\\b`)

/** What a rule declares of causes (E6) is the one place where it names others; that those are rules is checked when they load. */
const CAUSES = /\b(?:explains|precedes): \[[^\]]*\]/g

const naming = (pattern: RegExp): readonly string[] =>
  shippedSources()
    .filter(({ text }) => pattern.test(withoutComments(text).replace(CAUSES, '')))
    .map(({ path }) => path)

test('a rule is named in its own folder and in few other places', () => {
  const outside = naming(NAMED).filter((path) => !path.startsWith('src/verdicts/rules/'))
  expect(outside.filter((path) => NAMES_ONE[path] === undefined)).toEqual([])
  // An exception that is needed no longer goes.
  expect(Object.keys(NAMES_ONE).filter((path) => !outside.includes(path))).toEqual([])
})

test.each(ids)('no other rule names %s', (id) => {
  const own = [`src/verdicts/rules/${id.replaceAll('_', '-')}/`, 'src/verdicts/rules/forbidden-kinds/']
  const others = naming(new RegExp(`\\b${id}\\b`)).filter(
    (path) => path.startsWith('src/verdicts/rules/') && !own.some((folder) => path.startsWith(folder)),
  )
  expect(others).toEqual([])
})

test('the rules that planted faults are to be named by are rules', () => {
  const named = new Set(mutantsOf(lunchbox.graph).flatMap(({ namedBy }) => namedBy.rules))
  const kinds = lunchbox.graph.forbids.map(({ kind }) => kind)
  expect([...named].filter((id) => !ids.includes(id) && !kinds.includes(id))).toEqual([])
})

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
