import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { readerRequest } from '../../src/reading/model/reader-prompt.ts'
import { numberedSentences } from '../../src/reading/numbered-sentences.ts'
import { shippedDesks, talkMessages } from '../plays/plays.ts'

/**
 * [E2] Readers are given closed lists and values, nothing else: a desk with another graph and the same lists is the same desk to
 * them. Lists made anew and messages read before in any order must change nothing, or something else would be known.
 */
test('the same messages under another graph with the same lists read the same', async () => {
  const talks = talkMessages('talks').filter((_, at) => at % 9 === 0)
  const desks = new Map([...(await shippedDesks())].map(([id, { lists }]) => [id, lists]))
  const read = talks.map(({ text, desk, seen }) => {
    const lists = desks.get(desk)
    return lists === undefined ? null : readMessage(text, lists, { seen })
  })
  fc.assert(
    fc.property(fc.shuffledSubarray([...talks.keys()], { minLength: 5, maxLength: 12 }), (order) => {
      const copies = structuredClone(desks)
      for (const at of order) {
        const talk = talks[at]
        const lists = copies.get(talk?.desk ?? '')
        if (talk === undefined || lists === undefined) continue
        expect(readMessage(talk.text, lists, { seen: structuredClone([...talk.seen]) })).toEqual(read[at])
      }
    }),
    { numRuns: 8 },
  )
})

test('a model is sent the lists, the values and the sentences: the same bytes for the same lists', async () => {
  const lists = (await shippedDesks()).get('lunchbox')?.lists ?? expect.fail('no lunchbox')
  const { sentences } = numberedSentences('Shall I cancel order LB-1042?')
  const bytes = (desk: typeof lists): string => {
    const { system, messages } = readerRequest(sentences, desk, [{ order_id: 'LB-1042' }])
    return JSON.stringify({ system, messages })
  }
  expect(bytes(structuredClone(lists))).toBe(bytes(lists))
})
