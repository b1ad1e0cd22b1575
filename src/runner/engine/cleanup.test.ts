import { expect, test } from 'vitest'
import { createCleanup } from './cleanup.ts'

test('closes the last opened first, and everything, even if one of them fails', async () => {
  const closed: string[] = []
  const cleanup = createCleanup()
  cleanup.add(async () => void closed.push('store'))
  cleanup.add(() => Promise.reject(new TypeError('stuck')))
  cleanup.add(async () => void closed.push('lease'))
  await expect(cleanup.run()).rejects.toThrow('stuck')
  expect(closed).toEqual(['lease', 'store'])
  await cleanup.run()
  expect(closed).toHaveLength(2)
})
