import { placeholdersIn } from '../base/values/voice.ts'
import type { Step, StepOf } from '../graph/model/graph.ts'
import { variablesHeld } from '../graph/model/hold.ts'
import type { Pack } from './case.ts'
import { spokenAt } from './voices.ts'

/**
 * The form for a writer of voices: everything an instrument may have to say at this desk, with what a writer needs to word it
 * (name, gloss, sentences of the SOP, values in braces, what must be said) and none of the lexicon's own wordings.
 */
export type VoiceForm = {
  readonly pack: string
  readonly title: string
  /** of the desk, in English: "Spanish" */
  readonly language: string
  readonly wordings: number
  readonly entries: readonly FormEntry[]
}
export type FormEntry = {
  readonly part: 'fields' | 'propose' | 'claim' | 'topics'
  readonly name: string
  readonly gloss: string
  readonly sentences: readonly string[]
  /** names that may stand in braces */
  readonly values: readonly string[]
  /** names that have to: what a yes is given to */
  readonly demandedValues: readonly string[]
  /** wordings, or values in whatever wording, that have to be said */
  readonly mustSay: readonly string[]
}

type Desk = Pick<Pack, 'id' | 'title' | 'language' | 'graph' | 'world' | 'lexicon'>

const SENTENCES_MAX = 3
const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

export function voiceForm(desk: Desk, wordings = 3): VoiceForm {
  const { graph, world, lexicon } = desk
  const spoken = spokenAt(graph, world)
  type Said = Pick<FormEntry, 'part' | 'name' | 'gloss'> & Partial<FormEntry>
  const entry = (said: Said, belongs: (step: Step) => boolean): FormEntry => {
    const cited = [...graph.steps.values()].filter(belongs).flatMap(({ cites }) => cites)
    const texts = [...new Set(cited)].flatMap((id) => graph.sop.clauses.get(id)?.text ?? [])
    const sentences = texts.slice(0, SENTENCES_MAX).map((text) => text.replace(/\s+/g, ' '))
    return { sentences, values: [], demandedValues: [], mustSay: [], ...said }
  }
  const field = (name: string): FormEntry => {
    const gloss = lexicon.fields[name]?.gloss ?? lexicon.fields[name]?.name ?? ''
    return entry({ part: 'fields', name, gloss }, (step) => step.kind === 'learn' && step.field === name)
  }
  const deed = (part: 'propose' | 'claim', name: string): FormEntry => {
    const tool = world.tools.get(name)
    const words = lexicon.tools[name]
    const gloss = words?.gloss ?? tool?.description ?? ''
    const proposed = placeholdersOf(words?.proposes)
    const values = tool?.role === 'handover' ? [] : union(proposed, placeholdersOf(words?.claims))
    const demandedValues = part === 'propose' ? placeholdersIn(firstOf(words?.proposes)) : []
    const said = { part, name, gloss, values, demandedValues }
    return entry(said, (step) => step.kind === 'act' && step.tool === name)
  }
  const topic = (name: string): FormEntry => {
    const isOwn = (step: Step): step is StepOf<'tell'> => step.kind === 'tell' && step.about === name
    const tells = [...graph.steps.values()].filter(isOwn)
    const holds = tells.flatMap((tell) => tell.holds)
    const columns = holds.flatMap(variablesHeld).map((variable) => variable.split('.').at(-1) ?? '')
    const literal = holds.filter((hold) => variablesHeld(hold).length === 0).map(({ text }) => text)
    const quoted = tells.flatMap(({ mustSay }) => mustSay.slice(0, 1).map((each) => JSON.stringify(each)))
    const { gloss = '', says } = lexicon.topics[name] ?? {}
    const values = union(placeholdersOf(says), columns)
    const demandedValues = union([], columns)
    const mustSay = union(quoted, literal)
    return entry({ part: 'topics', name, gloss, values, demandedValues, mustSay }, isOwn)
  }
  return {
    pack: desk.id,
    title: desk.title,
    language: NAMES.of(desk.language) ?? desk.language,
    wordings,
    entries: [
      ...spoken.fields.map(field),
      ...spoken.propose.map((name) => deed('propose', name)),
      ...spoken.claim.map((name) => deed('claim', name)),
      ...spoken.topics.map(topic),
    ],
  }
}

type Words = Readonly<Record<string, readonly string[]>>
const firstOf = (words: Words | undefined): string =>
  words?.['en']?.[0] ?? Object.values(words ?? {})[0]?.[0] ?? ''
const placeholdersOf = (words: Words | undefined): readonly string[] =>
  union([], (words?.['en'] ?? Object.values(words ?? {})[0] ?? []).flatMap(placeholdersIn))
const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])]

const HEADINGS: Readonly<Record<FormEntry['part'], string>> = {
  fields: 'fields: how you ask the customer for it',
  propose: 'propose: how you ask for the customer’s yes before you do it',
  claim: 'claim: how you say that it has been done',
  topics: 'topics: how you tell it',
}

const rulesIn = (
  language: string,
) => `Write in ${language}, as an agent of this company writes to its customers, in a style of your own, the same in all
entries. Some of the wordings should be two sentences or a list. Do not look at lexicon.yaml. Values in braces are filled in; write them as
they are given here. The result is a file voices/<name>.yaml:

    format: 1
    style: "short and businesslike"
    fields:
      some_field: ["...", "...", "..."]
    propose: { ... }
    claim: { ... }
    topics: { ... }
`

/** The form as text, for a person. */
export function printForm({ pack, title, language, wordings, entries }: VoiceForm): string {
  const parts = (['fields', 'propose', 'claim', 'topics'] as const).flatMap((part) => [
    '',
    `## ${HEADINGS[part]}`,
    '',
    ...entries.filter((entry) => entry.part === part).map(printEntry),
  ])
  return [
    `# A voice for ${pack} (${title}): ${wordings} wordings for each entry`,
    '',
    rulesIn(language).trimEnd(),
    ...parts,
    '',
  ].join('\n')
}

export function printEntry({ name, gloss, sentences, values, demandedValues, mustSay }: FormEntry): string {
  const braced = (names: readonly string[]): string => names.map((one) => `{${one}}`).join(' ')
  return [
    `- ${name}: ${gloss}`,
    ...sentences.map((sentence) => `    SOP: ${sentence}`),
    ...(values.length === 0 ? [] : [`    may use: ${braced(values)}`]),
    ...(demandedValues.length === 0 ? [] : [`    has to use: ${braced(demandedValues)}`]),
    ...(mustSay.length === 0 ? [] : [`    has to say: ${mustSay.join(', ')}`]),
  ].join('\n')
}
