import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../src/base/values/json.ts'
import { foldMessage } from '../src/reading/lexical/fold.ts'
import { frameSentence } from '../src/reading/lexical/frame-clause.ts'
import { en } from '../src/reading/lexical/frames/en.ts'
import { LEARNED_KINDS, type LearnedKind, maskedFeatures } from '../src/reading/lexical/kinds.ts'
import { layOut } from '../src/reading/lexical/layout.ts'
import { isDeskWordOf } from '../src/reading/lexical/mask.ts'
import { askedParts, type FieldIndex, fieldRows, indexFields } from '../src/reading/lexical/place-field.ts'
import { indexTools, toolRows } from '../src/reading/lexical/place-tool.ts'
import { indexTopics, topicRows } from '../src/reading/lexical/place-topic.ts'
import type { FeatureRow } from '../src/reading/lexical/rank.ts'
import { knownValues } from '../src/reading/lexical/values.ts'
import { packLists } from '../test/reading/desks.ts'
import { SGD, sgdDesk, sgdKinds, sgdMessages } from '../test/reading/sgd.ts'
import { learnedKind, talkMessages } from '../test/reading/talks.ts'
import { voiceWordings } from '../test/reading/voices.ts'

/**
 * Learns what the lexical reader cannot be told by rule: the weights of word patterns per kind of sentence, and how much
 * each likeness of a question to a field counts. Deterministic: the same data give the same files. Data card: docs/understanding.md.
 *
 *   npm run train-reader            writes src/reading/lexical/{kinds,field}-weights.ts
 */
const WEIGHTS_PER_KIND = 2_000
const TALK_WEIGHT = 8

type Example = {
  readonly sentences: readonly (readonly number[])[]
  readonly kinds: ReadonlySet<LearnedKind>
  readonly known: ReadonlySet<LearnedKind>
  readonly times: number
}

export function learnKinds(examples: readonly Example[]): {
  readonly bias: readonly number[]
  readonly weights: readonly Float32Array[]
} {
  const weights = LEARNED_KINDS.map(() => new Float32Array(1 << 16))
  const bias = new Float32Array(LEARNED_KINDS.length)
  const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0
  const score = (kind: number, features: readonly number[]): number => {
    const own = weights[kind] ?? new Float32Array()
    let sum = at(bias, kind)
    for (const feature of features) sum += at(own, feature)
    return sum
  }
  const learn = (kind: number, features: readonly number[], wanted: 0 | 1, rate: number): void => {
    const own = weights[kind]
    const miss = wanted - 1 / (1 + Math.exp(-score(kind, features)))
    if (own === undefined || Math.abs(miss) < 0.01) return
    const step = (miss * rate) / Math.sqrt(features.length)
    for (const feature of features) own[feature] = at(own, feature) * (1 - 1e-5) + step
    bias[kind] = at(bias, kind) + miss * rate * 0.1
  }
  const chance = createChance(1)
  for (let epoch = 0; epoch < 8; epoch += 1) {
    const rate = 0.25 / (1 + epoch)
    for (const { sentences, kinds, known, times } of shuffled(examples, chance)) {
      for (let time = 0; time < (epoch < 4 ? times : 1); time += 1)
        for (const [kind, name] of LEARNED_KINDS.entries()) {
          if (!known.has(name)) continue
          if (!kinds.has(name)) for (const features of sentences) learn(kind, features, 0, rate)
          // Which sentence of several did it is not labelled: the one that looks most like it.
          else if (sentences.length === 1 || epoch > 0) {
            const [best] = [...sentences].sort((a, b) => score(kind, b) - score(kind, a))
            if (best !== undefined) learn(kind, best, 1, rate)
          }
        }
    }
  }
  return { bias: [...bias], weights }
}

function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

function shuffled<T>(list: readonly T[], chance: () => number): readonly T[] {
  const mixed = [...list]
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = Math.floor(chance() * (index + 1))
    const [a, b] = [mixed[index], mixed[other]]
    if (a !== undefined && b !== undefined) {
      mixed[index] = b
      mixed[other] = a
    }
  }
  return mixed
}

/** The strongest weights of each kind, as small whole numbers: bucket numbers and bytes in base64. */
export function packKinds({ bias, weights }: ReturnType<typeof learnKinds>): string {
  const rows = LEARNED_KINDS.map((kind, at) => {
    const own = weights[at] ?? new Float32Array()
    const strongest = [...own.keys()]
      .sort((a, b) => Math.abs(own[b] ?? 0) - Math.abs(own[a] ?? 0) || a - b)
      .slice(0, WEIGHTS_PER_KIND)
      .sort((a, b) => a - b)
    const scale = Math.max(...strongest.map((bucket) => Math.abs(own[bucket] ?? 0)))
    const bytes = Buffer.alloc(strongest.length * 3)
    for (const [index, bucket] of strongest.entries()) {
      bytes.writeUInt16LE(bucket, index * 3)
      bytes.writeInt8(Math.round(((own[bucket] ?? 0) / scale) * 127), index * 3 + 2)
    }
    return `  '${kind}': { bias: ${(bias[at] ?? 0).toFixed(4)}, scale: ${scale.toFixed(5)}, packed: '${bytes.toString('base64')}' },`
  })
  return `// Made by tools/train-reader.ts; do not edit.\n\nexport const KIND_WEIGHTS = {\n${rows.join('\n')}\n} as const\n`
}

