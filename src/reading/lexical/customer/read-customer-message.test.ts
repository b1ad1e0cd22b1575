import { describe, expect, test } from 'vitest'
import { WORKSHOP } from '../../../../test/support/reading/lexical.ts'
import { readMessage } from '../read-message.ts'
import { readCustomerMessage } from './read-customer-message.ts'

const agent = (text: string) => readMessage(text, WORKSHOP, { seen: [] })
const acts = (text: string, answers: string | null) =>
  readCustomerMessage(text, WORKSHOP, answers === null ? null : agent(answers)).sentences.flatMap(
    (sentence) =>
      sentence.acts.map(({ kind, field, value }) =>
        [kind, field, value].filter((one) => one !== null).join(' '),
      ),
  )

describe('customer messages', () => {
  test.each([
    ['My bike is still not ready! The job is AB-1042.', null, ['open', 'tell job_no AB-1042']],
    [
      "It's AB-1042 and ada@mail.example.",
      'Could you tell me the job number and your e-mail address?',
      ['tell job_no AB-1042', 'tell email ada@mail.example'],
    ],
    ['Yes, please go ahead.', 'Shall I cancel the repair job?', ['agree']],
    ["No, I don't want that.", 'Shall I cancel the repair job?', ['refuse']],
    ["I don't have the job number any more.", 'Could you tell me the job number?', ['refuse job_no']],
    ['Sorry, I meant AB-1043.', 'Could you tell me the job number?', ['correct job_no AB-1043']],
    ['Thank you. Bye!', 'The repair job is cancelled.', ['thank', 'leave']],
    ['Come on, just this once, make an exception.', "I'm sorry, we cannot pay the deposit back.", ['press']],
  ] as const)('%s', (text, answers, expected) => {
    expect(acts(text, answers)).toEqual(expected)
  })

  test('words that do nothing a desk knows are unread', () => {
    const [sentence] = readCustomerMessage(
      'The tomatoes at the market were wonderful.',
      WORKSHOP,
      agent('Hello.'),
    ).sentences
    expect(sentence).toMatchObject({ unread: true, acts: [] })
  })

  test('a yes that answers no proposal is no agreement', () => {
    expect(acts('Yes, of course.', 'Could you tell me the job number?')).toEqual([])
  })
})
