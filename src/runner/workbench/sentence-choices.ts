import { placesInWords } from '../../compile/compose/places.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { edgeItemId } from '../../graph/words/items.ts'
import { idInWords, namesOf } from '../../graph/words/names.ts'
import { plainText } from '../../graph/words/pieces.ts'
import { scopesOf, type WrittenScope } from '../../graph/words/scopes.ts'
import { conditionOf, sayHead } from '../../graph/words/ways.ts'
import type { Named, SentenceChoices } from '../../report/studio-views/desk-view.ts'
import type { CompileFolder } from '../packs/compile-folder.ts'

/** What the slots of a sentence can be filled with: names of the desk, and places in its procedures. */
export function sentenceChoices({ world, lexicon }: CompileFolder, graph: GraphFile): SentenceChoices {
  const names = namesOf(graph, lexicon)
  const scopes = scopesOf(graph)
  const steps = scopes.flatMap((scope) => Object.values(scope.steps))
  const fields = Object.entries(graph.fields).filter(([id]) => id !== 'intent')
  return {
    requests: scopes.map(({ id, kind }) => ({
      id,
      name: kind === 'procedure' ? names.intent(id) : `${idInWords(id)} (${kind})`,
    })),
    places: placesInWords(graph, lexicon).map(({ id, scope, words, isOpen }) => ({
      id,
      scope,
      words,
      open: isOpen,
    })),
    variables: [
      ...fields.map(([id, { type, of = [], may_be: lacks = [] }]) => ({
        id: `fields.${id}`,
        name: names.variable(`fields.${id}`),
        type,
        values: [...(type === 'boolean' ? YES_NO : of), ...lacks],
      })),
      ...Object.entries(graph.records ?? {}).flatMap(([id, { from }]) => [
        {
          id: `records.${id}`,
          name: names.variable(`records.${id}`),
          type: 'row' as const,
          values: ['absent'],
        },
        ...[...(world?.tables.get(from)?.columns.values() ?? [])].map(({ name, type, of }) => ({
          id: `records.${id}.${name}`,
          name: names.variable(`records.${id}.${name}`),
          type,
          values: type === 'boolean' ? YES_NO : of,
        })),
      ]),
      ...Object.entries(graph.derived ?? {}).map(([id, spec]) => ({
        id: `derived.${id}`,
        name:
          'same' in spec
            ? `${names.variable(`derived.${id}`)} are the same`
            : names.variable(`derived.${id}`),
        type: 'same' in spec ? ('boolean' as const) : ('number' as const),
        values: 'same' in spec ? YES_NO : [],
      })),
    ],
    topics: Object.keys(lexicon?.topics ?? {}).map((id) => ({ id, name: names.topic(id) })),
    tools: [...(world?.tools.values() ?? [])]
      .filter(({ role }) => role === 'write')
      .map(({ name, parameters }) => ({
        id: name,
        name: lexicon?.tools[name]?.name ?? idInWords(name),
        parameters: Object.keys(propertiesOf(parameters)),
      })),
    reasons: [...new Set(steps.flatMap((step) => ('handover' in step ? [step.handover] : [])))],
    items: [
      ...scopes.flatMap((scope) => itemsIn(scope, names)),
      ...(graph.forbid ?? []).map(({ id }) => ({ id: `never/${id}`, name: `never: ${idInWords(id)}` })),
      ...(graph.interrupts ?? []).map(({ id }) => ({
        id: `whenever/${id}`,
        name: `whenever: ${idInWords(id)}`,
      })),
    ],
  }
}
const YES_NO = ['true', 'false']

const propertiesOf = ({ properties }: { readonly properties?: unknown }): object =>
  typeof properties === 'object' && properties !== null ? properties : {}

function itemsIn(scope: WrittenScope, names: ReturnType<typeof namesOf>): readonly Named[] {
  const head = scopeName(scope)
  return Object.entries(scope.steps).flatMap(([name, step]): readonly Named[] => {
    if ('run' in step || 'end' in step) return []
    if (!('decide' in step))
      return [{ id: `${scope.id}/${name}`, name: `${head}: ${plainText(sayHead(name, { scope, names }))}` }]
    return step.decide.map((_, index) => ({
      id: edgeItemId(scope, name, index),
      name: `${head}: if ${plainText(conditionOf(step, index, { scope, name, names }))}`,
    }))
  })
}

const scopeName = ({ id }: WrittenScope): string => idInWords(id)
