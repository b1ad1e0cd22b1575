import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { storeOver } from '../sql/sql-store.ts'
import { connect } from './connection.ts'
import { openFlusher } from './flush.ts'

const folder = tempFolder()

test('what was paid for is on the disk before anybody hears that it is stored; what can be had again for nothing is not waited for', async () => {
  const connection = await connect(join(folder, 'sage.db'))
  const did: string[] = []
  const store = storeOver({
    ...connection,
    write: (queries) => {
      did.push('write')
      return connection.write(queries)
    },
    flush: async () => {
      await connection.flush()
      did.push('flush')
    },
  })
  const doing = async (work: Promise<void>): Promise<readonly string[]> => {
    await work
    return did.splice(0)
  }
  const page = { run: aRunId('one'), trial: aTrialId('t'), attempt: 0, page: 0, events: '' }
  const rating = {
    run: aRunId('one'),
    trial: aTrialId('t'),
    judge: 'j',
    n: 0,
    dimension: 'd',
    value: 1,
    quote: '',
  }
  expect(await doing(store.createRun(aRun('one')))).toEqual(['write'])
  expect(await doing(store.appendPages([page]))).toEqual(['write', 'flush'])
  expect(await doing(store.saveRatings([{ ...rating, because: null, promptHash: 'h', at: '' }]))).toEqual([
    'write',
    'flush',
  ])
  expect(await doing(store.saveTrials([aTrial('one', 1)]))).toEqual(['write'])
  expect(await doing(store.appendPages([]))).toEqual(['write'])
  await store.close()
})

test('a log that cannot be reached is a fault of the disk, with a hint, and not for ever', async () => {
  const file = join(folder, 'later.db')
  const flusher = openFlusher(file)
  await expect(flusher.flush()).rejects.toMatchObject({ code: 'store-failed', exit: 3 })
  const connection = await connect(file)
  await flusher.flush()
  await flusher.close()
  await connection.close()
})
