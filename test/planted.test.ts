import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFECTS, fits } from '../tools/planted/defects.ts'
import { ROOT } from './architecture/source-files.ts'

test('twelve defects that `npm run tool -- planted` plants fit into the sources of today', () => {
  const without = DEFECTS.filter((one) => !fits(one, readFileSync(join(ROOT, one.file), 'utf8')))
  expect([DEFECTS.length, without.map(({ room }) => room)]).toEqual([12, []])
})
