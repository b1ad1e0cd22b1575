import { parseDocument, stringify } from 'yaml'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Adoption } from './draft-adoption.ts'

/** The files of a recorded desk with one more adopted conversation in it. What is there already stays as it is. */
export function writeAdoption(
  adoption: Adoption,
  there: ReadonlyMap<string, string>,
  pack: { readonly id: string; readonly title: string },
): ReadonlyMap<string, string> {
  const { case: drafted, tools, lexicon, instructions, today } = adoption
  const about = { ...pack, recorded: true, language: drafted.card.language, today, turns_max: 12 }
  return new Map([
    ...(there.has('pack.yaml') ? [] : [['pack.yaml', stringify(about)] as const]),
    ...(there.has('sop.md')
      ? []
      : [['sop.md', instructions === '' ? '' : `${instructions.trim()}\n`] as const]),
    ['tools.yaml', withMissing(there.get('tools.yaml'), [], toolsFile(tools))],
    ['lexicon.yaml', withWords(there.get('lexicon.yaml'), lexicon)],
    [`cases/${drafted.id}.yaml`, caseText(drafted)],
  ])
}

const toolsFile = (tools: Adoption['tools']): Readonly<Record<string, object>> =>
  Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool]))

function withWords(text: string | undefined, lexicon: Lexicon): string {
  if (text === undefined) return stringify(lexicon, YAML)
  return (['intents', 'fields'] as const).reduce(
    (soFar, kind) => withMissing(soFar, [kind], lexicon[kind]),
    text,
  )
}

/** Adds members that a file does not have; a person may have changed those it has. */
const YAML = { lineWidth: 120, aliasDuplicateObjects: false } as const

function withMissing(
  text: string | undefined,
  path: readonly string[],
  members: Readonly<Record<string, object>>,
): string {
  if (text === undefined) return stringify(members, YAML)
  const document = parseDocument(text)
  for (const [name, value] of Object.entries(members))
    if (!document.hasIn([...path, name])) document.setIn([...path, name], document.createNode(value))
  return document.toString({ lineWidth: 120 })
}

const HEAD = `# Drafted from a recorded conversation: check every part, then sage pack check and sage run.
# card: what the customer wants and knows. acceptable: what was done for them then. history: how it went until the agent
# takes over. later: what the desk answered after that; any other call is told that it is not in the recording.
`

const caseText = (drafted: Adoption['case']): string => `${HEAD}${stringify(drafted, YAML)}`

/** Fields of a draft in the words of a desk that has them. */
export const fieldsLike = (drafted: Lexicon, desk: Lexicon): Lexicon['fields'] =>
  Object.fromEntries(
    Object.entries(drafted.fields).map(([field, words]) => [field, desk.fields[field] ?? words]),
  )
