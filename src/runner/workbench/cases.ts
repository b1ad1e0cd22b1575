import { z } from 'zod'
import type { Problem } from '../../base/files/problem.ts'
import { readYamlData } from '../../base/files/yaml-file.ts'
import { Tone } from '../../base/values/acts.ts'
import type { JsonObject } from '../../base/values/json.ts'
import type { Pack } from '../../cases/case.ts'
import { checkPack } from '../../cases/check-pack.ts'
import { readPack } from '../../cases/read-pack.ts'
import { toEntry } from '../../cases/write-cases.ts'
import { neverExercised } from '../../report/render/cover-text.ts'
import type {
  CaseChoices,
  CaseEntryView,
  CasesView,
  Named,
  Versions,
} from '../../report/studio-views/desk-view.ts'
import { coverPack } from '../jobs/cover/cover.ts'
import { PLAN_SEED } from '../packs/find-case.ts'
import { plannedCases } from '../packs/load-cases.ts'
import { productTactics } from '../packs/product-tactics.ts'
import { withCase } from './case-text.ts'
import { inFormWords } from './case-words.ts'
import { deskProblem } from './procedure.ts'
import type { DeskEditFiles } from './write-desk.ts'

type Files = ReadonlyMap<string, string>

const CASES = /^cases\/.+\.ya?ml$/
/** where new cases go */
const OWN_CASES = 'cases/cases.yaml'

const Entries = z.array(z.looseObject({ id: z.string(), bucket: z.string() }))
/** What a page may send as a case; whether it is a case is decided where the file is read. */
export const CaseEntry = z.looseObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'an id may contain only lower-case letters, digits and hyphens'),
  bucket: z.string(),
})
export type CaseEntry = z.infer<typeof CaseEntry>

/** The desk's cases, those planned from its graph, and what none of its own covers. */
export async function casesView(desk: string, files: Files, versions: Versions): Promise<CasesView> {
  const outside = { tactics: await productTactics() }
  const { value: pack, problems } = readPack(files, outside)
  const written = [...files]
    .filter(([file]) => CASES.test(file))
    .flatMap(([file, text]) => entriesIn(file, text))
  const base = { desk, versions, cases: written }
  if (pack === undefined)
    return { ...base, planned: [], never: [], choices: null, problems: problems.map(deskProblem) }
  const { universe, coverage } = await coverPack(pack)
  return {
    ...base,
    planned: plannedCases(pack, 'small', PLAN_SEED).map((each) => plainEntry(toEntry(each))),
    never: neverExercised(universe, coverage),
    choices: choicesOf(pack),
    problems: checkPack(files, outside)
      .filter(({ file }) => CASES.test(file))
      .map(deskProblem),
  }
}

function entriesIn(file: string, text: string): readonly CaseEntryView[] {
  const parsed = Entries.safeParse(readYamlData(file, text).value)
  return parsed.success ? parsed.data.map(plainEntry) : []
}

/** Plain data, as JSON has it: a date of YAML is a text here. */
const plainEntry = (entry: object): CaseEntryView => JSON.parse(JSON.stringify(entry))

/** The file that holds a case, with the entry in it; refused if the case does not agree with the desk. */
export async function caseEdit(files: Files, entry: CaseEntry): Promise<DeskEditFiles> {
  const after = withEntry(files, entry.id, entry)
  const wrong = await caseProblems(after, entry.id)
  const errors = wrong.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { kind: 'refused', because: errors.map(inFormWords) }
  return { kind: 'edit', files: changedFiles(files, after) }
}

export const caseRemoval = (files: Files, id: string): DeskEditFiles => ({
  kind: 'edit',
  files: changedFiles(files, withEntry(files, id, null)),
})

const changedFiles = (before: Files, after: Files): Files =>
  new Map([...after].filter(([file, text]) => before.get(file) !== text))

export function withEntry(files: Files, id: string, entry: CaseEntry | null): Files {
  const holding = [...files].find(
    ([file, text]) => CASES.test(file) && entriesIn(file, text).some((each) => each.id === id),
  )
  const file = holding?.[0] ?? OWN_CASES
  const edited = withCase(files.get(file) ?? '', id, entry)
  return new Map([...files, [file, edited]])
}

/** What is wrong with one case: problems from its first line to that of the next case. */
export async function caseProblems(files: Files, id: string): Promise<readonly Problem[]> {
  const place = placeOfCase(files, id)
  if (place === null) return []
  return checkPack(files, { tactics: await productTactics() }).filter(
    ({ file, line }) => file === place.file && line >= place.first && line < place.end,
  )
}

function placeOfCase(files: Files, id: string) {
  for (const [file, text] of files) {
    if (!CASES.test(file)) continue
    const { value, placeOf } = readYamlData(file, text)
    const index = Array.isArray(value) ? value.findIndex((each) => memberOf(each, 'id') === id) : -1
    if (index === -1 || !Array.isArray(value)) continue
    const end = index + 1 < value.length ? placeOf([index + 1]).line : Number.POSITIVE_INFINITY
    return { file, first: placeOf([index]).line, end }
  }
  return null
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined

function choicesOf({ graph, world, lexicon, tactics }: Pack): CaseChoices {
  const named = (id: string, name: string | undefined): Named => ({
    id,
    name: name ?? id.replaceAll('_', ' '),
  })
  const steps = [...graph.steps.values()]
  const declines = new Set(
    steps.flatMap((step) => (step.kind === 'tell' && step.act === 'decline' ? [step.about ?? ''] : [])),
  )
  const reasons = new Set(steps.flatMap((step) => (step.kind === 'handover' ? [step.reason] : [])))
  return {
    intents: (graph.fields.get('intent')?.of ?? []).map((id) => named(id, lexicon.intents[id]?.name)),
    fields: [...graph.fields.values()]
      .filter(({ name }) => name !== 'intent')
      .map(({ name, type, of, mayBe }) => ({
        ...named(name, lexicon.fields[name]?.name),
        type,
        of,
        lacks: mayBe,
      })),
    records: [...graph.records.values()].map(({ name, from }) => {
      const table = world.tables.get(from)
      return {
        ...named(name, undefined),
        table: from,
        key: table?.key ?? 'id',
        columns: [...(table?.columns.values() ?? [])].map((column) => ({
          name: column.name,
          type: column.type,
          of: column.of,
          optional: column.optional,
        })),
        rows: [...(table?.rows.keys() ?? [])].slice(0, ROWS_MAX),
      }
    }),
    writes: [...world.tools.values()]
      .filter(({ role }) => role === 'write')
      .map(({ name, parameters }) => ({
        ...named(name, lexicon.tools[name]?.name),
        parameters: parameterNames(parameters),
      })),
    reasons: [...reasons],
    declines: [...declines]
      .filter((id) => id !== '')
      .map((id) => named(id, firstWording(lexicon.topics[id]?.says))),
    traps: [
      ...graph.forbids.map(({ id }) => named(id, undefined)),
      named('false_closure', 'closing too early'),
    ],
    tactics: [...tactics.values()].map(({ id }) => named(id, id.replaceAll('-', ' '))),
    today: world.today,
    tones: Tone.options,
    clauses: [...graph.sop.clauses.values()].map(({ id, text }) => named(id, text)),
  }
}
const ROWS_MAX = 500

const firstWording = (says: Readonly<Record<string, readonly string[]>> | undefined): string | undefined =>
  says === undefined ? undefined : (says['en'] ?? Object.values(says)[0])?.[0]

function parameterNames(parameters: JsonObject): readonly string[] {
  const { properties } = parameters
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}
