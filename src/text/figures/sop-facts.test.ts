import { expect, test } from 'vitest'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { writtenIn } from '../../verdicts/text/sop-written.ts'
import { factsIn } from './facts.ts'
import { sopFacts } from './sop-facts.ts'

const sop = sopFacts(writtenIn(await loadPack('packs/online-education')), () => new Set())

test('[D33] an SOP that says half says 50 %, of the same thing only', () => {
  const says = (sentence: string): readonly boolean[] =>
    factsIn(sentence).map((fact) => sop.says(fact, sentence))
  expect(says('You can book the course again for 50% of the fee.')).toEqual([true])
  expect(says('You can book the course again for 40% of the fee.')).toEqual([false])
  expect(says('Hotels give our readers 50%.')).toEqual([false])
})
