import { z } from 'zod'
import { type Problem, problem, type Reading } from '../../base/files/problem.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { isIsoDate } from '../../base/values/iso-date.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import type { Tactic } from '../../cards/tactic.ts'
import type { Pack } from '../../cases/case.ts'
import { hashOfFiles } from '../../cases/pack-hash.ts'
import { recordedDesk } from '../recorded-pack.ts'
import { type PlacedAdopted, readAdoptedCase } from './adopted-file.ts'
import { checkAdopted } from './check-adopted.ts'

/** pack.yaml of a desk that is known from recordings: no graph and no records, but the tools that were called. */
export const AdoptedPackFile = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'an id may contain only lower-case letters, digits and hyphens'),
  title: z.string().min(1),
  recorded: z.literal(true),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .default('en'),
  today: z.string().refine(isIsoDate, 'should be a date, YYYY-MM-DD'),
  turns_max: z
    .int()
    .min(2)
    .max(60)
    .default(12)
    .describe('messages of the customer after the agent took over'),
})

export const AdoptedToolsFile = z.record(
  z.string().min(1),
  z.strictObject({
    role: z.enum(['read', 'write', 'handover', 'close']),
    description: z.string().min(1),
    parameters: z.record(z.string(), z.record(z.string(), z.json())).default({}),
  }),
)

type Files = ReadonlyMap<string, string>
type Outside = { readonly dir?: string; readonly tactics?: ReadonlyMap<string, Tactic> }

const IsRecorded = z.object({ recorded: z.literal(true) })

/** Is this folder a desk that is known from recordings? */
export const isAdoptedPack = (files: Files): boolean =>
  readYaml('pack.yaml', files.get('pack.yaml') ?? '', IsRecorded).value !== undefined

/** Reads and checks it: everything wrong at once. A pack only if nothing is. */
export function readAdoptedPack(
  files: Files,
  { dir = '', tactics = new Map() }: Outside = {},
): Reading<Pack> {
  const about = readYaml('pack.yaml', files.get('pack.yaml') ?? '', AdoptedPackFile)
  const tools = readYaml('tools.yaml', files.get('tools.yaml') ?? '', AdoptedToolsFile)
  const lexicon = readYaml('lexicon.yaml', files.get('lexicon.yaml') ?? '', Lexicon)
  const read = [...files]
    .filter(([file]) => /^cases\/.+\.ya?ml$/.test(file))
    .map(([file, text]) => readAdoptedCase(about.value?.id ?? '', file, text))
  const cases = read.flatMap((one) => one.cases)
  const problems = [
    ...about.problems,
    ...tools.problems,
    ...lexicon.problems,
    ...read.flatMap((one) => one.problems),
    ...(read.length === 0 ? [NO_CASE] : []),
    ...sameIds(cases),
    ...(tools.value === undefined || lexicon.value === undefined
      ? []
      : checkAdopted(cases, { tools: tools.value, lexicon: lexicon.value, tactics })),
  ]
  if (
    about.value === undefined ||
    tools.value === undefined ||
    lexicon.value === undefined ||
    problems.some(({ severity }) => severity === 'error')
  )
    return { value: undefined, problems }
  const { id, title, language, today, turns_max } = about.value
  const desk = recordedDesk({
    tools: Object.entries(tools.value).map(([name, tool]) => ({ name, ...tool })),
    instructions: files.get('sop.md') ?? '',
    today,
    lexicon: lexicon.value,
  })
  const own = { id, title, language, hash: hashOfFiles(files), dir, tactics, turnsMax: turns_max }
  return { value: { ...desk, ...own, cases: cases.map((one) => one.case) }, problems }
}

const NO_CASE: Problem = problem(
  { file: 'cases', line: 1, column: 1 },
  'missing-file',
  'there is no adopted conversation',
  'Adopt one: sage adopt <transcript> --at <event> -o <this folder>.',
)

function sameIds(cases: readonly PlacedAdopted[]): readonly Problem[] {
  const seen = new Set<string>()
  return cases.flatMap(({ case: { id, at } }) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [problem(at, 'duplicate-id', `two conversations are called ${id}`, 'Give one of them another id.')]
  })
}
