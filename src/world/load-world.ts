import { z } from 'zod'
import { type Problem, problem, type Reading } from '../base/files/problem.ts'
import { readYaml } from '../base/files/yaml-file.ts'
import { isIsoDate } from '../base/values/iso-date.ts'
import { argumentCompiler } from './arguments.ts'
import { compileTool } from './compile-tool.ts'
import { handbookSections } from './handbook.ts'
import { checkReferences, readTable, rowFiles, TableFile, type TableReading } from './table-file.ts'
import { ToolsFile } from './tool-file.ts'
import type { SpecialTool, Table, Tool, World } from './world.ts'

/** world.yaml */
export const WorldFile = z.strictObject({
  format: z.literal(1),
  today: z.string().refine(isIsoDate, 'should be a date, YYYY-MM-DD'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'should be three capital letters, like EUR'),
  tables: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), TableFile),
})

/** Reads world.yaml, tools.yaml and records/ of a pack. Everything wrong at once. */
export function loadWorld(files: ReadonlyMap<string, string>, special: Specials = {}): Reading<World> {
  const { draft, problems } = readWorld(files, special)
  const isSound = problems.every(({ severity }) => severity !== 'error')
  return { value: isSound ? draft : undefined, problems }
}

type Specials = Readonly<Record<string, SpecialTool>>

/** As far as it can be read: names and types serve to check the graph although a row is wrong somewhere. */
export function readWorld(
  files: ReadonlyMap<string, string>,
  special: Specials = {},
): { readonly draft: World | undefined; readonly problems: readonly Problem[] } {
  const world = readYaml('world.yaml', files.get('world.yaml') ?? '', WorldFile)
  if (world.value === undefined)
    return { draft: undefined, problems: [...world.problems, ...toolProblems(files)] }
  const readings = new Map<string, TableReading>()
  for (const [name, table] of Object.entries(world.value.tables))
    readings.set(name, readTable(name, table, { files, placeOf: world.placeOf }))
  const tables = new Map<string, Table>([...readings].map(([name, { table }]) => [name, table]))
  const tools = loadTools(files, { tables, special })
  const problems = [
    ...[...readings.values()].flatMap((reading) => reading.problems),
    ...checkReferences(readings, world.placeOf),
    ...unreadRecords(files, world.value.tables),
    ...tools.problems,
  ]
  const { today, currency } = world.value
  return { draft: { today, currency, tables, tools: tools.tools }, problems }
}

/** Where world.yaml cannot be read, tools.yaml is still held to its own schema: all problems at once. */
const toolProblems = (files: ReadonlyMap<string, string>): readonly Problem[] =>
  readYaml('tools.yaml', files.get('tools.yaml') ?? '', ToolsFile).problems

function loadTools(
  files: ReadonlyMap<string, string>,
  around: { readonly tables: ReadonlyMap<string, Table>; readonly special: Specials },
): { readonly tools: ReadonlyMap<string, Tool>; readonly problems: readonly Problem[] } {
  const { value, problems, placeOf } = readYaml('tools.yaml', files.get('tools.yaml') ?? '', ToolsFile)
  const handbook = handbookSections(files.get('sop.md') ?? '')
  const compileArguments = argumentCompiler()
  const compiled = Object.entries(value ?? {}).map(([name, file]) =>
    compileTool(name, file, { ...around, handbook, compileArguments, placeOf }),
  )
  const roles = compiled.map(({ tool }) => tool.role)
  const missing =
    value === undefined || roles.includes('handover')
      ? []
      : [
          problem(
            placeOf([]),
            'no-handover',
            'no tool hands over to a colleague',
            'Add one with `role: handover`.',
          ),
        ]
  return {
    tools: new Map(compiled.map(({ tool }) => [tool.name, tool])),
    problems: [...problems, ...compiled.flatMap((one) => one.problems), ...missing],
  }
}

/** A file of records that no table reads is a slip more often than a plan. */
function unreadRecords(
  files: ReadonlyMap<string, string>,
  tables: Readonly<Record<string, TableFile>>,
): readonly Problem[] {
  const read = new Set(Object.values(tables).flatMap(rowFiles))
  return [...files.keys()]
    .filter((file) => /^records\/.+\.(ya?ml|csv)$/.test(file) && !read.has(file))
    .map((file) => ({
      ...problem(
        { file, line: 1, column: 1 },
        'unread-file',
        `no table of world.yaml reads ${file}`,
        'Name it under `rows`, or remove it.',
      ),
      severity: 'warning' as const,
    }))
}
