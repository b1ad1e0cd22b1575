import type { Graph } from '../../graph/model/graph.ts'
import type { Clause, Section, SopDocument } from '../../sop/sop.ts'
import { inHtml } from './html-text.ts'

/** What an author has to know of a sentence: what it is taken for, whether somebody agreed, what the graph makes of it. */
export type ReviewedLine = {
  readonly kind: 'rule' | 'fact' | 'tone' | 'gap' | 'unread'
  /** why nobody has accepted it yet; null: accepted */
  readonly open: string | null
  readonly gloss: readonly string[]
}
export type ReviewedLines = ReadonlyMap<string, ReviewedLine>

/** The document as people read it: headings, paragraphs, lists and tables, every sentence something to point at. */
export function sopToHtml(graph: Graph, lines: ReviewedLines | null): string {
  const { sop } = graph
  const waived = new Map(graph.waived.map(({ clause, because }) => [clause, because]))
  const mark: Mark = {
    words: (clause, words) =>
      sentence(clause, words, { because: waived.get(clause.id), line: lines?.get(clause.id) }),
    under: (clause) => underOf(lines?.get(clause.id)),
    row: ({ id }) => stateOf(lines?.get(id)).join(' '),
  }
  return sop.sections.map((section) => sectionToHtml(section, sop, mark)).join('\n')
}

type Mark = {
  readonly words: (clause: Clause, words: string) => string
  /** the gloss, to stand under its sentence */
  readonly under: (clause: Clause) => string
  readonly row: (clause: Clause) => string
}

const stateOf = (line: ReviewedLine | undefined): readonly string[] =>
  line === undefined ? [] : [line.kind, ...(line.open === null ? [] : ['open'])]

function underOf(line: ReviewedLine | undefined): string {
  if (line === undefined) return ''
  const gloss = line.gloss.length === 0 ? ['nothing'] : line.gloss
  const open = line.open === null ? '' : `<em>open: ${inHtml(line.open)}</em>`
  return `<span class="gloss">${gloss.map((each) => `<span>${inHtml(each)}</span>`).join('')}${open}</span>`
}

function sectionToHtml(section: Section, sop: SopDocument, mark: Mark): string {
  const number = /^[\d.]+$/.test(section.id) ? `${section.id} ` : ''
  const level = Math.min(4, Math.max(2, section.level + (section.level === 1 ? 1 : 0)))
  const heading = section.title === '' ? '' : `<h${level}>${inHtml(`${number}${section.title}`)}</h${level}>`
  return `${heading}${groupsOf(section.clauses, sop.text)
    .map((group) => groupToHtml(group, sop, mark))
    .join('')}`
}

/** Sentences of one paragraph, items of one list, rows of one table. */
function groupsOf(clauses: readonly Clause[], text: string): readonly (readonly Clause[])[] {
  const groups: Clause[][] = []
  for (const clause of clauses) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    const goesOn =
      before !== undefined &&
      before.form === clause.form &&
      (clause.form !== 'sentence' || !/\n[ \t]*\n/.test(text.slice(before.end, clause.start)))
    if (goesOn) last?.push(clause)
    else groups.push([clause])
  }
  return groups
}

function groupToHtml(group: readonly Clause[], sop: SopDocument, mark: Mark): string {
  const [first] = group
  if (first === undefined) return ''
  if (first.form === 'sentence')
    return `<p>${group.map((clause) => `${mark.words(clause, plain(clause.text))}${mark.under(clause)}`).join(' ')}</p>`
  if (first.form === 'row') return tableToHtml(group, headerAbove(sop.text, first.start), mark)
  return `<ul>${itemsOf(group, sop.text)
    .map(
      (item) =>
        `<li>${item.map((clause) => `${mark.words(clause, plain(clause.text))}${mark.under(clause)}`).join(' ')}</li>`,
    )
    .join('')}</ul>`
}

/** A list item may hold several sentences; a new one begins with a new bullet or number. */
function itemsOf(group: readonly Clause[], text: string): readonly (readonly Clause[])[] {
  const items: Clause[][] = []
  for (const clause of group) {
    const lineStart = text.lastIndexOf('\n', clause.start - 1) + 1
    const isFirst = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+$/.test(text.slice(lineStart, clause.start))
    const last = items.at(-1)
    if (last === undefined || isFirst) items.push([clause])
    else last.push(clause)
  }
  return items
}

function tableToHtml(rows: readonly Clause[], header: readonly string[], mark: Mark): string {
  const head =
    header.length === 0
      ? ''
      : `<thead><tr>${header.map((cell) => `<th>${inHtml(plain(cell))}</th>`).join('')}</tr></thead>`
  // The row is one sentence: its last cell is what can be focused, all of its cells light up.
  const body = rows.map((row) => {
    const cells = cellsOf(row.text)
    const last = cells.length - 1
    const inside = cells.map(
      (cell, at) => `<td>${at === last ? mark.words(row, plain(cell)) : inHtml(plain(cell))}</td>`,
    )
    const state = mark.row(row)
    const gloss = mark.under(row)
    const below = gloss === '' ? '' : `<tr class="below"><td colspan="${cells.length}">${gloss}</td></tr>`
    return `<tr data-row="${inHtml(row.id)}"${state === '' ? '' : ` class="${state}"`}>${inside.join('')}</tr>${below}`
  })
  return `<div class="scroll"><table>${head}<tbody>${body.join('')}</tbody></table></div>`
}

const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** The two lines above a table's first row: its header and the rule below it. */
function headerAbove(text: string, start: number): readonly string[] {
  const lines = text.slice(Math.max(0, start - 2_000), text.lastIndexOf('\n', start - 1) + 1).split('\n')
  const [header = '', rule = ''] = lines.filter((line) => line.trim() !== '').slice(-2)
  return /^[\s|:-]+$/.test(rule) && rule.includes('-') && header.includes('|') ? cellsOf(header) : []
}

/** Emphasis marks are typography: the sentence reads better without. */
const plain = (words: string): string => words.replaceAll(/\*{1,3}|__|`/g, '')

function sentence(
  clause: Clause,
  words: string,
  { because, line }: { readonly because: string | undefined; readonly line: ReviewedLine | undefined },
): string {
  const classes = [...(because === undefined ? [] : ['waived']), ...stateOf(line)]
  const named = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
  const state = `${named}${because === undefined ? '' : ` title="${inHtml(`no step: ${because}`)}"`}`
  return `<span role="button" tabindex="-1" data-clause="${inHtml(clause.id)}" aria-pressed="false"${state}>${inHtml(words)}</span>`
}
