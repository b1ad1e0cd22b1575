import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ranker } from '../../src/reading/lexical/rank.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { loadCorpus } from './corpus.ts'
import { learnCertainty, leaveOneSetOut } from './learn-certainty.ts'
import { packKinds } from './learn-kinds.ts'
import { learnModel, PAIRS_KEPT } from './learn-model.ts'
import { packWeights } from './pack-weights.ts'

/**
 * Learns what the lexical reader cannot be told by rule: the weights of word patterns per kind of sentence, and how much
 * each likeness of words to a name counts. Deterministic: the same data give the same files.
 *
 *   npm run tool -- train-reader       writes src/reading/lexical/{kinds,place,certainty}-weights.ts; needs ../shared/data/sgd
 */
const FOLDER = join(packageRoot(), 'src/reading/lexical')

const corpus = await loadCorpus()
const { kinds, fields, tools, topics } = learnModel(corpus)
const ranker = (name: string, { weights, pairs }: Ranker, kept: number): string => {
  const { scale, packed } = packWeights(pairs, kept)
  return `export const ${name} = {\n  weights: [${weights.map((weight) => weight.toFixed(2)).join(', ')}],\n  pairs: { scale: ${scale}, packed: '${packed}' },\n} as const`
}
writeFileSync(join(FOLDER, 'kinds-weights.ts'), packKinds(kinds))
writeFileSync(
  join(FOLDER, 'place-weights.ts'),
  [
    '// Made by tools/reader/train-reader.ts; do not edit. The first number is the bias, the others follow the rows of place-*.ts.',
    ranker('FIELD_RANKER', fields, PAIRS_KEPT.fields),
    ranker('TOOL_RANKER', tools, PAIRS_KEPT.tools),
    ranker('TOPIC_RANKER', topics, PAIRS_KEPT.topics),
    '',
  ].join('\n\n'),
)

const certainty = learnCertainty(leaveOneSetOut(corpus).flatMap(({ acts }) => acts))
writeFileSync(
  join(FOLDER, 'certainty-weights.ts'),
  [
    "import type { Certainty } from './weigh.ts'",
    '',
    '// Made by tools/reader/train-reader.ts; do not edit.',
    '',
    `export const CERTAINTY: Certainty = ${JSON.stringify(certainty, null, 2)}`,
    '',
  ].join('\n'),
)
