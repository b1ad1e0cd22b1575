import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ROOT } from './architecture/source-files.ts'
import { sageIn } from './sage-in.ts'
import { emptyFolder } from './support/temp-folder.ts'

/** `sage pack truth` as people start it: its form can be filled in, and gives the answer away nowhere. */
const folder = emptyFolder()
beforeEach(() => cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true }))
const sage = (...words: readonly string[]) => sageIn(folder, words)

const headerIn = (form: string): readonly string[] => (/^ {4}(fields\..*)$/m.exec(form)?.[1] ?? '').split(',')

test('every column that the pack’s own table needed stands in the form, and pack check takes all of the form’s columns', async () => {
  const { out, exit } = await sage('pack', 'truth', 'desk', '--form')
  expect(exit).toBe(0)
  const header = headerIn(out)
  const file = join(folder, 'desk/truth.csv')
  const [own = ''] = readFileSync(file, 'utf8').split('\n')
  const known = new Set(header)
  // A column that only repeats a value of another one is the writer's choice.
  expect(own.split(',').filter((name) => !known.has(name) && name !== 'records.order.address')).toEqual([])
  writeFileSync(file, `${header.join(',')}\n`)
  expect((await sage('pack', 'check', 'desk', '--json')).out).not.toContain('unknown-column')
})

test('the form holds no guard of the graph', async () => {
  const { out } = await sage('pack', 'truth', 'desk', '--form')
  expect(out).not.toMatch(/[<>]=|==|&&|\|\|/)
})

test('without a table the form is named', async () => {
  rmSync(join(folder, 'desk/truth.csv'))
  expect((await sage('pack', 'truth', 'desk')).out).toContain('pack truth lunchbox --form')
})
