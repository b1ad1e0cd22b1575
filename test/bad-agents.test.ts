import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Played, playAgent } from './bad-agents/play-agent.ts'
import { missesOf, OWN_INTENSITY, openRoster } from './bad-agents/roster.ts'

/** A pass is earned: six agents that say one sentence and do nothing, and the good ones. All others are played in test/whole. */
const roster = (await openRoster()).filter(({ kind }) => kind === 'one sentence' || kind === 'good')
const played: Played[] = []
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sage-bad-agents-'))
  writeFileSync(join(folder, 'sage.yaml'), OWN_INTENSITY)
  for (const entry of roster) played.push(await playAgent(entry, 'lunchbox', folder))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each gets the exit code it has earned, by outcomes that can be told', () => {
  expect(roster.length).toBeGreaterThan(10)
  expect(Object.fromEntries(played.map((one) => [one.agent, missesOf(one)]))).toEqual(
    Object.fromEntries(roster.map(({ id }) => [id, []])),
  )
})
