import type { TellAct } from '../../base/acts.ts'
import type { Value } from '../../base/value.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, Source, Statement } from '../outline.ts'
import type { Binding } from './bind-section.ts'
import { anyOf, type Bound } from './condition.ts'
import type { Derived } from './derived.ts'
import type { Desk, DeskField } from './desk.ts'
import { Index, type Query } from './rank.ts'
import type { Claims } from './section-intents.ts'
import { lackOf, type Term, tieTerm } from './tie-condition.ts'
import { alike, contentOf, holdsPhrase, stemsOf } from './words.ts'

export type Unresolved = {
  readonly clause: string
  readonly line: number
  readonly text: string
  readonly because: string
}
export type Never = {
  readonly statement: Extract<Statement, { readonly says: 'never' }>
  readonly at: Binding
}

/** What is known before the text is gone through. */
export type Before = {
  readonly terms: readonly Term[]
  readonly takes: ReadonlyMap<string, Value>
  readonly claims: Claims
  readonly phrases: readonly Phrase[]
  readonly intents: Index
  readonly sop: SopDocument
}
/** "check who it is": words that send to a stretch of the text. */
export type Phrase = { readonly stems: readonly string[]; readonly section: string }

type Handed = { readonly clause: string; readonly query: Query; readonly source: Source }

/** What binding writes down as it goes along: names, definitions, prohibitions, and everything that could not be tied. */
export class Notes {
  readonly desk: Desk
  readonly derived = new Map<string, Derived>()
  readonly unresolved: Unresolved[] = []
  readonly nevers: Never[] = []
  readonly waived = new Map<string, string>()
  /** clauses that shape the flow without a step of their own: definitions, what counts as what */
  readonly shaping = new Map<string, string>()
  readonly terms: Term[]
  readonly takes = new Map<string, Value>()
  readonly handed: Handed[] = []
  readonly #topics: Index
  readonly #tools: Index
  readonly #fields: Index
  readonly #records: Index
  readonly #sections: readonly { readonly id: string; readonly title: string }[]
  /** definitions found this time, for the next pass over the same text */
  readonly found: Term[] = []

  readonly #intents: Index
  readonly #sop: SopDocument
  readonly claims: Claims
  readonly phrases: readonly Phrase[]

