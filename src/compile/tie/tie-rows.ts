import { ABSENT } from '../../base/values/value.ts'
import { allOf, anyOf, type Bound, notOf } from './condition.ts'
import { derivedSame } from './derived.ts'
import type { DeskColumn, DeskField } from './desk.ts'
import { bestColumn, fieldsIn, recordIn } from './find-named.ts'
import { tieValue } from './tie-value.ts'
import type { Tying } from './tying.ts'
import { alike, contentOf, holdsPhrase, stem, stemsOf } from './words.ts'

/** Rows: whether there is one, whose it is, and whether it holds what was said. */

/** "there is none left in stock", "it has no seat left" */
export function tieStock(text: string, tying: Tying): Bound | undefined {
  if (
    !/\b(?:no|none|nothing|not any|not one)\b.*\b(?:left|in stock|available|free)\b|\bout of stock\b|\bsold out\b/.test(
      text,
    )
  )
    return undefined
  const column = bestColumn(text, tying, (one) => one.column.type === 'number')
  return column === undefined ? undefined : { name: column.variable, is: '<', value: 1 }
}

export function tieMatch(text: string, tying: Tying): Bound | undefined {
  const differs =
    /\bis not the [a-z ]{2,40} (?:on|in|of|under|we have) |\b(?:not|n't|cannot) (?:\w+ )?match|\bnot (?:the )?(?:one|ones|same)\b|\banother one\b|\bdiffer|\bis wrong\b|\bwrong again\b|\bnot agree with\b|\bmismatch|\b(?:attempt|try|answer) (?:fails?|is wrong)\b|\bfails? (?:again|as well|too|once more)\b|\bstill (?:wrong|incorrect)\b|^wrong$/.test(
      text,
    )
  const same = !differs && /\bmatch(?:es|ed)?\b|\bthe same\b/.test(text)
  if (!differs && !same) return undefined
  const named = fieldsIn(text, tying.desk)
  const last = tying.focus.matched
  const fields =
    named.length > 0 ? named : last.length > 0 ? last : tying.focus.field === null ? [] : [tying.focus.field]
  const pairs = fields.flatMap((field) => matchOf(field, tying))
  if (pairs.length === 0) return undefined
  const sameSentence = tying.sentence !== '' && tying.focus.matchedIn === tying.sentence
  tying.focus.matched = sameSentence ? [...new Set([...last, ...fields])] : fields
  tying.focus.matchedIn = tying.sentence
  const equal = allOf(pairs.map((name): Bound => ({ name, is: '==', value: true })))
  return same ? equal : anyOf(pairs.map((name): Bound => ({ name, is: '!=', value: true })))
}

/** The column that holds what the customer says: an e-mail field and a row's e-mail. */
function matchOf(field: DeskField, { desk, derived, focus }: Tying): readonly string[] {
  const own = contentOf(field.id)
  const fitting = desk.columns.filter(
    ({ column, stems, record }) =>
      (column.type === 'string' || column.type === 'date') &&
      column.refers === null &&
      desk.world.tables.get(record.table)?.key !== column.name &&
      // a row found by what they said holds what they said
      record.by !== `fields.${field.id}` &&
      stems.length > 0 &&
      stems.every((part) => own.some((word) => alike(word, part))),
  )
  const seen = ({ record }: DeskColumn) => (focus.seen.has(record.name) ? 0.5 : 0)
  const best = [...fitting].sort((a, b) => b.stems.length + seen(b) - a.stems.length - seen(a))[0]
  return best === undefined
    ? []
    : [derivedSame(derived, `fields.${field.id}`, best.variable, `${field.id}_matches`)]
}

/** "an owner of that very workspace", "an invoice of another workspace": the row's own, and which row it hangs on. */
export function tieOfRow(text: string, tying: Tying): Bound | undefined {
  const found = /^(.*?)\bof (that very|this very|the very same|the same|another|a different) ([a-z]+)\b/.exec(
    text,
  )
  if (found?.[2] === undefined || found[3] === undefined) return undefined
  const { desk, derived, focus } = tying
  const noun = found[3]
  const owned = recordIn(found[1] ?? '', desk) ?? focus.record
  for (const { record, column, variable } of desk.columns) {
    const named = stemsOf(column.refers ?? '').some((part) => alike(part, stem(noun)))
    if (record.name !== owned?.name || column.refers === null || !named) continue
    const owner = desk.records.find((one) => one.table === column.refers && one.name !== record.name)
    if (owner === undefined) continue
    const same: Bound = {
      name: derivedSame(derived, owner.by, variable, `own_${record.name}`),
      is: '==',
      value: true,
    }
    if (/another|different/.test(found[2])) return notOf(same)
    const rest = found[1]?.trim() ?? ''
    const value = tieValue(rest, tying)
    return value === undefined ? same : allOf([value, same])
  }
  return undefined
}

