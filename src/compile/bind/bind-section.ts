import type { Statement } from '../outline/outline.ts'
import { atomOf } from '../read/conditions.ts'
import { notOf } from '../tie/condition.ts'
import { tieCondition } from '../tie/tie-condition.ts'
import { tieUntil } from '../tie/tie-measure.ts'
import type { Tied } from '../tie/tying.ts'
import { alike, contentOf } from '../tie/words.ts'
import { bindDeeds } from './bind-deeds.ts'
import { bindIf } from './bind-if.ts'
import { bindTable } from './bind-table.ts'
import { type Binding, type Do, noteLimit, paragraphOf } from './binding.ts'
import type { BoundStatement } from './bound.ts'
import { isGuard } from './flow-shape.ts'
import { toolsIn } from './forbid-tools.ts'
import { isFlag, isValueOf } from './named-values.ts'
import { sparedBy } from './spared.ts'
import { toldInstead } from './told-instead.ts'

/** Ties the statements of one section, in the order of the text. What cannot be tied goes into the notes. */
export function bindStatements(statements: readonly Statement[], at: Binding): readonly BoundStatement[] {
  const bound: BoundStatement[] = []
  for (let index = 0; index < statements.length; index += 1) {
    const statement = statements[index]
    if (statement === undefined) continue
    if (statement.says !== 'do') {
      bound.push(...bindOne(statement, { ...at, done: bound }))
      continue
    }
    const group: Do[] = [statement]
    for (let next = statements[index + 1]; isSameSentence(statement, next); next = statements[index + 1]) {
      group.push(next)
      index += 1
    }
    bound.push(...bindDeeds(group, { ...at, ahead: statements.slice(index + 1) }))
  }
  return toldInstead(otherCases(bound))
}

/** "you cancel, replace or exchange anything": all of these, wherever they are done. */
function toolsOfEvent(event: string, { notes, tying }: Binding): readonly string[] {
  const verbs = event.replace(/^(?:you|we) /i, '').split(/,\s*(?:or\s+)?|\s+or\s+/)
  if (!/^(?:you|we) /i.test(event) || verbs.length < 2) return []
  return [...new Set(verbs.flatMap((verb) => toolsIn(verb, tying.desk, notes).tools))]
}

const isAnswer = (
  statement: BoundStatement,
): statement is BoundStatement & { is: 'if'; on: Extract<Tied, { readonly answer: 'yes' | 'no' }> } =>
  statement.is === 'if' && 'answer' in statement.on

/** "If they say no, ... . In all other cases ...": the other cases are those of the condition before the answer. */
function otherCases(list: readonly BoundStatement[]): readonly BoundStatement[] {
  const moved = [...list]
  for (const [at, one] of moved.entries()) {
    if (one.is !== 'if' || !('answer' in one.on) || one.otherwise === null) continue
    const before = moved.findLastIndex(
      (other, place) => place < at && other.is === 'if' && 'bound' in other.on,
    )
    const condition = moved[before]
    if (condition?.is !== 'if' || condition.otherwise !== null) continue
    // "Should they not agree, ... Otherwise ...", in a paragraph of its own, is about the answer
    if (condition.paragraph !== one.paragraph) continue
    moved[before] = { ...condition, otherwise: one.otherwise }
    moved[at] = { ...one, otherwise: null }
  }
  return moved
}

const isSameSentence = (a: Do, b: Statement | undefined): b is Do => b?.says === 'do' && b.clause === a.clause

