import type { GraphFile } from '../../graph/file/graph-file.ts'
import { itemsOf } from '../../graph/words/items.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { figuresIn } from '../gates/figures.ts'
import { alike, wordsOf } from '../gates/words-alike.ts'
import type { OutlineFile } from '../outline/outline-file.ts'
import { contradictions } from './contradictions.ts'
import { type Finding, finding } from './finding.ts'

export type LintInput = {
  readonly sop: SopDocument
  /** name and description of each tool; null: there is no desk yet */
  readonly tools: readonly string[] | null
  readonly graph: GraphFile | null
  readonly outline: OutlineFile
  readonly language: string
}

/** The text by cues (English), and what graph and outline show: gaps and contested sentences. */
export function lintSop(input: LintInput): readonly Finding[] {
  const clauses = [...input.sop.clauses.values()]
  const byText =
    input.language === 'en'
      ? [
          ...clauses.flatMap(unboundedRetry),
          ...clauses.flatMap(promiseWithoutDeadline),
          ...contradictions(clauses),
          ...missingElse(input.sop),
          ...twoMeanings(clauses),
          ...(input.tools === null
            ? []
            : clauses.flatMap((clause) => actionWithoutTool(clause, input.tools ?? []))),
        ]
      : []
  return [...byText, ...gapsOf(input), ...contestedIn(input)].sort((a, b) => a.line - b.line)
}

const ENDLESS =
  /\buntil (?:it|they|the \w+|that)\b|\bkeep (?:trying|asking|at it|on|calling|going)\b|\bas (?:often|many times|long) as\b|\bagain and again\b|\brepeatedly\b|\brepeat (?:it|this|that|until|as|the (?:step|question|call|request|check|test|offer)s?)\b|\bas many times\b/i
const BOUNDED =
  /\bonce\b|\btwice\b|\b(?:two|three|four|five|\d+) (?:times|attempts|tries)\b|\bat most\b|\bno more than\b|\bup to\b/i
const TRIES = /\b(?:again|try|retry|trying|ask|restart|resend|repeat|block|call|send|check)\b/i

const unboundedRetry = (clause: Clause): readonly Finding[] =>
  ENDLESS.test(clause.text) && TRIES.test(clause.text) && !BOUNDED.test(clause.text)
    ? [finding('unbounded-retry', clause, 'It does not say how often, and what then.')]
    : []

const PROMISE =
  /\b(?:will|shall) (?:get back|be in touch|contact|call|ring|write|reply|answer|hear|look into|follow up|have a look|take a look|come (?:by|round|out)|visit|take care of|deal with|receive|be (?:contacted|called|informed|refunded|sent|paid|told))\b|\bget(?:s)? (?:back to|in touch with) (?:them|you|the)\b|\bhears? (?:back )?from\b|\bas soon as (?:possible|we can|it can)\b|\b(?:shortly|soon|in due course|before long)\b/i
const DEADLINE =
  /\b(?:within|by|until|today|tomorrow|tonight|next|noon|same day|hours?|days?|weeks?|minutes?|months?|immediately|at once)\b/i

const promiseWithoutDeadline = (clause: Clause): readonly Finding[] =>
  PROMISE.test(clause.text) &&
  figuresIn(clause.text).every(({ unit }) => unit === null) &&
  !DEADLINE.test(clause.text.replace(PROMISE, ' '))
    ? [finding('promise-without-deadline', clause, 'It promises something without saying by when.')]
    : []

const REST =
  /\b(?:otherwise|else|every other|all other|any other|in all other|the rest|anything (?:else|above|more|over)|more than|over|above|beyond|longer|later|older|higher|greater|from day|after that|otherwise)\b/i
const TOP = /\b(?:up to|at most|no more than|not more than|\d+ (?:to|-|–) )\s*[$£€]?\s?(\d[\d.,]*)/gi

/** A range with an upper end in a section that never speaks of what lies beyond it. */
function missingElse({ sections }: SopDocument): readonly Finding[] {
  return sections.flatMap((section) => {
    const whole = section.clauses.map(({ text }) => text).join(' ')
    return section.clauses.flatMap((clause) => {
      const tops = [...clause.text.matchAll(TOP)].map(([, top = '']) => Number(top.replaceAll(',', '')))
      const decides =
        /\b(?:costs?|free|refund|replace|may|can|offer|is|are|approve|grant|we|hand|give)\b|\|/i.test(
          clause.text,
        )
      const isSaid = section.clauses.some((other) => {
        if (
          REST.test(other.text) &&
          figuresIn(other.text).some(({ value }) => tops.some((top) => value >= top))
        )
          return true
        return /\b(?:otherwise|every other|all other|any other|everything else|anything else)\b/i.test(
          other.text,
        )
      })
      const isTime = /\b(?:within|takes?|reach\w*|arriv\w*|answer\w*|working days|times|attempts)\b/i.test(
        clause.text,
      )
      if (tops.length === 0 || !decides || isSaid || isTime || whole.length === 0) return []
      return [finding('missing-else', clause, `It does not say what happens above ${Math.max(...tops)}.`)]
    })
  })
}

