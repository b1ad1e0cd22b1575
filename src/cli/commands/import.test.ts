import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'

/** Two recorded chats: one with figures that nothing before them holds, one that breaks nothing. */
const CHATS = [
  ['Where is my order?', 'It arrives on 12 May, tracking number 889977.'],
  ['Hello', 'Hello, how can I help you?'],
].map(([customer, agent]) => ({
  messages: [
    { role: 'user', content: customer },
    { role: 'assistant', content: agent },
  ],
}))

const folder = tempFolder()
beforeAll(() =>
  writeFileSync(join(folder, 'chats.jsonl'), CHATS.map((chat) => JSON.stringify(chat)).join('\n')),
)

test('the next command works as printed, and the report names what was broken, with its words', async () => {
  const { out, exit } = await sageIn(folder, ['import', 'chats.jsonl'])
  const [, run = ''] = /^Next: {4}npx sage-desk report (\S+)$/m.exec(out) ?? []
  expect([exit, run]).toEqual([0, expect.stringMatching(/\w/)])
  const report = (await sageIn(folder, ['report', run])).out.replace(/\s+/g, ' ')
  expect(report).toMatch(/1 invented facts customer Where is my order\? agent It arrives on 12 May/)
  expect(report).toContain('2 could not be told right or wrong')
})
