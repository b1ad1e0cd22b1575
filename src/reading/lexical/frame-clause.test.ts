import { describe, expect, test } from 'vitest'
import { foldMessage } from './fold.ts'
import { frameSentence } from './frame-clause.ts'
import { framesFor } from './frames/languages.ts'

const framed = (text: string): readonly string[] => {
  const folded = foldMessage(text)
  const { frames } = framesFor(folded)
  return frameSentence(folded, { from: 0, to: folded.length }, frames).map(
    ({ kind, polarity }) => `${kind} ${polarity}`,
  )
}

describe('frames', () => {
  test.each([
    ['I have cancelled the booking.', ['claim-done positive']],
    ['Nothing has been cancelled.', ['claim-done negative']],
    ["I haven't cancelled anything yet.", ['claim-done negative']],
    ['The fee has been paid, not that it will be.', ['claim-done positive']],
    ['It would have been cancelled.', ['inform conditional']],
    ['It was cancelled on 3 May.', ['inform positive']],
    ['Shall I cancel it?', ['propose positive']],
    ["Could I cancel it if it hadn't shipped?", ['inform conditional', 'request positive']],
    ['May we have your authorisation to debit the fee?', ['propose positive']],
    ['We would pay 40 euros and kindly request your agreement.', ['propose positive']],
    ['Store it for how long?', ['request positive']],
    ['Book it until when?', ['request positive']],
    ['Which day would suit you?', ['request positive']],
    ['Could you please confirm your date of birth?', ['request positive']],
    ["I'm afraid I can't take it back.", ['decline positive']],
    ["I can't wait to hear from you.", ['inform negative']],
    ['Is there anything else I can do for you?', ['anything-else positive']],
    ['Before we go any further, I need your name.', ['inform conditional', 'request positive']],
    ['I have passed this to a colleague.', ['hand-over positive']],
    ["I've found your order.", ['inform positive']],
    ['I am sorry to say that the box in question is already packed.', ['inform positive']],
    ['Sorry about that, four skips a year is the limit and yours are gone.', ['inform positive']],
    ["I'm sorry, we do not take worn shoes back.", ['comfort positive', 'decline positive']],
    ['I am so sorry that this happened to you.', ['comfort positive']],
    ['I regret that you had to wait for so long.', ['comfort positive']],
    ['The open payment must be dealt with before anything else.', ['inform positive']],
  ])('%s', (text, kinds) => {
    expect(framed(text)).toEqual(kinds)
  })
})