const DEFINES =
  /(?:^|[.;:,]\s*|\b(?:an?|the)\s+)["“*]*([a-z][a-z -]{2,30}?)["”*]*\s+(?:means|counts as|stands for|is (?:one|an? \w+ (?:that|which|who))|are (?:those|orders|ones|customers))\b/gi

/** A term that is defined twice. */
function twoMeanings(clauses: readonly Clause[]): readonly Finding[] {
  const defined = new Map<string, Clause[]>()
  for (const clause of clauses)
    for (const [, term = ''] of clause.text.toLowerCase().matchAll(DEFINES)) {
      const key = term.trim().replace(/^(?:an?|the) /, '')
      if (!['it', 'this', 'that', 'there', 'they'].includes(key))
        defined.set(key, [...(defined.get(key) ?? []), clause])
    }
  return [...defined].flatMap(([term, where]) => {
    const [first, second] = where
    if (first === undefined || second === undefined || first.id === second.id) return []
    return [finding('two-meanings', second, `"${term}" is defined in ${first.id} too.`)]
  })
}

const DEED =
  /(?:^|[,;:.|]\s*|->\s*|→\s*|\b(?:and|then|or|must|shall|should|to|agent|we)\s+)(book|order|send|dispatch|arrange|upgrade|print|issue|create|register|reserve|schedule|extend|replace|refund|block|unblock|cancel|charge|credit|waive|add|remove|move|update|change|reset|restart|activate|deactivate|file|log|enter|open|freeze|ship|reship|transfer|pay|post|courier|collect|unlock|lock|release)\s+((?:\w+\s+){0,3}\w+)/gi
const SPOKEN =
  /\b(?:email|e-mail|message|reply|link|answer|text|them to|him to|her to|word|apolog\w+|ticket|case|conversation|it|them|this|that)\b/i

/** What follows is no longer the thing. */
const CONDITION = /\s*\b(?:when|if|only|once|after|before|until|unless|as|because|so that)\b.*$/i

const LINKS = new Set([
  ...['the', 'and', 'for', 'from', 'with', 'that', 'this', 'new', 'again', 'same'],
  ...['one', 'any', 'their', 'your', 'our', 'out', 'whoever', 'wants', 'today', 'own'],
])

/** A deed in the text that no tool of the desk names a thing of. */
function actionWithoutTool(clause: Clause, tools: readonly string[]): readonly Finding[] {
  const seen = [...clause.text.matchAll(DEED)]
  return seen.flatMap(([, verb = '', following = '']) => {
    const rest = following.replace(CONDITION, '')
    if (/^(?:nothing|no|none)\b/i.test(rest)) return []
    const things = wordsOf(rest).filter((word) => !LINKS.has(word))
    if (things.length === 0 || SPOKEN.test(rest)) return []
    const isThere = tools.some((tool) => {
      const known = wordsOf(tool)
      return things.some((thing) => known.some((word) => alike(word, thing)))
    })
    return isThere
      ? []
      : [finding('action-without-tool', clause, `No tool can ${verb.toLowerCase()} ${rest.trim()}.`)]
  })
}

/** What the graph had to assume is a case that the text does not say. */
const gapsOf = ({ graph, sop }: LintInput): readonly Finding[] =>
  graph === null
    ? []
    : itemsOf(graph).flatMap(({ id, assumed }) =>
        assumed === null
          ? []
          : [
              {
                kind: 'missing-else' as const,
                clause: id,
                line: sop.sections[0]?.at.line ?? 1,
                what: `The graph assumes: ${assumed}`,
                text: id,
              },
            ],
      )

const contestedIn = ({ outline, sop }: LintInput): readonly Finding[] =>
  outline.lines.flatMap((line) => {
    const clause = [...sop.clauses.values()].find(({ id }) => id === line.clause)
    return line.contested === undefined || clause === undefined
      ? []
      : [finding('two-meanings', clause, line.contested)]
  })
