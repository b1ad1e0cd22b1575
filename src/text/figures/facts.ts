import { memoText } from '../../base/memo.ts'
import type { StatedKind, StatedValue } from '../../base/values/heard.ts'
import { monthAndDay } from './days.ts'
import type { Figure } from './figure.ts'
import { figuresIn } from './figures-in.ts'
import { HOURS } from './spans.ts'

/** A checkable thing a message states: kind and its value in one spelling, so that "7 March" equals "2026-03-07". */
export type Fact = StatedValue

// Every quantifier is bounded: a megabyte of anything costs a small constant per character.
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"')\]]{1,300}/gi
const IDENTIFIER = /\b[A-Z]{1,6}[-_#]?\d{2,12}(?:-\d{1,8})?\b|\b\d{5,20}\b/g

/** More different facts than this in one text are no statement any more; the rest is not looked at. */
const FACTS_MAX = 200

/** All checkable things in a text, each once, in linear time. */
export const factsIn = memoText((text): readonly Fact[] => {
  const links = Array.from(text.matchAll(LINK), ([said]) =>
    fact('link', said.toLowerCase().replace(/[.,;:!?/]{1,9}$/, ''), said),
  )
  const unlinked = links.length === 0 ? text : text.replace(LINK, ' ')
  const figures = figuresIn(unlinked)
  const dates = figures.filter(({ kind, written }) => kind === 'day' && written === 'digits')
  // Joined once: a text cut again for each date costs its length a date, a minute for a megabyte of them.
  const undated = [...dates, undefined]
    .map((date, at) => unlinked.slice(dates[at - 1]?.end ?? 0, date?.start))
    .join(' ')
  const identifiers = Array.from(undated.matchAll(IDENTIFIER), ([said]) =>
    fact('identifier', identifierOf(said), said),
  )
  const stated = figures.flatMap(statedBy).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const once = new Map(
    [...links, ...stated, ...identifiers].map((each) => [`${each.kind}:${each.value}`, each]),
  )
  return [...once.values()].slice(0, FACTS_MAX)
})

const ORDER: readonly StatedKind[] = ['date', 'quantity', 'clock', 'amount', 'percent', 'duration']

/** What a figure states. A bare number states nothing, but "a fee of 5.70" needs no currency where its pence are written. */
function statedBy(figure: Figure): readonly Fact[] {
  const stating = (kind: StatedKind, ...values: readonly (string | number)[]): readonly Fact[] =>
    values.map((value) => fact(kind, String(value), figure.said))
  switch (figure.kind) {
    case 'day': {
      const named = figure.days.flatMap((day) => ('year' in day ? [monthAndDay(day)] : []))
      return named.length === 0 ? [] : stating('date', named.join('|'))
    }
    case 'number':
      return figure.isAlone && /^\d{1,6}[.,]\d{2}$/.test(figure.said) ? stating('amount', figure.value) : []
    case 'span': {
      const { from, to, unit, written } = figure
      return written === 'no number' ? [] : stating('duration', from * HOURS[unit], to * HOURS[unit])
    }
    case 'ordinal':
      return []
    default:
      return stating(STATED[figure.kind], figure.value)
  }
}

const STATED = { money: 'amount', percentage: 'percent', quantity: 'quantity', clock: 'clock' } as const

const fact = (kind: StatedKind, value: string, said: string): Fact => ({ kind, value, said: said.trim() })

export const identifierOf = (said: string): string => said.replace(/[-_#]/g, '').toUpperCase()
