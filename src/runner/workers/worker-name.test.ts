import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isDeadHere, workerName } from './worker-name.ts'

test('a worker of this machine is dead if its process is gone; of others nothing is known', () => {
  const name = workerName()
  expect(workerName()).not.toBe(name)
  expect(isDeadHere(name)).toBe(false)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const gone = name.replace(`:${process.pid}:`, `:${pid}:`)
  expect(isDeadHere(gone)).toBe(process.platform === 'linux')
  const [host, , , chance] = name.split(':')
  expect(isDeadHere([host, pid, '00000000', chance].join(':'))).toBe(false)
  expect(isDeadHere(`${host}:${pid}`)).toBe(false)
})
