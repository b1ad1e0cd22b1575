import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { aRun } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { SCHEMA_VERSION } from './schema.ts'
import { openSqliteStore } from './sqlite-store.ts'

const folder = tempFolder()
let files = 0
const newFile = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

const versionOf = (file: string): unknown => {
  const database = new Database(file)
  const rows = database.prepare('pragma user_version').all()
  database.close()
  return rows
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

describe('schemas', () => {
  test('several handles may bring one new file forward at once', async () => {
    const file = newFile()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openSqliteStore(file)))
    await stores[0]?.createRun(aRun('one'))
    expect((await stores[3]?.runs())?.length).toBe(1)
    for (const store of stores) await store.close()
  })

  test.each([
    ['newer than this SAGE', SCHEMA_VERSION + 1, 'store-too-new'],
    ['of before the first release', 6, 'store-unreadable'],
  ])('a store %s is refused and left as it is', async (_, version, code) => {
    const file = newFile()
    const database = new Database(file)
    database.exec(`pragma user_version = ${version}`)
    database.close()
    expect(await codeOf(openSqliteStore(file))).toBe(code)
    expect(versionOf(file)).toEqual([{ user_version: version }])
  })
})

describe('files that are no store', () => {
  test('another kind of file is named as such', async () => {
    const file = newFile()
    writeFileSync(file, 'id,name\n'.repeat(1000))
    expect(await codeOf(openSqliteStore(file))).toBe('store-unreadable')
  })

  test('a folder that is not there, and a folder', async () => {
    expect(await codeOf(openSqliteStore(join(folder, 'no', 'such.db')))).toBe('store-unreadable')
    expect(await codeOf(openSqliteStore(folder))).toBe('store-unreadable')
  })
})
