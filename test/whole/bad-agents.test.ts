import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Played, playAgent } from '../bad-agents/play-agent.ts'
import { missesOf, OWN_INTENSITY, openOverAll, openRoster } from '../bad-agents/roster.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A pass is earned: every agent at one small desk. `npm run tool -- bad-agents` plays them at two. */
const roster = await openRoster()
const played: Played[] = []
const folder = tempFolder()
beforeAll(async () => {
  writeFileSync(join(folder, 'sage.yaml'), OWN_INTENSITY)
  for (const entry of roster) played.push(await playAgent(entry, 'lunchbox', folder))
})

test('thirty bad agents, six of which say one sentence, and five good ones', () => {
  const count = (kind: string): number => roster.filter((entry) => entry.kind === kind).length
  expect([count('one sentence'), count('dead'), count('leaves out')]).toEqual([6, 10, 4])
  expect(roster.filter(({ kind }) => kind !== 'good').length).toBeGreaterThanOrEqual(30)
  expect(count('good')).toBeGreaterThanOrEqual(5)
})

test('each gets the exit code it has earned, by outcomes that can be told', () => {
  expect(Object.fromEntries(played.map((one) => [one.agent, missesOf(one)]))).toEqual(
    Object.fromEntries(roster.map(({ id }) => [id, []])),
  )
  expect(openOverAll(played)).toMatchObject({ holds: true })
})
