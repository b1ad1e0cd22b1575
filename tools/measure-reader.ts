import { join } from 'node:path'
import { loadCorpus } from '../test/reading/corpus.ts'
import { CUSTOMER_KINDS, measureCustomers } from '../test/reading/measure-customers.ts'
import { type FormFigures, measureForms } from '../test/reading/measure-forms.ts'
import { heldOutModels } from '../test/reading/measure-held-out.ts'
import { isForBuilding, loadList, measureLanguage, measurePolarity } from '../test/reading/measure-lists.ts'
import { measureMerged, measureSgd } from '../test/reading/measure-sgd.ts'
import { GROUPS, measureReadings, measureTalks } from '../test/reading/measure-talks.ts'
import { blindModelReadings, modelReadings } from '../test/reading/model-readings.ts'
import { SGD, sgdMessages } from '../test/reading/sgd.ts'
import { talkMessages } from '../test/reading/talks.ts'
import { pooled, type Tally } from '../test/reading/tally.ts'
import { writeTable } from './write-table.ts'

/**
 * Measures the readers and writes the tables of docs/understanding.md. Services that are sealed and the halves kept apart are
 * measured only with `--sealed`, and the tables then say so.
 *
 *   npm run understanding-reader
 */
const PAGE = join(import.meta.dirname, '../docs/understanding.md')
const withSealed = process.argv.includes('--sealed')

const figure = (value: number): string => value.toFixed(3)
const cells = (tally: Tally): string =>
  `${tally.foundAll} | ${figure(tally.precision)} | ${tally.wantedAll} | ${figure(tally.recall)}`

const write = (name: string, rows: readonly string[]): void => writeTable(PAGE, name, rows)

const corpus = await loadCorpus()

const modelFor = heldOutModels(corpus)
write('reader-talks', [
  '| messages | act | sure acts found | precision | labelled | recall |',
  '| --- | --- | --- | --- | --- | --- |',
  ...(
    [
      ['talks', talkMessages()],
      ['plays', talkMessages('test/plays', 'acts-1.jsonl')],
    ] as const
  ).flatMap(([name, messages]) => {
    const read = measureTalks(messages, corpus.listsOf, modelFor)
    return [
      ...GROUPS.map((group) => `| ${name} | ${group} | ${cells(read.sure[group])} |`),
      `| ${name} | pooled | ${cells(pooled(GROUPS.map((group) => read.sure[group])))} |`,
      `| ${name} | sentences unread | ${read.unread} of ${read.sentences} | ${figure(read.unread / read.sentences)} | | |`,
    ]
  }),
])

const measured = sgdMessages('measured')
const parts: readonly (readonly [name: string, services: readonly string[]])[] = [
  ['building', SGD.building],
  ...(withSealed ? [['sealed', SGD.sealed] as const] : []),
]
write('reader-services', [
  '| services | what | found | precision | labelled | recall |',
  '| --- | --- | --- | --- | --- | --- |',
  ...parts.flatMap(([name, services]) => {
    const messages = measured.filter(({ service }) => services.includes(service))
    const alone = measureSgd(messages)
    const merged = measureMerged(messages, services)
    return [
      `| ${name} | question with its field | ${cells(alone.request)} |`,
      `| ${name} | proposal (kind) | ${cells(alone.propose)} |`,
      `| ${name} | claim (kind) | ${cells(alone.claim)} |`,
      `| ${name} | goodbye | ${cells(alone.goodbye)} |`,
      `| ${name} | false goodbyes | ${alone.falseGoodbyes} of ${alone.others} | | | |`,
      `| ${name} | failures read as done | ${alone.failuresReadAsDone} of ${alone.failures} | | | |`,
      `| ${name}, merged | confirmation with its deed | ${cells(merged.confirm)} |`,
      `| ${name}, merged | offer with its deed | ${cells(merged.offer)} |`,
      `| ${name}, merged | claim with its deed | ${cells(merged.claim)} |`,
    ]
  }),
])

write('reader-lists', [
  '| list | half | messages | wrong polarity | sentences unread | sure acts found | precision | labelled | recall |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ...(withSealed ? [true, false] : [true]).flatMap((building) => {
    const half = building ? 'building' : 'kept apart'
    const part = (name: string) => loadList(name).filter((one) => isForBuilding(one) === building)
    const tricky = measurePolarity(part('polarity'), corpus.listsOf)
    return [
      `| polarity | ${half} | ${tricky.messages} | ${tricky.wrong} | ${tricky.unread} of ${tricky.sentences} | ${tricky.places.foundAll} | ${figure(tricky.places.precision)} | | |`,
      ...['es', 'fr', 'de'].map((language) => {
        const read = measureLanguage(part(language), corpus.listsOf)
        return `| ${language} | ${half} | ${read.messages} | | ${read.unread} of ${read.sentences} | ${cells(read.sure)} |`
      }),
    ]
  }),
])

const formed = (name: string, forms: FormFigures): string =>
  `| ${name} | ${share(forms.claims, ['plain'])} | ${share(forms.denied, ['question', 'plan', 'condition', 'denial', 'state'])} | ${share(forms.asked, ['question', 'plan', 'condition', 'plain'])} | ${forms.known} of ${forms.sentences} (${figure(forms.known / forms.sentences)}) |`
const share = (counts: Readonly<Record<string, number>>, right: readonly string[]): string => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return `${right.reduce((sum, form) => sum + (counts[form] ?? 0), 0)} of ${all}`
}
write('reader-forms', [
  '| text | deeds told as done that may be claims by their form | denied or conditional deeds that may not | questions and proposals that may be such | sentences whose kind is known |',
  '| --- | --- | --- | --- | --- |',
  formed('talks (en)', measureForms(corpus.talks, corpus.listsOf, 'en')),
  formed(
    'polarity, building half (en)',
    measureForms(loadList('polarity').filter(isForBuilding), corpus.listsOf, 'en'),
  ),
  ...['es', 'fr', 'de'].map((language) =>
    formed(
      `${language}, building half`,
      measureForms(loadList(language).filter(isForBuilding), corpus.listsOf, language),
    ),
  ),
])

write('reader-customers', [
  '| half | act | sure acts found | precision | by construction | recall |',
  '| --- | --- | --- | --- | --- | --- |',
  ...(['building', 'kept apart'] as const).flatMap((half) => {
    const { kinds, placed } = measureCustomers(corpus.listsOf, half)
    return [
      ...CUSTOMER_KINDS.map((kind) => `| ${half} | ${kind} | ${cells(kinds[kind])} |`),
      `| ${half} | tell, with its field | ${cells(placed)} |`,
    ]
  }),
])

const byModel = (readings: ReturnType<typeof modelReadings>): readonly string[] => {
  const { sure, unread, sentences } = measureReadings(readings)
  return [
    '| act | sure acts found | precision | labelled | recall |',
    '| --- | --- | --- | --- | --- |',
    ...GROUPS.map((group) => `| ${group} | ${cells(sure[group])} |`),
    `| pooled | ${cells(pooled(GROUPS.map((group) => sure[group])))} |`,
    `| sentences unread | ${unread} of ${sentences} | | | |`,
  ]
}
write('reader-model', byModel(modelReadings()))
// Without the labels of these plays the table stays as it was: an empty one would look like a reader that reads nothing.
const blind = blindModelReadings()
if (blind.length > 0) write('reader-model-blind', byModel(blind))
