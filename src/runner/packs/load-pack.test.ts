import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { packageRoot } from '../files/package-root.ts'
import { loadAcceptedPack, loadPack } from './load-pack.ts'

const made: string[] = []
afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true })
})

const shipped = join(packageRoot(), 'packs', 'lunchbox')

async function copied(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sage-desk-'))
  made.push(dir)
  await cp(shipped, dir, { recursive: true })
  return dir
}

describe('whose fault a failure is', () => {
  test('[D8] a sentence that the outline calls contested is the blame of the SOP', async () => {
    const dir = await copied()
    const outline = await readFile(join(dir, 'outline.yaml'), 'utf8')
    const contested = outline.replace(
      '{ clause: "3#3", ',
      '{ clause: "3#3", contested: "8#3 says the opposite", ',
    )
    expect(contested).not.toBe(outline)
    await writeFile(join(dir, 'outline.yaml'), contested)
    expect((await loadPack(dir)).contested).toEqual(['3#3'])
  })

  test('the packs we ship have no such sentence', async () => {
    expect((await loadPack(shipped)).contested).toEqual([])
  })
})

test('a folder that did not change is read once; one that did is another pack', async () => {
  const dir = await copied()
  const before = await loadPack(dir)
  expect(await loadPack(dir)).toBe(before)
  const sop = await readFile(join(dir, 'sop.md'), 'utf8')
  await writeFile(join(dir, 'sop.md'), `${sop}\n`)
  expect(await loadPack(dir)).not.toBe(before)
})

describe('drafts', () => {
  test('[L3b] a pack with an open sentence is not run, and says which', async () => {
    const dir = await copied()
    const sop = await readFile(join(dir, 'sop.md'), 'utf8')
    await writeFile(join(dir, 'sop.md'), sop.replace('more than 7 days', 'more than 9 days'))
    await expect(loadAcceptedPack(dir)).rejects.toThrow('is a draft: 1 line is open')
    expect((await loadPack(dir)).id).toBe('lunchbox')
  })

  test('[L3c] a pack without an outline runs as before', async () => {
    const dir = await copied()
    await rm(join(dir, 'outline.yaml'))
    expect((await loadAcceptedPack(dir)).id).toBe('lunchbox')
  })
})
