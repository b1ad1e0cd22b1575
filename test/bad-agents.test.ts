import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Played, playAgent } from './bad-agents/play-agent.ts'
import { missesOf, OWN_INTENSITY, openRoster } from './bad-agents/roster.ts'
import { tempFolder } from './support/temp-folder.ts'

/** A pass is earned: six agents that say one sentence and do nothing, and the good ones. All others are played in test/whole. */
const roster = (await openRoster()).filter(({ kind }) => kind === 'one sentence' || kind === 'good')
const played: Played[] = []
const folder = tempFolder()
beforeAll(async () => {
  writeFileSync(join(folder, 'sage.yaml'), OWN_INTENSITY)
  for (const entry of roster) played.push(await playAgent(entry, 'lunchbox', folder))
})

test('each gets the exit code it has earned, by outcomes that can be told', () => {
  expect(roster.length).toBeGreaterThan(10)
  expect(Object.fromEntries(played.map((one) => [one.agent, missesOf(one)]))).toEqual(
    Object.fromEntries(roster.map(({ id }) => [id, []])),
  )
})
