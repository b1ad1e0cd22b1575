import { readFileSync } from 'node:fs'
import { usageError } from '../../src/base/error.ts'
import { directionsOf, WIDTH } from './encoder/directions.ts'
import { encodeAll, encoderHash } from './encodings.ts'
import { labelledUnits } from './labelled-units.ts'
import { loadEncoder } from './load-encoder.ts'
import { HEADS_FILE } from './read-rows.ts'
import { corpusDesks, corpusRows } from './rows.ts'
import { chanceOf } from './trained/exact.ts'
import { unpackHeads } from './trained/heads-file.ts'
import { HEADS, PLACED } from './trained/kinds-of-heads.ts'
import { FEATURE_NAMES } from './trained/nearness.ts'
import { logitBy, type Network } from './trained/network.ts'
import { placesOf } from './trained/places.ts'
import { SECOND_NAMES } from './trained/second-look.ts'
import { actsOf, trainedReader } from './trained/trained-reader.ts'

const SHOWN = 5
const NAMES: readonly string[] = [
  ...FEATURE_NAMES,
  ...['words', 'states'].flatMap((by) => HEADS.map((head) => `${head} by ${by}`)),
  ...SECOND_NAMES,
]

/** What is read in words, by what, and which rows of the corpus are nearest: those to look at before a row is added. */
export async function why(options: readonly string[]): Promise<string> {
  const [text] = options
  const given = (name: string): string | undefined => options[options.indexOf(name) + 1]
  const desk = options.includes('--desk') ? (given('--desk') ?? '') : 'lunchbox'
  const said = options.includes('--after') ? (given('--after') ?? '') : ''
  const desks = await corpusDesks()
  const lists = desks.get(desk)
  if (text === undefined || lists === undefined)
    throw usageError(
      'usage',
      'reader why "<sentence>" [--desk x] [--after "<what the customer said>"]',
      `Desks: ${[...desks.keys()].join(', ')}`,
    )
  const heads = unpackHeads(readFileSync(HEADS_FILE))
  const encoder = loadEncoder()
  const places = placesOf(lists)
  const reader = trainedReader(lists, heads, encoder)
  const { units } = reader.look(text, { said, earlier: reader.none })
  const rows = labelledUnits(
    corpusRows().filter(({ split }) => split === 'train'),
    desks,
  ).flatMap(({ units: own }) => own)
  const { of } = encodeAll(
    rows.map((row) => row.text),
    loadEncoder,
    encoderHash(loadEncoder()),
  )
  const means = new Float32Array(rows.length * WIDTH)
  for (const [at, row] of rows.entries()) means.set(of(row.text).mean, at * WIDTH)
  const corpus = directionsOf(means)
  return units
    .flatMap((unit) => {
      const kinds = HEADS.map((head, at) => ({
        head,
        words: unit.kinds[at] ?? 0,
        states: unit.kinds[HEADS.length + at] ?? 0,
      }))
        .sort((a, b) => b.words + b.states - a.words - a.states)
        .slice(0, SHOWN)
        .map(
          ({ head, words, states }) =>
            `${head} ${chanceOf(words).toFixed(2)} by words, ${chanceOf(states).toFixed(2)} by states`,
        )
      const acts = actsOf(places, heads, unit)
      const [best] = acts.filter(({ place }) => place !== null).sort((a, b) => b.chance - a.chance)
      const likeliest = PLACED.flatMap((kind, index) =>
        places.map(({ name }, place) => ({
          kind,
          index,
          place,
          name,
          logit: unit.logits[index]?.[place] ?? -8,
        })),
      ).sort((a, b) => b.logit - a.logit)
      const [top] = likeliest
      const network = top === undefined ? undefined : heads.second[top.index]
      const near = encoder.cosines(encoder.encode([unit.text])[0]?.mean ?? new Float32Array(WIDTH), corpus)
      const nearest = rows
        .map((row, at) => ({ row, alike: near[at] ?? 0 }))
        .sort((a, b) => b.alike - a.alike)
        .slice(0, SHOWN)
      return [
        unit.text,
        `  read as: ${acts.map(({ kind, place, chance, sure }) => `${kind} ${place?.name ?? '-'} ${chance.toFixed(2)}${sure ? ' sure' : ''}`).join('; ') || 'nothing'}`,
        `  kinds: ${kinds.join('; ')}`,
        `  places: ${likeliest
          .slice(0, SHOWN)
          .map(({ kind, name, logit }) => `${kind} ${name} ${chanceOf(logit).toFixed(2)}`)
          .join('; ')}`,
        ...(network === undefined || top === undefined || unit.row === null
          ? []
          : [
              `  weighed for ${best?.place?.name ?? top.name}: ${weighed(network, unit.row(top.place)).join('; ')}`,
            ]),
        ...nearest.map(
          ({ row, alike }) =>
            `  ${alike.toFixed(2)} ${row.text} [${kindsOf(row.heads)}; ${row.message.row.talk}]`,
        ),
      ]
    })
    .join('\n')
}

const kindsOf = (heads: Float32Array): string => HEADS.filter((_, at) => (heads[at] ?? 0) >= 0.5).join(', ')

/** How much the logit changes if a number were what it usually is. */
function weighed(network: Network, row: Float32Array): readonly string[] {
  const logit = logitBy(network, row)
  return NAMES.map((name, at) => {
    const other = row.slice()
    other[at] = network.mean[at] ?? 0
    return { name, by: logit - logitBy(network, other) }
  })
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, 2 * SHOWN)
    .map(({ name, by }) => `${name} ${by > 0 ? '+' : ''}${by.toFixed(1)}`)
}