export async function kindExamples(without: ReadonlySet<string> = new Set()): Promise<readonly Example[]> {
  const sgdKnown = new Set<LearnedKind>([
    'request',
    'propose',
    'claim-done',
    'denied',
    'anything-else',
    'sign-off',
    'inform',
  ])
  const inBoth: ReadonlySet<string> = new Set(SGD.inBoth)
  const masks = new Map<string, (word: string) => boolean>()
  const maskOf = (service: string): ((word: string) => boolean) => {
    const mask = masks.get(service) ?? isDeskWordOf(sgdDesk(service))
    masks.set(service, mask)
    return mask
  }
  const people = sgdMessages('train')
    .filter(({ service }) => !inBoth.has(service))
    .map((message): Example => {
      const folded = foldMessage(message.text)
      const sentences = layOut(folded)
        .filter(({ part }) => part === 'body')
        .map((span) => maskedFeatures(message.text, folded, span, maskOf(message.service)))
      return { sentences, kinds: sgdKinds(message), known: sgdKnown, times: 1 }
    })
  const all = new Set(LEARNED_KINDS)
  const talks: Example[] = []
  for (const message of talkMessages()) {
    if (without.has(message.desk)) continue
    const mask = isDeskWordOf(await packLists(message.desk))
    const folded = foldMessage(message.text)
    const acts = message.acts.flatMap(({ kind, quote }) => {
      const from = message.text.indexOf(quote)
      const learned = learnedKind(kind)
      return learned === undefined ? [] : [{ kind: learned, from, to: from + quote.length }]
    })
    for (const span of layOut(folded)) {
      if (span.part !== 'body') continue
      const to = Math.max(span.to, ...span.items.map((item) => item.to))
      const kinds = new Set(acts.filter((act) => act.from < to && act.to > span.from).map(({ kind }) => kind))
      talks.push({
        sentences: [maskedFeatures(message.text, folded, span, mask)],
        kinds,
        known: all,
        times: TALK_WEIGHT,
      })
    }
  }
  const spoken: Example[] = []
  const told = new Set<LearnedKind>([
    'request',
    'propose',
    'claim-done',
    'denied',
    'anything-else',
    'sign-off',
    'hand-over',
  ])
  for (const { desk, part, text } of voiceWordings()) {
    if (without.has(desk)) continue
    const mask = isDeskWordOf(await packLists(desk))
    const folded = foldMessage(text)
    const kind: LearnedKind | undefined =
      part === 'fields'
        ? 'request'
        : part === 'propose'
          ? 'propose'
          : part === 'claim'
            ? 'claim-done'
            : undefined
    const sentences = layOut(folded)
      .filter((span) => span.part === 'body')
      .map((span) => maskedFeatures(text, folded, span, mask))
    if (sentences.length > 0)
      spoken.push({ sentences, kinds: new Set(kind === undefined ? [] : [kind]), known: told, times: 2 })
  }
  return [...people, ...talks, ...spoken]
}

type Row = { readonly features: readonly number[]; readonly wanted: 0 | 1 }

/** Weights of a ranker: how much each likeness of words to a name counts. */
function learnRanker(rows: readonly Row[]): readonly number[] {
  const weights = new Array<number>((rows[0]?.features.length ?? 0) + 1).fill(0)
  const chance = createChance(7)
  for (let epoch = 0; epoch < 12; epoch += 1)
    for (let time = 0; time < Math.min(rows.length, 80_000); time += 1) {
      const row = rows[Math.floor(chance() * rows.length)]
      if (row === undefined) continue
      let sum = weights[0] ?? 0
      for (const [at, value] of row.features.entries()) sum += value * (weights[at + 1] ?? 0)
      const step = ((row.wanted - 1 / (1 + Math.exp(-sum))) * 0.1) / (1 + epoch * 0.3)
      weights[0] = (weights[0] ?? 0) + step
      for (const [at, value] of row.features.entries())
        weights[at + 1] = (weights[at + 1] ?? 0) * (1 - 2e-6) + step * value
    }
  return weights
}

const rowsFor = (
  rows: readonly FeatureRow[],
  wanted: ReadonlySet<string>,
  allowed: ReadonlySet<string> = new Set(),
): readonly Row[] =>
  rows.flatMap(({ name, features }) =>
    allowed.has(name) ? [] : [{ features, wanted: wanted.has(name) ? 1 : 0 } as const],
  )