  constructor(desk: Desk, outline: Outline, before: Before) {
    this.desk = desk
    this.terms = [...before.terms]
    for (const [field, value] of before.takes) this.takes.set(field, value)
    this.claims = before.claims
    this.phrases = before.phrases
    this.#intents = before.intents
    this.#sop = before.sop
    this.#sections = outline.sections
    this.#topics = new Index(desk.topics.map((topic) => ({ ...topic, cues: topic.name.split('. ') })))
    this.#tools = new Index(
      desk.writes.map((tool) => ({ ...tool, phrases: [...tool.phrases, tool.description], cues: [] })),
    )
    this.#fields = new Index(
      desk.fields.map((field) => ({ ...field, cues: [field.name, ...field.phrases.slice(3)] })),
    )
    this.#records = new Index(
      desk.records.map((record) => ({
        id: record.name,
        name: record.name,
        phrases: [record.tool, ...record.words],
        cues: [record.name, ...record.words.slice(0, 1).map((name) => name.replace(/^(?:the|a|an) /, ''))],
      })),
    )
  }

  loose(source: Source, because: string): void {
    if (this.unresolved.some(({ clause, text }) => clause === source.clause && text === source.text)) return
    this.unresolved.push({ clause: source.clause, line: source.at.line, text: source.text, because })
  }

  waive(source: Source, because: string): void {
    if (!this.waived.has(source.clause)) this.waived.set(source.clause, because)
  }

  cite(source: Source): void {
    this.shaping.set(source.clause, 'says what counts as what')
  }

  define(term: string, bound: Bound, source: Source): void {
    const stems = contentOf(term).length > 0 ? contentOf(term) : stemsOf(term)
    const known = this.found.findIndex((one) => one.stems.join(' ') === stems.join(' '))
    if (known === -1) this.found.push({ stems, bound })
    else this.found[known] = { stems, bound: anyOf([this.found[known]?.bound ?? bound, bound]) }
    if (!this.terms.some((one) => one.stems.join(' ') === stems.join(' '))) this.terms.push({ stems, bound })
    this.cite(source)
  }

  take(field: DeskField, value: Value, source: Source): void {
    this.takes.set(field.id, value)
    this.cite(source)
  }

  /** A value that stands for a missing answer holds for that too. */
  withTakes(bound: Bound): Bound {
    if ('all' in bound) return { all: bound.all.map((one) => this.withTakes(one)) }
    if ('any' in bound) return { any: bound.any.map((one) => this.withTakes(one)) }
    if ('not' in bound) return { not: this.withTakes(bound.not) }
    if (!('name' in bound) || !bound.name.startsWith('fields.')) return bound
    const field = this.desk.fields.find(({ id }) => `fields.${id}` === bound.name)
    const taken = field === undefined ? undefined : this.takes.get(field.id)
    if (field === undefined || taken === undefined) return bound
    const values = 'in' in bound ? bound.in : bound.is === '==' ? [bound.value] : []
    return values.includes(taken) ? anyOf([bound, lackOf(field)]) : bound
  }

  forbid(statement: Never['statement'], at: Binding): void {
    this.nevers.push({ statement, at: { ...at, tying: { ...at.tying, focus: { ...at.tying.focus } } } })
  }

  handover(source: Source, { clause, section, to }: { clause: string; section: string; to: string }): string {
    const query = [
      { text: to, weight: 3 },
      { text: source.text, weight: 1.5 },
      { text: clause, weight: 1.5 },
      { text: section, weight: 1 },
    ]
    this.handed.push({ clause: source.clause, query, source })
    return `?${this.handed.length - 1}`
  }

  readonly #lastTopics = new Map<TellAct, string>()
  lastTopic(act: TellAct): string | null {
    return this.#lastTopics.get(act) ?? null
  }

  topicNamed(source: Source, act: TellAct, query: Query): string | null {
    const [best] = this.#topics.rank(query)
    if (best !== undefined && best.score >= 0.8) {
      this.#lastTopics.set(act, best.id)
      return best.id
    }
    this.loose(source, 'no topic of the lexicon speaks of this')
    return null
  }

  toolNamed(query: Query): string | null {
    const [best] = this.#tools.rank(query)
    return best === undefined || best.score < 0.9 ? null : best.id
  }

  /** The topic some words are about, or null. */
  topicMeant(words: string): string | null {
    const [best] = this.#topics.rank([{ text: words, weight: 3 }])
    return best === undefined || best.score < 0.8 ? null : best.id
  }

  /** "After you have paid ...": the tool of the last act before it, where the words name none. */
  toolBehind(source: Source, { section }: Binding): string | null {
    void source
    void section
    return null
  }

  /** A column that gives a tool's argument its value: the header is its name, the cell one of its values. */
  parameterFor(header: string, cell: string): string | null {
    for (const tool of this.desk.writes)
      for (const { name, values } of tool.parameters)
        if (values.includes(cell) && stemsOf(header).join(' ') === stemsOf(name).join(' ')) return name
    return null
  }

  /** What a phrase names, where the text gave it a name. */
  termNamed(phrase: string): Bound | undefined {
    const own = contentOf(phrase)
    const holding = this.terms.filter(
      ({ stems }) => own.length > 0 && own.every((word) => stems.some((other) => alike(word, other))),
    )
    return tieTerm(phrase.toLowerCase(), this.terms) ?? (holding.length === 1 ? holding[0]?.bound : undefined)
  }

  sentencesOf(section: string): readonly string[] {
    return this.#sop.sections.find(({ id }) => id === section)?.clauses.map(({ text }) => text) ?? []
  }

  /** A name grows by another way to come under it. */
  widen(stems: readonly string[], bound: Bound): void {
    for (const list of [this.found, this.terms]) {
      const at = list.findIndex((one) => one.stems.join(' ') === stems.join(' '))
      const known = list[at]
      if (known !== undefined) list[at] = { stems, bound: anyOf([known.bound, bound]) }
    }
  }

  /** Phrases of the text that stand for a stretch of it, and "by section 3". */
  wayElsewhere(words: string): string | null {
    const all = stemsOf(words)
    const phrase = this.phrases.find(({ stems }) => holdsPhrase(all, stems))
    if (phrase !== undefined) return phrase.section
    const section = /\b(?:by|per|according to|following) (?:section|chapter|part) (\d+(?:\.\d+)*)/i.exec(
      words,
    )?.[1]
    return section === undefined ? null : this.sectionNamed(section)
  }

  /** "the sentence of section 4": the wording that stands there in quotation marks. */
  sentenceElsewhere(words: string, sop: SopDocument): string {
    const section = /\b(?:sentence|wording|words) of (?:section )?(\d+(?:\.\d+)*)/i.exec(words)?.[1]
    if (section === undefined) return ''
    return (
      sop.sections.find(({ id }) => id === section)?.clauses.find(({ text }) => /["“]/.test(text))?.text ?? ''
    )
  }

  isForIntent(words: string, section: string): boolean {
    const [best] = this.#intents.rank([{ text: words, weight: 1 }])
    const claimed = this.claims.get(section) ?? []
    return best !== undefined && best.score > 0.2 && claimed.includes(best.id)
  }

  /** The tool a few words are about, or null where they name none in particular. */
  toolMeant(words: string): string | null {
    const [best, second] = this.#tools.rank([{ text: words, weight: 1 }])
    return best === undefined || best.score < 0.2 || best.score < 1.4 * (second?.score ?? 0) ? null : best.id
  }

  openArguments(tool: string, open: readonly string[], cites: readonly string[]): void {
    const clause = cites[0] ?? ''
    const because = `what ${tool} is given as ${open.join(', ')} is not said`
    if (this.unresolved.some((one) => one.clause === clause && one.because === because)) return
    this.unresolved.push({ clause, line: 0, text: clause, because })
  }

  fieldNamed(words: string): string | null {
    const [best] = this.#fields.rank([{ text: words, weight: 1 }])
    return best === undefined || best.score < 0.4 ? null : best.id
  }

  recordNamed(words: string): string | null {
    const all = stemsOf(words)
    const fits = this.desk.records.filter(({ name }) =>
      stemsOf(name).every((part) => all.some((word) => alike(word, part))),
    )
    if (fits.length > 0)
      return [...fits].sort((a, b) => placeIn(all, a.name) - placeIn(all, b.name))[0]?.name ?? null
    const [best] = this.#records.rank([{ text: words, weight: 1 }])
    return best === undefined || best.score < 0.5 ? null : best.id
  }

  sectionNamed(words: string): string | null {
    const number = /\d+(?:\.\d+)*/.exec(words)?.[0]
    const byNumber = number === undefined ? undefined : this.#sections.find(({ id }) => id === number)
    if (byNumber !== undefined) return byNumber.id
    const wanted = contentOf(words)
    const byTitle = this.#sections.find(({ title }) => {
      const own = contentOf(title)
      return wanted.length > 0 && wanted.every((word) => own.some((other) => alike(word, other)))
    })
    return byTitle?.id ?? null
  }
}

const placeIn = (words: readonly string[], name: string): number => {
  const [first = ''] = stemsOf(name)
  const at = words.findIndex((word) => alike(word, first))
  return at === -1 ? Number.POSITIVE_INFINITY : at
}
