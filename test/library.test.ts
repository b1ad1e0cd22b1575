import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'

/** The built library, imported as its users import it. */
beforeAll(ensureBuilt)

const Door = z.object({
  loadPack: z.custom<(dir: string) => Promise<{ readonly id: string; readonly cases: readonly unknown[] }>>(
    (value) => typeof value === 'function',
  ),
  checkPackFolder: z.custom<(dir: string, from: string) => Promise<readonly unknown[]>>(
    (value) => typeof value === 'function',
  ),
  executeRun: z.custom((value) => typeof value === 'function'),
  scoreTrial: z.custom((value) => typeof value === 'function'),
})

test('the door opens, and packs load through it', async () => {
  const door = Door.parse(await import(join(ROOT, 'dist/index.js')))
  const dir = join(ROOT, 'packs/lunchbox')
  expect((await door.loadPack(dir)).id).toBe('lunchbox')
  // Notes say what a check leaves unproven; they are no problems.
  expect(await door.checkPackFolder(dir, ROOT)).toMatchObject([{ severity: 'note' }])
})