export function tieBelongs(text: string, tying: Tying): Bound | undefined {
  const found =
    /\bbelongs? to (another|somebody else|someone else|a different|this|the same|them|the)\b/.exec(text)
  if (found === null) return undefined
  const { desk, derived, focus } = tying
  const record = recordIn(text, desk, { besides: (one) => one.name !== focus.record?.name }) ?? focus.record
  const owned = focus.record
  if (record === null || owned === null) return undefined
  for (const column of desk.columns.filter(
    (one) => one.record.name === owned.name && one.column.refers !== null,
  )) {
    const owner = desk.records.find((one) => one.table === column.column.refers && one.name !== owned.name)
    if (owner === undefined) continue
    const name = derivedSame(derived, owner.by, column.variable, `own_${owned.name}`)
    const foreign = /another|else|different/.test(found[1] ?? '')
    return { name, is: foreign ? '!=' : '==', value: true }
  }
  return undefined
}

/** "our record shows no disruption": the column's own word for none. */
export function tieNone(text: string, { desk }: Tying): Bound | undefined {
  const what =
    /\b(?:shows?|has|have|with|is|says?|on) no ([a-z -]+?)(?: any more| any longer| at all)?$/.exec(text)?.[1]
  if (what === undefined) return undefined
  const words = contentOf(what)
  const column = desk.columns.find(
    ({ column: { type, of }, stems }) =>
      type === 'enum' &&
      of.includes('none') &&
      stems.every((part) => words.some((word) => alike(word, part))),
  )
  return column === undefined ? undefined : { name: column.variable, is: '==', value: 'none' }
}

export function tieAbsent(text: string, tying: Tying): Bound | undefined {
  if (
    !/\bno such\b|\bthere is nothing\b|\bnothing (?:is |was )?(?:found|noted|there|on file|recorded|comes? up)\b|\bno [a-z ]{2,30} comes? up\b|\bleads? nowhere\b|\bcannot be found\b|\b(?:is|are) unknown\b|\b(?:is|are) not (?:there|known|on record|in our records|found)\b|^not (?:yet )?(?:known|found|there|on file|on record|in our records)\b|^no (?:match|result|results|hit|trace)$|\bnot known to us\b|\b(?:do|does|did) not (?:know|sell|find|have|exist)\b|\bthere is (?:none|no)\b|\bis none\b|\bcannot find\b|^none\b/.test(
      text,
    )
  ) {
    const named = /\b(?:has|have) no\b|\bwithout\b|^no\b/.test(text) ? recordIn(text, tying.desk) : null
    if (named !== null) return { name: `records.${named.name}`, is: '==', value: ABSENT }
    if (/\b(?:is|are) (?:there|found)\b/.test(text)) {
      const record = recordIn(text, tying.desk) ?? tying.focus.record
      return record === null ? undefined : { name: `records.${record.name}`, is: '!=', value: ABSENT }
    }
    return undefined
  }
  const last = tying.focus.record
  const nothing = /\bnothing\b|\bnowhere\b/.test(text)
  const named = nothing && last !== null ? last : recordIn(text, tying.desk)
  // of two ways to such a row, the one that was just looked up
  const record = named !== null && last !== null && named.table === last.table ? last : (named ?? last)
  if (record === null) return undefined
  tying.focus.record = record
  return { name: `records.${record.name}`, is: '==', value: ABSENT }
}

/** "the line already has the package that fits": each row's package with what the row is for. */
export function tieFits(text: string, { desk, values }: Tying): Bound | undefined {
  const noun = /\bhas the ([a-z]+) that (?:fits|suits)\b/.exec(text)?.[1]
  if (noun === undefined) return undefined
  const column = desk.columns.find(
    ({ column: { type }, stems }) => type === 'enum' && stems.includes(stem(noun)),
  )
  if (column === undefined) return undefined
  for (const { headers, rows } of values) {
    const at = headers.findIndex((header) => stemsOf(header).includes(stem(noun)))
    const parts = rows.flatMap(({ when, cells }) => {
      const words = stemsOf(cells[at] ?? '')
      const value = column.column.of.find((one) => holdsPhrase(words, stemsOf(one)))
      return value === undefined ? [] : [allOf([when, { name: column.variable, is: '==', value }])]
    })
    if (at !== -1 && parts.length === rows.length) return anyOf(parts)
  }
  return undefined
}
