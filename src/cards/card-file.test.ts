import { expect, test } from 'vitest'
import { readYaml } from '../base/files/yaml-file.ts'
import { CardFile } from './card-file.ts'

const read = (text: string) => readYaml('cases.yaml', text, CardFile)

test('members of a single request stand at the card itself', () => {
  const { value } = read(
    'name: Ann\nintent: cancel\nwants: out\nknows: { code: A1 }\ncannot: [photo]\nhides: a thing\n',
  )
  expect(value).toMatchObject({
    name: 'Ann',
    tone: 'calm',
    language: 'en',
    hides: 'a thing',
    yields_after: [1, 1, 2, 3],
    requests: [
      { intent: 'cancel', wants: 'out', knows: { code: 'A1' }, cannot: ['photo'], comes: 'at-start' },
    ],
  })
  expect(value).not.toHaveProperty('intent')
  expect(value).not.toHaveProperty('lies')
})

test('several requests stand in a list', () => {
  const { value } = read(
    'name: Ann\nrequests:\n  - { intent: one, wants: x }\n  - { intent: two, wants: y, comes: after-first }\n',
  )
  expect(value?.requests.map(({ intent, comes }) => [intent, comes])).toEqual([
    ['one', 'at-start'],
    ['two', 'after-first'],
  ])
})

test.each([
  ['nothing wanted', 'name: Ann\n', ['intent: is missing', 'wants: is missing']],
  [
    'both ways at once',
    'name: Ann\nintent: one\nrequests: [{ intent: one, wants: x }]\n',
    ['intent: belongs under'],
  ],
  ['a slip', 'name: Ann\nintent: one\nwants: x\nknow: {}\n', ['"know" is not an allowed member']],
])('%s', (_, text, messages) => {
  const { problems } = read(text)
  messages.forEach((message, at) => {
    expect(problems[at]?.message).toContain(message)
  })
})
