import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { PlaceOf } from '../base/files/yaml-file.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { FieldSpec, Graph } from '../graph/model/graph.ts'
import type { World } from '../world/world.ts'

/** Everything the desk can speak of has words, in the desk's own language. */
export function checkLexicon(
  lexicon: Lexicon,
  placeOf: PlaceOf,
  desk: { readonly graph: Graph; readonly world: World; readonly language: string },
): readonly Problem[] {
  const { graph, world, language } = desk
  const names = {
    intents: graph.fields.get('intent')?.of ?? [],
    fields: [...graph.fields.keys()].filter((name) => name !== 'intent'),
    topics: topicsOf(graph),
    tools: [...world.tools.keys()],
  }
  const sections = ['intents', 'fields', 'topics', 'tools'] as const
  return [
    ...sections.flatMap((section) => covered(section, { wanted: names[section], lexicon, placeOf })),
    ...languageGaps(lexicon, placeOf, language),
    ...[...graph.fields.values()].flatMap((field) => valueGaps(field, lexicon, placeOf)),
    ...toolGaps(desk, lexicon, placeOf),
    ...glossGaps(lexicon, placeOf),
  ]
}

const topicsOf = (graph: Graph): readonly string[] => [
  ...new Set(
    [...graph.steps.values()].flatMap((step) =>
      step.kind === 'tell' && step.about !== null ? [step.about] : [],
    ),
  ),
]

type Section = 'intents' | 'fields' | 'topics' | 'tools'

function covered(
  section: Section,
  {
    wanted,
    lexicon,
    placeOf,
  }: { readonly wanted: readonly string[]; readonly lexicon: Lexicon; readonly placeOf: PlaceOf },
): readonly Problem[] {
  const given = Object.keys(lexicon[section])
  const missing = wanted.filter((name) => !given.includes(name))
  const spare = given.filter((name) => !wanted.includes(name))
  return [
    ...missing.map((name) =>
      problem(
        placeOf([section]),
        'no-words',
        `${section}: there are no words for ${name}`,
        'Customers cannot say or understand it.',
      ),
    ),
    ...spare.map((name) =>
      problem(
        placeOf([section, name]),
        'unknown-name',
        `${section}: this desk has no ${name}`,
        didYouMean(name, wanted),
      ),
    ),
  ]
}

/** Every list of words has the desk's own language; the others may be missing anywhere. */
function languageGaps(lexicon: Lexicon, placeOf: PlaceOf, language: string): readonly Problem[] {
  const sections = ['intents', 'fields', 'topics', 'tools'] as const
  return sections.flatMap((section) =>
    Object.entries(lexicon[section]).flatMap(([name, entry]) =>
      Object.entries(entry).flatMap(([member, words]) => {
        if (
          typeof words !== 'object' ||
          words === null ||
          member === 'values' ||
          Object.hasOwn(words, language)
        )
          return []
        const said = `${section}.${name}.${member} has no text in the desk's language, ${language}`
        return [problem(placeOf([section, name, member]), 'no-words', said)]
      }),
    ),
  )
}

/** Values that are words (enums, true and false) and both ways of not answering have their wordings. */
function valueGaps(field: FieldSpec, lexicon: Lexicon, placeOf: PlaceOf): readonly Problem[] {
  const words = lexicon.fields[field.name]
  if (words === undefined || field.name === 'intent') return []
  const values = field.type === 'enum' ? field.of : field.type === 'boolean' ? ['true', 'false'] : []
  const given = Object.keys(words.values ?? {})
  const at = placeOf(['fields', field.name])
  return [
    ...values
      .filter((value) => !given.includes(value))
      .map((value) =>
        problem(
          at,
          'no-words',
          `fields.${field.name}.values: no words for ${value}`,
          'Add the words a customer would use.',
        ),
      ),
    ...field.mayBe
      .filter((lack) => words[lack] === undefined)
      .map((lack) =>
        problem(
          at,
          'no-words',
          `fields.${field.name} may be ${lack} and has no words for it`,
          `Add \`${lack}\`.`,
        ),
      ),
  ]
}

/** A reader may know a desk by names and glosses alone; a tool's description is its gloss. */
function glossGaps(lexicon: Lexicon, placeOf: PlaceOf): readonly Problem[] {
  return (['fields', 'topics'] as const).flatMap((section) =>
    Object.entries(lexicon[section])
      .filter(([, { gloss }]) => gloss === undefined)
      .map(([name]) => ({
        ...problem(
          placeOf([section, name]),
          'no-gloss',
          `${section}.${name} has no \`gloss\``,
          'Say in one line and in plain words what it is, as to a new colleague.',
        ),
        severity: 'warning' as const,
      })),
  )
}

/** What is confirmed can be proposed; what is done can be said to be done. */
function toolGaps(desk: { readonly graph: Graph }, lexicon: Lexicon, placeOf: PlaceOf): readonly Problem[] {
  const steps = [...desk.graph.steps.values()]
  const acts = new Map(steps.flatMap((step) => (step.kind === 'act' ? [[step.id, step.tool] as const] : [])))
  const proposed = new Set(steps.flatMap((step) => (step.kind === 'confirm' ? [acts.get(step.step)] : [])))
  return [...new Set(acts.values())].flatMap((tool) => {
    const words = lexicon.tools[tool]
    const at = placeOf(['tools', tool])
    if (words === undefined) return []
    const lacks = [
      ...(proposed.has(tool) && words.proposes === undefined ? ['proposes'] : []),
      ...(words.claims === undefined ? ['claims'] : []),
    ]
    return lacks.map((member) =>
      problem(at, 'no-words', `tools.${tool} has no \`${member}\``, 'Add the words an agent uses for it.'),
    )
  })
}