function bindOne(statement: Exclude<Statement, Do>, at: Binding): readonly BoundStatement[] {
  const { notes } = at
  const cites = [statement.clause]
  switch (statement.says) {
    case 'if':
      return bindIf(statement, at)
    case 'table':
      return bindTable(statement, at)
    case 'around': {
      const several = toolsOfEvent(statement.event, at)
      const tool = several.length > 0 ? null : notes.toolMeant(statement.event)
      const all = bindStatements(statement.then, at)
      const answers = all.filter(isAnswer)
      const then = all.filter((one) => !isAnswer(one))
      if (several.length > 0)
        return several.map((each) => ({
          cites,
          text: statement.text,
          paragraph: paragraphOf(statement, at),
          is: statement.order,
          tool: each,
          event: statement.event,
          then,
          everywhere: true as const,
        }))
      return [
        {
          cites,
          text: statement.text,
          paragraph: paragraphOf(statement, at),
          is: statement.order,
          tool,
          event: statement.event,
          then,
        },
        // "before you pay it out, wait for a yes, and if they say no, ...": an answer to that very proposal
        ...answers.map((one) => ({ ...one, on: { ...one.on, about: statement.event } })),
      ]
    }
    case 'never':
      if (
        statement.unless !== null &&
        /\b(?:the|a|their) yes\b/i.test(JSON.stringify(statement.unless)) &&
        'object' in statement.deed
      ) {
        const tool = notes.toolNamed([{ text: statement.deed.object ?? '', weight: 3 }])
        if (tool !== null) notes.afterYes.add(tool)
        notes.cite(statement)
        return []
      }
      notes.forbid(statement, at)
      return []
    case 'means': {
      if (isValueOf(at.tying.focus.field, statement.term) || isFlag(statement.term, at.tying)) {
        notes.cite(statement)
        return []
      }
      const tied = tieCondition(statement.condition, at.tying)
      if (!('bound' in tied)) {
        notes.loose(statement, 'what it stands for could not be tied')
        return []
      }
      notes.define(statement.term, tied.bound, statement)
      const like = /\bcounts? as\b/i.test(statement.text) ? treatedAs(statement.term, at) : undefined
      return like === undefined ? [] : [{ ...like, cites: [statement.clause, ...like.cites], on: tied }]
    }
    case 'background': {
      noteLimit(statement.text, at.tying)
      const spared = sparedBy(statement.text, at.tying.desk, at.tying.intents)
      if (spared !== undefined) at.tying.focus.spared = spared
      const counts = /^an? \w+ ([a-z]+) up to(?: and including)? its ([a-z ]+?)\.?$/i.exec(statement.text)
      const until = counts?.[2] === undefined ? undefined : tieUntil(counts[2], at.tying)
      if (until !== undefined && counts?.[1] !== undefined) notes.define(counts[1], until, statement)
      const rest =
        /^(?:everything|anything|all) else (?:is|counts as) (?:an? )?([a-z -]{3,40}?)(?::|,|\.|$)/i.exec(
          statement.text,
        )?.[1]
      const last = notes.lastTerm(at.section.id)
      if (rest !== undefined && last !== undefined) notes.define(rest, notOf(last), statement)
      notes.waive(statement, statement.because)
      return []
    }
    case 'unread': {
      // "A flagged account never gets money back. Negotiate instead: ..."
      const subject = /^(?:an?|the) (.{3,60}?) never (?:gets?|receives?|has|may|can)\b/i.exec(
        statement.text,
      )?.[1]
      const tied = subject === undefined ? undefined : tieCondition(atomOf(subject), at.tying)
      if (tied !== undefined && 'bound' in tied)
        return [
          {
            cites,
            text: statement.text,
            paragraph: paragraphOf(statement, at),
            is: 'if',
            on: tied,
            then: [],
            otherwise: null,
          },
        ]
      notes.loose(statement, statement.because)
      return []
    }
  }
}

/** "... explain that we need a ticket we can see. One of another hall counts as one we cannot see.": so it is with that. */
function treatedAs(term: string, { done }: Binding): (BoundStatement & { is: 'if' }) | undefined {
  const own = contentOf(term)
  const found = done.findLast(
    (one) =>
      isGuard(one) &&
      own.length > 0 &&
      own.every((word) => contentOf(one.text).some((other) => alike(word, other))),
  )
  return found?.is === 'if' ? found : undefined
}
