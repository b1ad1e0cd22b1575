import { writeFileSync } from 'node:fs'
import { seededChance } from '../../src/base/chance.ts'
import { type Limits, limitsOf, scoredBy } from './calibrated.ts'
import { loadGroups } from './groups.ts'
import type { LabelledMessage } from './labelled-units.ts'
import { type LearnedAll, learnAll } from './learn-all.ts'
import type { Grouped } from './material.ts'
import { packHeads } from './pack-heads.ts'
import { readRows } from './read-rows.ts'
import { corpusRows } from './rows.ts'
import { calibrated, isFound, type Scored, shown, tallyOf } from './score.ts'
import { rowAt } from './table.ts'
import { headsOf } from './train.ts'
import { HEADS, type Head, PLACED } from './trained/kinds-of-heads.ts'
import { MAYBE_FROM } from './trained/trained-reader.ts'

/**
 * Everything that was left out, read by those that have not seen it. `--without-outsiders`: as if their rows were not there.
 * `--read=test` and `--read=sealed`: what no weights have seen, by the reader that is shipped.
 */
export async function measure(options: readonly string[]): Promise<string> {
  const split = ['sealed', 'test'].find((one) => options.includes(`--read=${one}`))
  if (split !== undefined) return asShipped(split)
  const without = options.includes('--without-outsiders')
  const isWanted = (source: string): boolean =>
    source !== 'outsiders-sealed' && (source !== 'outsiders' || !without)
  const corpus = await loadGroups({ sources: ({ source }) => isWanted(source), test: true })
  const { grouped } = corpus
  const learned = await learnAll(grouped, console.error)
  const save = options.find((one) => one.startsWith('--save='))
  if (save !== undefined) writeFileSync(save.slice('--save='.length), packHeads(headsOf(corpus, learned)))
  const lines: string[] = []
  for (const look of ['first', 'second'] as const) {
    const limits = limitsOf(grouped, learned, look)
    const scored = (wanted: (one: Grouped) => boolean): readonly Scored[] =>
      scoredBy(grouped.filter(wanted), learned, limits.calibration, look)
    const table = (name: string, wanted: (one: Grouped) => boolean): void => {
      lines.push(...tableLines(name, scored(wanted), limits.sureFrom))
    }
    lines.push(`# ${look} look; sure from ${limits.sureFrom.toFixed(3)}`)
    const split =
      (name: string) =>
      ({ message }: Grouped): boolean =>
        message.row.split === name
    table('test, desks held out', (one) => split('test')(one) && one.group !== null)
    table('test, desks known', (one) => split('test')(one) && one.group === null)
    table('left out, plays', (one) => split('train')(one) && one.message.row.source !== 'outsiders')
    table('left out, outsiders', (one) => split('train')(one) && one.message.row.source === 'outsiders')
    if (look === 'first') continue
    for (const group of ['A', 'B', 'C', 'D', 'F']) {
      const own = scored(
        ({ message }) => message.row.source.startsWith('outsiders') && message.row.writer === group,
      )
      if (own.length > 0) lines.push(`  writer ${group}: ${pooled(own, limits.sureFrom)}`)
    }
    const held = scored((one) => split('test')(one) && one.group !== null)
    for (const desk of [...new Set(held.map(({ row }) => row.desk))].sort())
      lines.push(
        `  ${desk}: ${pooled(
          held.filter(({ row }) => row.desk === desk),
          limits.sureFrom,
        )}`,
      )
    const kinds = (name: string, wanted: (one: Grouped) => boolean): void => {
      const messages = grouped.filter(wanted).map(({ message }) => message)
      lines.push(...kindLines(name, messages, learned, limits))
    }
    kinds('styles left out', ({ message }) => message.row.source === 'written')
    kinds('writers left out', ({ message }) => message.row.source === 'outsiders')
    kinds('test, desks held out', (one) => split('test')(one) && one.group !== null)
  }
  lines.push(JSON.stringify(learned.seconds))
  return lines.join('\n')
}

