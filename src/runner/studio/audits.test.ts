import { expect, test } from 'vitest'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import { placeOfPack } from '../files/find-pack.ts'
import { packageRoot } from '../files/package-root.ts'
import { type Audit, NOT_PROVEN } from '../jobs/audit/audit.ts'
import { loadPack } from '../packs/load-pack.ts'
import { keepAudit, lastAudit } from './audits.ts'

const kind = { planted: 2, caught: 1, named: 1, unexercised: 1, harmless: 1 }
const found: Audit = {
  pack: 'lunchbox',
  planted: 2,
  caught: 1,
  named: 1,
  by_kind: [{ fault: 'step-skipped', ...kind }],
  missed: [{ fault: 'step-skipped', at: 'a/b' }],
  misnamed: [{ fault: 'step-skipped', at: 'a/e', fired: ['outcome', 'path'] }],
  unexercised: [
    { fault: 'step-skipped', at: 'a/c', because: NOT_PROVEN },
    { fault: 'step-skipped', at: 'a/d', because: 'nothing reads it' },
  ],
  unplanted: ['a/f'],
  needs_planned: [],
  oracle_trials: 10,
  alarms_on_oracle: 1,
  unclear_on_oracle: 0,
  alarms: [{ case: 'lunchbox/x', intensity: 0, seed: 1, because: 'outcome', transcript: 'long' }],
}

const pack = await loadPack(placeOfPack('lunchbox', packageRoot()).dir)

test('what was never audited has no audit', async () => {
  expect(await lastAudit(await openSqliteStore(':memory:'), pack)).toBeNull()
})

test('an audit comes back counted, worst finding first, without its transcripts', async () => {
  const store = await openSqliteStore(':memory:')
  await keepAudit(store, pack, { result: found, at: '2026-01-01T00:00:00.000Z' })
  const view = await lastAudit(store, pack)
  expect(view).toMatchObject({ at: '2026-01-01T00:00:00.000Z', older: [], met: false, planted: 2, caught: 1 })
  expect(view).toMatchObject({ unexercised: 1, harmless: 1, by_kind: [{ fault: 'step-skipped', ...kind }] })
  expect(view?.findings.map((one) => [one.kind, one.at])).toEqual([
    ['missed', 'a/b'],
    ['alarm', 'lunchbox/x'],
    ['unexercised', 'a/c'],
    ['unplanted', 'a/f'],
    ['misnamed', 'a/e'],
  ])
  expect(JSON.stringify(view)).not.toContain('long')
})

test('the last one holds; of another pack or other rules it says so', async () => {
  const store = await openSqliteStore(':memory:')
  const sound = { ...found, caught: 2, named: 2, missed: [], misnamed: [], unexercised: [], unplanted: [] }
  const result = { ...sound, alarms_on_oracle: 0, alarms: [] }
  await keepAudit(store, pack, { result: found, at: '1' })
  await keepAudit(store, pack, { result, at: '2' })
  expect(await lastAudit(store, pack)).toMatchObject({ at: '2', met: true, findings: [] })
  expect(await lastAudit(store, { ...pack, hash: 'other' })).toMatchObject({ older: ['pack'] })
  const stored = await store.lastAudit(pack.id)
  if (stored !== undefined) await store.saveAudit({ ...stored, rules: 0 })
  expect(await lastAudit(store, pack)).toMatchObject({ older: ['rules'] })
})

test('what another version kept is no audit rather than a fault', async () => {
  const store = await openSqliteStore(':memory:')
  const other = { pack: pack.id, packHash: pack.hash, rules: 1, at: '1' }
  await store.saveAudit({ ...other, result: '{"share":0.9}' })
  expect(await lastAudit(store, pack)).toBeNull()
  await store.saveAudit({ ...other, result: '{"share":' })
  expect(await lastAudit(store, pack)).toBeNull()
})
