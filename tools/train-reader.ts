import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCorpus } from '../test/reading/corpus.ts'
import { packKinds } from '../test/reading/learn-kinds.ts'
import { learnModel } from '../test/reading/learn-model.ts'

/**
 * Learns what the lexical reader cannot be told by rule: the weights of word patterns per kind of sentence, and how much
 * each likeness of words to a name counts. Deterministic: the same data give the same files. Data card: docs/understanding.md.
 *
 *   npm run train-reader            writes src/reading/lexical/{kinds,place}-weights.ts
 */
const FOLDER = join(import.meta.dirname, '../src/reading/lexical')

const { kinds, fields, tools, topics } = learnModel(await loadCorpus())
const row = (name: string, weights: readonly number[]): string =>
  `export const ${name}: readonly number[] = [${weights.map((weight) => weight.toFixed(2)).join(', ')}]`
writeFileSync(join(FOLDER, 'kinds-weights.ts'), packKinds(kinds))
writeFileSync(
  join(FOLDER, 'place-weights.ts'),
  [
    '// Made by tools/train-reader.ts; do not edit. The first number is the bias, the others follow the rows of place-*.ts.',
    row('FIELD_WEIGHTS', fields),
    row('TOOL_WEIGHTS', tools),
    row('TOPIC_WEIGHTS', topics),
    '',
  ].join('\n\n'),
)
