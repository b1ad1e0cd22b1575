import { expect, test } from 'vitest'
import { openFaultBook } from './fault-book.ts'

const raised = (side: 'machinery' | 'agent' | 'customer', code: string, message: string) =>
  ({
    type: 'trial.event',
    trial: 't',
    event: { n: 4, type: 'fault.raised', side, code, message },
  }) as unknown as Parameters<ReturnType<typeof openFaultBook>['watch']>[0]

test('what failed, ours before the agents’, most frequent first, and how often', () => {
  const book = openFaultBook()
  for (const happening of [
    raised('agent', 'answer-not-json', 'the service answered\n<!doctype html>'),
    raised('agent', 'answer-late', 'no answer within 5 s'),
    raised('agent', 'answer-late', 'no answer within 5 s'),
    raised('machinery', 'key-refused', 'mine:small: key-refused (HTTP 401)'),
    raised('customer', 'strayed', 'the customer left its card'),
    raised('agent', 'agent-crashed', 'x'.repeat(500)),
  ])
    book.watch(happening)
  expect(book.lines()).toEqual([
    'Faults:  1 x mine:small: key-refused (HTTP 401)',
    'Failed:  2 x agent failure: answer-late: no answer within 5 s',
    'Failed:  1 x agent failure: answer-not-json: the service answered <!doctype html>',
    expect.stringMatching(/^Failed: {2}1 x agent failure: agent-crashed: x{100,200}\.\.\.$/),
  ])
})
