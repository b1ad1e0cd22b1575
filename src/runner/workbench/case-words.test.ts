import { expect, test } from 'vitest'
import { problem } from '../../base/files/problem.ts'
import { inFormWords } from './case-words.ts'

const AT = { file: 'cases/cases.yaml', line: 16, column: 1 }

test('what is wrong with a case is said by the boxes of its form, not by members of a file', () => {
  const said = [
    problem(
      AT,
      'outcome-differs',
      'final-sale-rake: at intensity 2 the graph leads to declined: final_sale, which is not an acceptable outcome',
      'Its path: return_item/ask_order > return_item/done',
    ),
    problem(
      AT,
      'opening-volunteers',
      'someone-elses-order: the opening says "G-1003", so order_no is volunteered',
      'Add order_no to `volunteers`.',
    ),
    problem(AT, 'bucket', 'x: ends in a handover, so it is not a resolvable case', 'Make it must-escalate.'),
  ].map(inFormWords)
  expect(said).toEqual([
    'Pressed at "How hard" 2 the procedure leads to declined: final sale, and "What is right in the end" says otherwise. On this way: ask order, then done',
    'The first message says "G-1003", so the customer gives order no unasked. Tick "in the first message" beside order no, or leave it out of the message',
    'Ends in a handover, so it is not a case that can be resolved. Choose another "Kind": must escalate',
  ])
})
