import { readFileSync, writeFileSync } from 'node:fs'

/** Writes the rows of a measured table between its marks on a page. */
export function writeTable(page: string, name: string, rows: readonly string[]): void {
  const text = readFileSync(page, 'utf8')
  const begin = `<!-- measured: ${name} -->`
  const from = text.indexOf(begin)
  if (from === -1) throw new RangeError(`${page} has no table ${name}`)
  const to = text.indexOf('<!-- end -->', from)
  writeFileSync(page, `${text.slice(0, from)}${begin}\n${rows.join('\n')}\n${text.slice(to)}`)
}
