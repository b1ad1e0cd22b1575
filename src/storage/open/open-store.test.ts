import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, describeStore } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { isStoreThere, openStore, STORE_ENGINES, storePlace } from './open-store.ts'

const folder = tempFolder()
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
})

let made = 0
/** A place that nothing was written to yet; an engine without a line here fails the test. */
const NEW_PLACES: Readonly<Record<string, () => string>> = {
  sqlite: () => `new-${made}/sage.db`,
  memory: () => `memory://new-${made}`,
  postgres: () => server.url(`new_${made}`),
}
const newPlace = (engine: string): string => {
  made += 1
  const place = NEW_PLACES[engine]?.()
  if (place === undefined) throw new TypeError(`no place for a store of ${engine}`)
  return storePlace(place, folder)
}

for (const { name, recognise } of STORE_ENGINES) {
  describeStore(name, async () => {
    const place = newPlace(name)
    return { open: () => openStore(place, 'write') }
  })

  describe(`${name}: opening`, () => {
    test('its places are its own', () => {
      const place = newPlace(name)
      expect(STORE_ENGINES.find((engine) => engine.recognise(place))?.recognise).toBe(recognise)
      expect(storePlace(place, '/elsewhere')).toBe(place)
    })

    test('a store that is not there is made to write, and only then', async () => {
      const place = newPlace(name)
      await expect(openStore(place, 'read')).rejects.toMatchObject({ code: 'no-store' })
      expect([await openStore(place, 'if-there'), await isStoreThere(place)]).toEqual([null, false])
      const writer = await openStore(place, 'write')
      await writer.createRun(aRun('one'))
      await writer.close()
      for (const use of ['read', 'write'] as const) {
        const store = await openStore(place, use)
        expect((await store.run(aRunId('one')))?.id).toBe('one')
        await store.close()
      }
      expect([(await openStore(place, 'if-there')) === null, await isStoreThere(place)]).toEqual([
        false,
        true,
      ])
    })
  })
}

test.each([['mysql://host/desk', 'unknown-store', 'There is no store of the kind mysql:.']])(
  '%s is refused, and no path is made of it',
  async (place, code, message) => {
    expect(() => storePlace(place, folder)).toThrow(message)
    await expect(openStore(place, 'write')).rejects.toMatchObject({ code, message })
  },
)

test('a file whose folder cannot be made is wrong usage', async () => {
  writeFileSync(join(folder, 'file'), '')
  const place = storePlace('file/sage.db', folder)
  await expect(openStore(place, 'write')).rejects.toMatchObject({ code: 'no-folder' })
  expect(existsSync(place)).toBe(false)
})