/** Questions of people to services, of models at our desks and of voices, where one question asks for one field. */
async function fieldExamples(without: ReadonlySet<string>): Promise<readonly Row[]> {
  const inBoth: ReadonlySet<string> = new Set(SGD.inBoth)
  const rows: Row[] = []
  const learnFrom = (text: string, index: FieldIndex, names: ReadonlySet<string>): void => {
    const clauses = names.size === 1 ? askedClauses(text) : []
    const [clause] = clauses
    if (clauses.length === 1 && clause !== undefined && askedParts(clause).length === 1)
      rows.push(...rowsFor(fieldRows(clause, index), names))
  }
  const indexes = new Map<string, FieldIndex>()
  for (const message of sgdMessages('train')) {
    if (inBoth.has(message.service)) continue
    const index = indexes.get(message.service) ?? indexFields(sgdDesk(message.service).fields, 'en')
    indexes.set(message.service, index)
    learnFrom(
      message.text,
      index,
      new Set(message.acts.flatMap(({ act, slot }) => (act === 'REQUEST' ? [slot] : []))),
    )
  }
  for (const { desk, part, name, text } of voiceWordings())
    if (part === 'fields' && !without.has(desk))
      learnFrom(text, indexFields((await packLists(desk)).fields, 'en'), new Set([name]))
  return rows
}

async function toolExamples(without: ReadonlySet<string>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { desk, part, name, text } of voiceWordings()) {
    if (without.has(desk) || (part !== 'propose' && part !== 'claim')) continue
    const { tools } = await packLists(desk)
    if (tools.find((tool) => tool.name === name)?.role !== 'write') continue
    rows.push(...rowsFor(toolRows(deedWords(text, ''), indexTools(tools, 'en')), new Set([name])))
  }
  for (const message of talkMessages()) {
    if (without.has(message.desk)) continue
    const index = indexTools((await packLists(message.desk)).tools, 'en')
    for (const act of message.acts) {
      if (!['propose', 'claim-done'].includes(act.kind) || act.place === null) continue
      const before = message.text.slice(0, message.text.indexOf(act.quote))
      rows.push(
        ...rowsFor(
          toolRows(deedWords(act.quote, before, message.seen), index),
          new Set([act.place]),
          new Set(act.also),
        ),
      )
    }
  }
  return rows
}

const deedWords = (near: string, before: string, seen: readonly Json[] = []) => {
  const folded = foldMessage(`${before}${near}`)
  const known = knownValues(seen)
  return {
    near: foldMessage(near),
    before: foldMessage(before),
    values: (parameters: ReadonlySet<string>) => known.countIn(folded, parameters),
  }
}

async function topicExamples(without: ReadonlySet<string>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { desk, part, name, text } of voiceWordings()) {
    if (without.has(desk)) continue
    const index = indexTopics((await packLists(desk)).topics, 'en')
    if (part === 'topics') rows.push(...rowsFor(topicRows(foldMessage(text), index), new Set([name])))
    if (part === 'fields') rows.push(...rowsFor(topicRows(foldMessage(text), index), new Set()))
  }
  for (const message of talkMessages()) {
    if (without.has(message.desk)) continue
    const index = indexTopics((await packLists(message.desk)).topics, 'en')
    for (const act of message.acts) {
      const tells = ['inform', 'explain', 'promise', 'decline'].includes(act.kind)
      if (!tells && !['request', 'courtesy', 'comfort', 'propose'].includes(act.kind)) continue
      const wanted = new Set(tells && act.place !== null && act.polarity !== 'negative' ? [act.place] : [])
      rows.push(...rowsFor(topicRows(foldMessage(act.quote), index), wanted, new Set(act.also)))
    }
  }
  return rows
}

function askedClauses(text: string): readonly string[] {
  const folded = foldMessage(text)
  return layOut(folded).flatMap((sentence) =>
    frameSentence(folded, sentence, en)
      .filter(({ kind }) => kind === 'request' || kind === 'request-proof')
      .map(({ from, to }) => folded.slice(from, to)),
  )
}

const FOLDER = join(import.meta.dirname, '../src/reading/lexical')

if (process.argv[1] !== undefined && /train-reader\.(?:ts|js)$/.test(process.argv[1])) {
  const without = new Set(process.argv.slice(2))
  writeFileSync(join(FOLDER, 'kinds-weights.ts'), packKinds(learnKinds(await kindExamples(without))))
  const learned = {
    FIELD_WEIGHTS: learnRanker(await fieldExamples(without)),
    TOOL_WEIGHTS: learnRanker(await toolExamples(without)),
    TOPIC_WEIGHTS: learnRanker(await topicExamples(without)),
  }
  const lines = Object.entries(learned).map(
    ([name, weights]) =>
      `export const ${name}: readonly number[] = [${weights.map((weight) => weight.toFixed(3)).join(', ')}]`,
  )
  writeFileSync(
    join(FOLDER, 'place-weights.ts'),
    `// Made by tools/train-reader.ts; do not edit. The first number is the bias, the others follow the rows of place-*.ts.\n\n${lines.join('\n\n')}\n`,
  )
}
