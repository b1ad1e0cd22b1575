import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { packageRoot } from '../files/package-root.ts'
import { loadPack } from './load-pack.ts'

const made: string[] = []
afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true })
})

const shipped = join(packageRoot(), 'packs', 'lunchbox')

async function edited(from: string, to: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sage-desk-'))
  made.push(dir)
  await cp(shipped, dir, { recursive: true })
  const sop = await readFile(join(dir, 'sop.md'), 'utf8')
  expect(sop).toContain(from)
  await writeFile(join(dir, 'sop.md'), sop.replace(from, to))
  return dir
}

describe('whose fault a failure is', () => {
  test('[D8] both of two sentences that contradict each other are the blame of the SOP', async () => {
    const pack = await loadPack(
      await edited('Say sorry once, not five times.', 'Never open a search with the carrier.'),
    )
    expect(pack.contested).toEqual(['3#3', '8#3'])
  })

  test('[D8] a term defined twice is too', async () => {
    const dir = await edited(
      'We are six people who like lunch, and it may show.',
      'It is urgent if water is running.',
    )
    const sop = await readFile(join(dir, 'sop.md'), 'utf8')
    await writeFile(
      join(dir, 'sop.md'),
      sop.replace('A thank-you does not end anything by itself.', 'It is urgent when they have asked twice.'),
    )
    expect((await loadPack(dir)).contested).toEqual(['7#3', '8#1'])
  })

  test('the packs we ship have no such sentence', async () => {
    expect((await loadPack(shipped)).contested).toEqual([])
  })
})
