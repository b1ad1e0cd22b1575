import { join } from 'node:path'
import type { Evidence } from '../src/reading/lexical/evidence.ts'
import { chanceOfRight } from '../src/reading/lexical/weigh.ts'
import { WEIGHED, type Weighed } from '../src/reading/lexical/weighed.ts'
import { loadCorpus } from '../test/reading/corpus.ts'
import {
  type LeftOut,
  learnCertainty,
  leaveOneSetOut,
  type WeighedAct,
} from '../test/reading/learn-certainty.ts'
import { GROUPS, measureTalks, type TalkFigures } from '../test/reading/measure-talks.ts'
import { pooled, type Tally, wilson } from '../test/reading/tally.ts'
import { writeTable } from './write-table.ts'

/**
 * Measures each open set with a reader that has learned from all the others: weights, pairs of words and how much evidence
 * counts. Writes two tables of docs/understanding.md: the figures set by set, and how often each kind of evidence is right.
 *
 *   npm run understanding-left-out
 */
const PAGE = join(import.meta.dirname, '../docs/understanding.md')

const corpus = await loadCorpus()
const sets = leaveOneSetOut(corpus)

const actsBesides = (name: string): readonly WeighedAct[] =>
  sets.flatMap((set) => (set.name === name ? [] : set.acts))

const measured = sets.map((set) => {
  const certainty = learnCertainty(actsBesides(set.name))
  const model = { ...set.model, certainty }
  return { ...set, certainty, figures: measureTalks(set.messages, corpus.listsOf, () => model) }
})

const figure = (value: number): string => value.toFixed(3)
const cell = ({ precision, recall, foundAll }: Tally): string =>
  `${figure(precision)} of ${foundAll} / ${figure(recall)}`
const poolOf = (figures: readonly TalkFigures[]): Tally =>
  pooled(figures.flatMap(({ sure }) => GROUPS.map((group) => sure[group])))
const row = (name: string, figures: readonly TalkFigures[]): string => {
  const all = poolOf(figures)
  const [low] = wilson(all.right, all.foundAll)
  const messages = figures.reduce((sum, one) => sum + one.messages, 0)
  const kinds = GROUPS.map((group) => cell(pooled(figures.map(({ sure }) => sure[group]))))
  return `| ${name} | ${messages} | ${figure(all.precision)} (${figure(low)}) of ${all.foundAll} / ${figure(all.recall)} | ${kinds.join(' | ')} |`
}
writeTable(PAGE, 'reader-left-out', [
  `| set left out | messages | pooled (lower end) | ${GROUPS.join(' | ')} |`,
  `| --- | --- | --- |${GROUPS.map(() => ' --- |').join('')}`,
  ...measured.map(({ name, figures }) => row(name, [figures])),
  row(
    'all',
    measured.map(({ figures }) => figures),
  ),
])

/** The ways of evidence that are counted apart, most telling first. */
const waysOf = ({ outright, learned, fragment, opinion, carried, backed }: Evidence): string =>
  [
    outright ? 'frame outright' : fragment ? 'fragment' : learned ? 'learned kind alone' : 'frame',
    opinion > 0 ? 'learned kind agrees' : 'learned kind does not',
    backed > 0.5 ? 'borne out' : carried ? 'named elsewhere' : 'own words',
  ].join(', ')

type Weighing = WeighedAct & { readonly isSure: boolean }
const weighed = measured.flatMap(({ acts, certainty, model }: LeftOut & (typeof measured)[number]) =>
  acts.map(
    (act): Weighing => ({
      ...act,
      isSure: chanceOfRight(act.evidence, certainty[act.as]) > model.limits.certain[act.as],
    }),
  ),
)
const COUNTED_MIN = 8

function ways(kind: Weighed): readonly string[] {
  const acts = weighed.filter(({ as }) => as === kind)
  const classes = [...new Set(acts.map(({ evidence }) => waysOf(evidence)))].map((way) => ({
    way,
    own: acts.filter(({ evidence }) => waysOf(evidence) === way),
  }))
  return classes
    .filter(({ own }) => own.length >= COUNTED_MIN)
    .sort((a, b) => b.own.length - a.own.length)
    .map(({ way, own }) => {
      const share = (some: readonly Weighing[]): string =>
        some.length === 0 ? '' : figure(some.filter(({ isRight }) => isRight).length / some.length)
      const by = (test: (evidence: Evidence) => boolean): readonly Weighing[] =>
        own.filter(({ evidence }) => test(evidence))
      const before = by(({ rule }) => rule === 1)
      const sure = own.filter(({ isSure }) => isSure)
      return `| ${kind} | ${way} | ${own.length} | ${share(own)} | ${before.length} | ${share(before)} | ${sure.length} | ${share(sure)} |`
    })
}
writeTable(PAGE, 'reader-evidence', [
  '| act | evidence | placed acts | right | sure by the first rule | right | sure now | right |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ...WEIGHED.flatMap(ways),
])
