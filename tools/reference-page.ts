import { z } from 'zod'
import { COMMANDS } from '../src/cli/command-table.ts'
import { runProgram } from '../src/cli/program.ts'
import { NO_COLOURS } from '../src/cli/terminal/terminal.ts'
import { metricsTable, rulesTable } from './declared.ts'
import { publishedSchemas } from './published-schemas.ts'

/** docs/reference.md, made from the commands, the schemas and the metrics themselves. */
export async function referencePage(): Promise<string> {
  const commands: string[] = []
  for (const { name } of COMMANDS) commands.push(await commandSection(name))
  return `${[
    '# Reference',
    'Written by `npm run build` from the code: every command, every key of your files, every JSON output, every rule and metric.',
    '## Commands',
    'Each takes `--json` and `--help`. Exit codes: 0 ok; 1 a gate or check failed; 2 wrong usage or files; 3 SAGE, a provider or the network failed.',
    ...commands,
    '## Keys of sage.yaml',
    keysOf('sage'),
    '## Keys of pack files',
    'A pack is a folder: [packs.md](packs.md) explains each file. Here are the keys at the top of each.',
    ...PACK_FILES.flatMap((name) => [`### ${name}.yaml`, keysOf(name)]),
    '## JSON outputs',
    'Each schema is a file of the package: `sage-desk/schemas/<name>.schema.json`.',
    schemasTable(),
    '## Rules',
    '[spec/verdicts.md](spec/verdicts.md) defines each.',
    rulesTable().trimEnd(),
    '## Metrics',
    'Gates, `--json` and reports use these names. [spec/metrics.md](spec/metrics.md) defines each.',
    metricsTable(),
  ].join('\n\n')}\n`
}

const PACK_FILES = ['pack', 'graph', 'world', 'tools', 'cases', 'lexicon', 'outline'] as const

/** Help is broken at the width of a terminal: one width, so that the page does not depend on who writes it. */
async function commandSection(name: string): Promise<string> {
  const help = await helpOf([name])
  const subcommands = [...help.matchAll(/^ {2}([a-z-]+) (?:\[|<)/gm)].map(([, word = '']) => word)
  const parts = [help]
  if (/^Commands:$/m.test(help))
    for (const word of subcommands.filter((each) => each !== 'help')) parts.push(await helpOf([name, word]))
  return [`### sage ${name}`, ...parts.map((text) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``)].join('\n\n')
}

async function helpOf(words: readonly string[]): Promise<string> {
  let said = ''
  const out = (text: string): void => {
    said += text
  }
  const terminal = { out, err: () => undefined, live: false, columns: 100, paint: NO_COLOURS }
  await runProgram([...words, '--help'], { terminal, workingFolder: '/' })
  return said
}

const Node = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  description: z.string().optional(),
})
type Node = z.infer<typeof Node>
const Schema = z.looseObject({
  description: z.string().optional(),
  properties: z.record(z.string(), Node).default({}),
  required: z.array(z.string()).default([]),
})

const schemaOf = (name: string): z.infer<typeof Schema> =>
  Schema.parse(JSON.parse(publishedSchemas().get(`${name}.schema.json`) ?? '{}'))

function keysOf(name: string): string {
  const { properties, required } = schemaOf(name)
  const rows = Object.entries(properties).map(
    ([key, node]) =>
      `| \`${key}\` | ${inCell(typeOf(node))} | ${required.includes(key) ? 'yes' : ''} | ${inCell(node.description ?? '')} |`,
  )
  return ['| key | value | needed | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function typeOf({ type, enum: values, const: only, $ref, ...rest }: Node): string {
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(', ')
  if (only !== undefined) return `\`${String(only)}\``
  if (type !== undefined) return [type].flat().join(' or ')
  const either = z.array(Node).safeParse(rest['anyOf'] ?? rest['oneOf'])
  if (either.success) return [...new Set(either.data.map(typeOf))].join(' or ')
  return $ref === undefined ? 'any' : 'object'
}

const schemasTable = (): string =>
  [
    '| schema | what it describes |',
    '|---|---|',
    ...[...publishedSchemas().keys()].map((file) => {
      const name = file.replace('.schema.json', '')
      return `| \`${name}\` | ${inCell(schemaOf(name).description ?? '')} |`
    }),
  ].join('\n')

const inCell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ')
