import { isMap, isSeq, parseDocument } from 'yaml'

/** graph.yaml with a sentence set aside: what an author marks as a fact asks nothing of the agent. */
export function addWaiver(text: string, clause: string, because: string): string {
  const entry = `  - { clause: ${JSON.stringify(clause)}, because: ${JSON.stringify(because)} }\n`
  const ending = text.endsWith('\n') ? text : `${text}\n`
  const waive = parseDocument(text).get('waive')
  if (waive === undefined || waive === null) return `${ending}waive:\n${entry}`
  const line = /^waive:[^\n]*\n/m.exec(ending)
  if (line === null || /\[/.test(line[0])) return ending
  const at = line.index + line[0].length
  return `${ending.slice(0, at)}${entry}${ending.slice(at)}`
}

/** graph.yaml in which the sentence is not set aside. */
export function withoutWaiver(text: string, clause: string): string {
  const document = parseDocument(text)
  const waive: unknown = document.get('waive')
  if (!isSeq(waive)) return text
  waive.items = waive.items.filter((item) => !isMap(item) || item.get('clause') !== clause)
  if (waive.items.length === 0) document.delete('waive')
  return document.toString({ lineWidth: 0 })
}
