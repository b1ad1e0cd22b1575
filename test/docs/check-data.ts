import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Problem } from '../../src/base/files/problem.ts'
import { checkTruth } from '../../src/cases/truth-table.ts'
import { readVoices } from '../../src/cases/voices.ts'
import { readAdoptedCase } from '../../src/recordings/adopted/adopted-file.ts'
import { readRecordingMapping } from '../../src/recordings/mapping-file.ts'
import { readConfig } from '../../src/runner/settings/config-file.ts'
import { publishedSchemas } from '../../tools/published-schemas.ts'
import { lunchbox } from '../agents/trial.ts'
import { ROOT } from '../architecture/source-files.ts'

type Check = (text: string) => readonly string[] | Promise<readonly string[]>

/** What is wrong with a block of YAML, JSON or CSV, by the name that its page gives the kind of file. */
export const DATA_CHECKS: Readonly<Record<string, Check>> = {
  'sage.yaml': (text) => inWords(readConfig('sage.yaml', text).problems),
  ...Object.fromEntries(
    ['pack', 'graph', 'world', 'tools', 'cases', 'mapping'].map((name) => [name, bySchema(name)]),
  ),
  label: (text) => text.trim().split('\n').flatMap(bySchema('label')),
  voice: (text) => inWords(readVoices(new Map([['voices/brisk.yaml', text]])).problems),
  'adopted case': (text) => inWords(readAdoptedCase('adopted', 'job-7-at-9.yaml', text).problems),
  'mapping of recordings': (text) => inWords(readRecordingMapping('mapping.yaml', text).problems),
  'truth.csv': async (text) => inWords(checkTruth('truth.csv', text, await lunchbox())),
  'lines of a tactic': (text) => {
    const tactic = z
      .looseObject({ phrases: z.looseObject({}) })
      .parse(parse(readFileSync(join(ROOT, 'tactics/urgency.yaml'), 'utf8')))
    return bySchema('tactic')(JSON.stringify({ ...tactic, phrases: { en: parse(text) } }))
  },
}

/** By the schema we publish, as an editor would. */
function bySchema(name: string): (text: string) => readonly string[] {
  const check = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
    JSON.parse(publishedSchemas().get(`${name}.schema.json`) ?? ''),
  )
  return (text) => (check(parse(text)) ? [] : (check.errors ?? []).map((error) => JSON.stringify(error)))
}

const inWords = (problems: readonly Problem[]): readonly string[] => problems.map(({ message }) => message)
