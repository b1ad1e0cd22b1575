import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FILE = fileURLToPath(new URL('./watchdog.ts', import.meta.url))

/** A process of its own, since it is killed. */
const processWith = (body: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createJiti } from 'jiti'
       const { openWatchdog } = await createJiti(process.cwd() + '/').import(${JSON.stringify(FILE)})
       const dog = openWatchdog(1500, 100)
       ${body}`,
    ],
    { encoding: 'utf8', timeout: 120_000 },
  )

test('a step without an end is killed with a message', () => {
  const { signal, stderr } = processWith('for (;;) {}')
  expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining('sage run --resume')])
})

test('a process that yields is left alone, and ends when it is done', () => {
  const { status, stderr } = processWith('setTimeout(() => dog.close(), 3000)')
  expect([status, stderr]).toEqual([0, ''])
})