async function asShipped(split: string): Promise<string> {
  const rows = corpusRows().filter((row) => row.split === split)
  const { scored, sureFrom, milliseconds } = await readRows(rows)
  const writers = [...new Set(rows.map(({ writer }) => writer))].sort()
  return [
    ...tableLines(split, scored, sureFrom),
    ...writers.map(
      (writer) =>
        `  writer ${writer}: ${pooled(
          scored.filter(({ row }) => row.writer === writer),
          sureFrom,
        )}`,
    ),
    `${milliseconds.toFixed(1)} ms a message`,
  ].join('\n')
}

const pooled = (scored: readonly Scored[], least: number): string =>
  `${shown(tallyOf(scored, least))} of ${scored.length} messages`

function tableLines(name: string, scored: readonly Scored[], sureFrom: number): readonly string[] {
  if (scored.length === 0) return []
  const kinds = PLACED.map((kind) => `${kind} ${shown(tallyOf(scored, sureFrom, kind))}`)
  const wanted = scored.flatMap(({ gold, found }) =>
    gold.filter(({ kind }) => kind === 'request').map((one) => ({ one, found })),
  )
  const heard = (least: number): string =>
    (
      wanted.filter(({ one, found }) =>
        isFound(
          one,
          found.filter(({ chance }) => chance >= least),
        ),
      ).length / wanted.length
    ).toFixed(3)
  return [
    `${name}: sure ${shown(tallyOf(scored, sureFrom))} ${interval(scored, sureFrom)} | ${kinds.join(' | ')}`,
    `    maybe or sure ${shown(tallyOf(scored, MAYBE_FROM))}; asked field: sure ${heard(sureFrom)}, maybe or sure ${heard(MAYBE_FROM)}; ${scored.length} messages`,
  ]
}

const DRAWS = 400
/** 95 in 100 of what other talks of the same kind would have given. */
function interval(scored: readonly Scored[], least: number): string {
  const talks = new Map<string, Scored[]>()
  for (const one of scored) talks.set(one.row.talk, [...(talks.get(one.row.talk) ?? []), one])
  const tallies = [...talks.values()].map((own) => tallyOf(own, least))
  const chance = seededChance(1)
  const drawn = Array.from({ length: DRAWS }, () => {
    const sum = { found: 0, right: 0, wanted: 0, met: 0 }
    for (let at = 0; at < tallies.length; at += 1) {
      const one = tallies[chance.below(tallies.length)]
      for (const name of ['found', 'right', 'wanted', 'met'] as const) sum[name] += one?.[name] ?? 0
    }
    return [sum.right / sum.found, sum.met / sum.wanted] as const
  })
  const ends = (side: 0 | 1): string => {
    const sorted = drawn.map((one) => one[side]).sort((a, b) => a - b)
    return `${sorted[DRAWS * 0.025]?.toFixed(3)}-${sorted[DRAWS * 0.975 - 1]?.toFixed(3)}`
  }
  return `[${ends(0)} / ${ends(1)}]`
}

/** Kinds alone, unit by unit, by readers that have not seen the style or the writer: what is a maybe at least. */
function kindLines(
  name: string,
  messages: readonly LabelledMessage[],
  { material }: LearnedAll,
  { kindCalibration }: Limits,
): readonly string[] {
  const units = messages.flatMap((message) => message.units)
  const kinds: readonly Head[] = [...PLACED, 'denied', 'conditional', 'promise']
  const shares = kinds.map((kind) => {
    const head = HEADS.indexOf(kind)
    let [found, right, wanted] = [0, 0, 0]
    for (const { id, heads } of units) {
      const both = rowAt(material.heads, id)
      const chance = calibrated(
        kindCalibration[head] ?? { slope: 1, shift: 0 },
        ((both[head] ?? 0) + (both[HEADS.length + head] ?? 0)) / 2,
      )
      const is = (heads[head] ?? 0) >= 0.5
      found += Number(chance >= 0.5)
      right += Number(chance >= 0.5 && is)
      wanted += Number(is)
    }
    return `${kind} ${(right / found).toFixed(2)}/${(right / wanted).toFixed(2)}`
  })
  return [`kinds, ${name}: ${shares.join(' | ')}; ${units.length} units`]
}
