import { expect, test } from 'vitest'
import { hideSecrets } from '../src/base/secrets.ts'
import type { ReadAct, Reading } from '../src/base/values/reading.ts'
import type { Pack } from '../src/cases/case.ts'
import { listsOfDesk } from '../src/cases/lists-of-desk.ts'
import { withTraits } from '../src/reading/traits.ts'
import { lexicalReader } from '../src/reading/trial-reader.ts'
import { factsIn } from '../src/text/figures/facts.ts'
import { blocksOf } from '../src/text/markdown.ts'
import { ofYours } from '../src/text/said/literals.ts'
import { saidIn } from '../src/text/said/said.ts'
import { sentencesIn } from '../src/text/sentences.ts'
import { heardIn } from '../src/transcript/heard-in.ts'
import { leaksIn } from '../src/verdicts/rules/leaked-internal/leaks.ts'
import { loadPackOnce } from './agents/contract.ts'

/** What backtracking is made of: one thing again and again, with an end that does not fit. */
const PIECES = [
  ...'a, ,1,a1-,a.b@,. ,a.,i will send you ,(,*,|-,> ,[,sk-,\n,"\',- ,<think>,12 days ,refund of '.split(','),
  '1,000.',
]
const CHARACTERS = 100_000

/** As a conversation reads what an agent said. */
function readAsMessage(text: string, pack: Pack): unknown {
  const reader = lexicalReader(listsOfDesk(pack.graph, pack.world, pack.lexicon))
  reader.feed({ n: 1, type: 'message.sent', from: 'agent', text })
  return reader.read(1)
}

/** As one sentence: every trait is looked for in all of it. */
const wholeSentence = (text: string): Reading => ({
  language: 'en',
  sentences: [{ from: 0, to: text.length, form: 'courtesy', unread: false, acts: [claimIn(text)] }],
})
const claimIn = (text: string): ReadAct => ({
  kind: 'claim-done',
  place: null,
  polarity: 'positive',
  sure: true,
  values: [],
  from: 0,
  to: text.length,
})

// Quadratic time would be minutes here, exponential for ever: the test's limit is for hangs, nothing is timed.
test('a hundred thousand hostile characters are read by every pattern of ours', {
  timeout: 120_000,
}, async () => {
  const pack = await loadPackOnce()
  const readers: readonly ((text: string) => unknown)[] = [
    factsIn,
    blocksOf,
    (text) => leaksIn(heardIn({ language: 'en', sentences: [] }, text), pack),
    (text) => saidIn(text).answers(ofYours(['shipped', 'on its way'])),
    (text) => withTraits(wholeSentence(text), text),
    (text) => readAsMessage(text, pack),
    (text) => sentencesIn(text, { start: 0, end: text.length }, 'message'),
    hideSecrets(['sk-0123456789abcdef']),
  ]
  let read = 0
  for (const piece of PIECES) {
    const text = `${piece.repeat(CHARACTERS / piece.length)}!`
    for (const reader of readers) {
      reader(text)
      read += 1
    }
  }
  expect(read).toBe(PIECES.length * readers.length)
})
