import { isMap, isSeq, parseDocument, stringify, type YAMLMap } from 'yaml'

/** A file of cases with one entry put in, replaced or taken out. Everything else stays as its author wrote it. */
export function withCase(text: string, id: string, entry: object | null): string {
  const document = parseDocument(text)
  const list = isSeq(document.contents) ? document.contents : null
  const written = entry === null ? '' : stringify([entry], { lineWidth: 0, aliasDuplicateObjects: false })
  if (list === null || list.items.length === 0) return `${comments(text)}${written === '' ? '[]\n' : written}`
  const index = list.items.findIndex((item) => isMap(item) && idOf(item) === id)
  if (index === -1) return written === '' ? text : `${text.trimEnd()}\n\n${written}`
  const [start, end] = rangeOf(text, list.items[index])
  const after = text.slice(end)
  const rest = `${text.slice(0, start)}${written}${written === '' || after.startsWith('\n') ? '' : '\n'}${after}`
  return list.items.length === 1 && written === '' ? `${comments(text)}[]\n` : `${rest.trimEnd()}\n`
}

const idOf = (item: YAMLMap): unknown => item.get('id')

/** From the dash of an entry to the beginning of the next line after it. */
function rangeOf(text: string, item: unknown): readonly [number, number] {
  const range = isMap(item) ? item.range : null
  const [first, last] = [range?.[0] ?? 0, range?.[1] ?? 0]
  const start = text.lastIndexOf('-', first)
  const lineEnd = text.indexOf('\n', Math.max(last - 1, first))
  return [start, lineEnd === -1 ? text.length : lineEnd + 1]
}

/** The lines of a file without entries that its author wrote for people. */
const comments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => `${line}\n`)
    .join('')
