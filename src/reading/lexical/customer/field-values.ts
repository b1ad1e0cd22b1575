import { memo } from '../../../base/memo.ts'
import type { DeskLists, ListedField } from '../../../base/values/desk-lists.ts'
import { contentOf, holds } from '../bags.ts'
import { type Concept, conceptsIn } from '../concepts.ts'
import { foldMessage } from '../fold.ts'

/** A stretch of words that can be the value of some kinds of fields. */
export type FoundValue = {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly kind: 'email' | 'id' | 'code' | 'date' | 'address' | 'amount' | 'number' | 'phone'
}

const PATTERNS: readonly (readonly [kind: FoundValue['kind'], pattern: RegExp])[] = [
  ['email', /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g],
  [
    'address',
    /(?:(?:flat|unit|apartment|suite|room|no\.?) ?\w+,? )?(?<![\w-])\d{1,5}[a-z]? [a-z][a-z' .-]{3,40},(?=[^.\n?!;]*\d)[^.\n?!;:]{4,90}|(?:unit|flat) \w+, [^.\n?!;:]{10,90}/g,
  ],
  ['id', /\b[a-z]{1,4}-\d[\da-z-]*\d\b|\b[a-z]{1,3}\d{3,}\b/g],
  ['code', /\b[a-z]{4,}\d{1,4}\b/g],
  [
    'date',
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:,? \d{4})?|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\b(?:yesterday|today|tomorrow|last (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:on |this |next )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:a|one|two|three|four|five|six|ten|\d+) (?:days|weeks|months) ago|a week ago)\b/g,
  ],
  ['phone', /\+?\d[\d ]{8,16}\d/g],
  ['amount', /[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£]|euros?|dollars?|pounds?)/g],
  ['number', /\b\d{1,9}\b/g],
]

/** Values of a message, each stretch once: what stands in an address is no number of its own. */
export function valuesFound(folded: string): readonly FoundValue[] {
  const found: FoundValue[] = []
  for (const [kind, pattern] of PATTERNS)
    for (const { index, 0: text } of folded.matchAll(pattern)) {
      const to = index + text.trimEnd().length
      if (!found.some((other) => other.from < to && other.to > index))
        found.push({ kind, text: text.trimEnd(), from: index, to })
    }
  return found.sort((a, b) => a.from - b.from)
}

/** What kinds of values a field can have, by its type and by what its name and gloss are about. */
export type FieldShape = {
  readonly field: ListedField
  readonly kinds: ReadonlySet<FoundValue['kind']>
  /** the words of each value of an enum */
  readonly values: readonly { readonly value: string; readonly words: string }[]
  readonly content: ReadonlySet<string>
}

export const fieldShapes = memo(({ fields }: DeskLists): readonly FieldShape[] => fields.map(shapeOf))

function shapeOf(field: ListedField): FieldShape {
  const name = foldMessage(field.name.replaceAll('_', ' '))
  const gloss = foldMessage(field.gloss)
  // A gloss may name other things ("the order number from the confirmation mail"): it counts where the name says nothing.
  const byName = kindsOf(field, name)
  return {
    field,
    kinds: byName.size > 0 ? byName : kindsOf(field, gloss),
    values: field.of.map((value) => ({ value, words: foldMessage(value.replaceAll('_', ' ')) })),
    content: new Set(contentOf(`${name} ${gloss}`, 'en')),
  }
}

function kindsOf({ type }: ListedField, words: string): ReadonlySet<FoundValue['kind']> {
  const concepts = new Set<Concept>(conceptsIn(words))
  if (type === 'date') return new Set(['date'])
  if (type === 'number') return new Set(['number', 'amount'])
  if (type !== 'string') return new Set()
  if (/\b(?:promo|coupon|voucher|discount|gift)\b/.test(words)) return new Set(['code'])
  if (concepts.has('idnumber') || /\b(?:no|id|ref)\b/.test(words)) return new Set(['id', 'number', 'phone'])
  if (concepts.has('email')) return new Set(['email'])
  if (concepts.has('phone') || /\bline\b/.test(words)) return new Set(['phone', 'id', 'number'])
  if (concepts.has('address')) return new Set(['address'])
  return new Set()
}

/** The value of an enum that the words name. */
export const enumValueIn = ({ values }: FieldShape, folded: string): string | undefined => {
  const named = values.filter(({ words }) => words.length > 2 && holds(folded, words))
  return named.length === 1 ? named[0]?.value : undefined
}
