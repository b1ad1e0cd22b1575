import type { TellAct } from '../../base/values/acts.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import type { Value } from '../../base/values/value.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection, Source, Statement } from '../outline/outline.ts'
import { measureOf } from '../read/measure.ts'
import { anyOf, type Bound } from '../tie/condition.ts'
import type { Derived } from '../tie/derived.ts'
import type { Desk, DeskField, DeskTool } from '../tie/desk.ts'
import { Index, type Query, type Ranked } from '../tie/rank.ts'
import { tieTerm } from '../tie/tie-condition.ts'
import { lackOf } from '../tie/tie-lack.ts'
import type { Term, Tying } from '../tie/tying.ts'
import type { ValueTable } from '../tie/value-table.ts'
import { alike, contentOf, holdsPhrase, stemsOf, wordsOf } from '../tie/words.ts'
import type { Deed } from './bound.ts'
import type { Demanded } from './demanded.ts'
import type { Claims } from './section-intents.ts'

export type Unresolved = {
  readonly clause: string
  readonly line: number
  readonly text: string
  readonly because: string
  /** a gap in the flow, or a prohibition that changes no step */
  readonly of: 'flow' | 'prohibition'
}
export type Never = {
  readonly statement: Extract<Statement, { readonly says: 'never' }>
  readonly at: Where
}

/** What is known before the text is gone through. */
export type Before = {
  readonly terms: readonly Term[]
  readonly takes: ReadonlyMap<string, Value>
  readonly claims: Claims
  readonly phrases: readonly Phrase[]
  readonly intents: Index
  readonly sop: SopDocument
  /** topics of tellings that a first reading gave away wrongly */
  readonly corrections: ReadonlyMap<string, string>
}
/** "check who it is": words that send to a stretch of the text. */
export type Phrase = { readonly stems: readonly string[]; readonly section: string }

/** Where in the text a prohibition stands, and what it speaks of. */
export type Where = { readonly tying: Tying; readonly section: OutlineSection }

/** Of its best topic's score, so much makes another one near. */
const NEAR_SHARE = 0.6

type Handed = { readonly clause: ClauseId; readonly query: Query; readonly source: Source }

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
    this.#corrections = before.corrections
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

  loose(source: Source, because: string, of: Unresolved['of'] = 'flow'): void {
    if (this.unresolved.some(({ clause, text }) => clause === source.clause && text === source.text)) return
    this.unresolved.push({ clause: source.clause, line: source.at.line, text: source.text, because, of })
  }

  waive(source: Source, because: string): void {
    if (!this.waived.has(source.clause)) this.waived.set(source.clause, because)
  }

  cite(source: Source): void {
    this.shaping.set(source.clause, 'says what counts as what')
  }

  define(term: string, bound: Bound, source: Source): void {
    const stems = [...new Set(contentOf(term).length > 0 ? contentOf(term) : stemsOf(term))]
    this.#termIn.set(source.clause.split('#')[0] ?? '', bound)
    const known = this.found.findIndex((one) => one.stems.join(' ') === stems.join(' '))
    if (known === -1) this.found.push({ stems, bound, words: term })
    else this.found[known] = { stems, words: term, bound: anyOf([this.found[known]?.bound ?? bound, bound]) }
    if (!this.terms.some((one) => one.stems.join(' ') === stems.join(' ')))
      this.terms.push({ stems, bound, words: term })
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

  forbid(statement: Never['statement'], at: Where): void {
    this.nevers.push({
      statement,
      at: { section: at.section, tying: { ...at.tying, focus: { ...at.tying.focus } } },
    })
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

  /** What is said without words of its own ("comfort them") gets a topic when all others have theirs. */
  readonly #wordless: { readonly source: Source; readonly act: TellAct; readonly query: Query }[] = []
  topicLater(source: Source, act: TellAct, query: Query): string {
    this.#wordless.push({ source, act, query })
    return `?${this.#wordless.length - 1}`
  }

  /** The topics of what was left open, by their place in the order of asking. */
  laterTopics(): readonly string[] {
    return this.#wordless.map(({ source, act, query }) => {
      const free = this.#topics.rank(query).filter(({ id }) => !this.#used.has(id))
      const comforting = free.filter(({ id }) => act !== 'comfort' || this.#isSorry(id))
      const said = this.lastTopic(act)
      const best = comforting[0] ?? (said === null ? free[0] : { id: said })
      if (best === undefined) this.loose(source, 'no topic of the lexicon speaks of this')
      else this.#used.add(best.id)
      return best?.id ?? ''
    })
  }

  /** A long run of words that stands in a topic's own wording: "the money is on its way back". */
  #saidAlike(topic: string, { text, weight }: Query[number]): number {
    const words = wordsOf(text)
    const phrases = this.desk.topics.find(({ id }) => id === topic)?.phrases ?? []
    const runs = phrases.map((phrase) => longestRun(words, wordsOf(phrase)))
    const best = Math.max(
      0,
      ...runs.filter((run) => contentOf(run.join(' ')).length >= 2).map(({ length }) => length),
    )
    return best < 4 ? 0 : weight * (best - 1)
  }

  /** "no dispute is open" is not said with "the dispute is open". */
  #agrees(topic: string, words: string): number {
    const phrases = this.desk.topics.find(({ id }) => id === topic)?.phrases ?? []
    const denies = (text: string) =>
      /\b(?:no|not|nothing|none|cannot|never|without|neither|only)\b/i.test(text)
    if (contentOf(words).length === 0) return 0
    const share = phrases.filter(denies).length / Math.max(1, phrases.length)
    return denies(words) ? (share - 0.5) * 0.6 : (0.5 - share) * 0.3
  }

  readonly #choices: { readonly key: string; readonly topic: string; readonly ranked: readonly Ranked[] }[] =
    []
  readonly #corrections: ReadonlyMap<string, string>

  /**
   * Every topic of a lexicon is said somewhere. One that nothing chose goes to the telling that comes nearest to it, where
   * what that telling chose is said elsewhere too.
   */
  corrections(): ReadonlyMap<string, string> {
    const corrected = new Map(this.#corrections)
    const chosen = new Map<string, number>()
    for (const { topic } of this.#choices) chosen.set(topic, (chosen.get(topic) ?? 0) + 1)
    for (const topic of this.desk.topics.filter(({ id }) => !chosen.has(id) && !this.#used.has(id))) {
      const near = this.#choices.flatMap(({ key, topic: own, ranked }) => {
        const score = ranked.find(({ id }) => id === topic.id)?.score ?? 0
        const top = ranked.find(({ id }) => id === own)?.score ?? 1
        return (chosen.get(own) ?? 0) > 1 && score >= NEAR_SHARE * top
          ? [{ key, own, share: score / top }]
          : []
      })
      const best = Math.max(0, ...near.map(({ share }) => share))
      for (const { key, own, share } of near) {
        if (share < 0.95 * best || (chosen.get(own) ?? 0) <= 1) continue
        corrected.set(key, topic.id)
        chosen.set(own, (chosen.get(own) ?? 1) - 1)
      }
    }
    return corrected
  }

  readonly #used = new Set<string>()
  #isSorry(topic: string): boolean {
    return (
      this.desk.topics
        .find(({ id }) => id === topic)
        ?.phrases.every((said) => /\bsorry\b|\bapolog|\bunderstand\b/i.test(said)) ?? false
    )
  }

  /** wordings that the text fixes for a topic */
  readonly wordings = new Map<string, Demanded>()

  topicNamed(source: Source, act: TellAct, query: Query, behind = ''): string | null {
    const all = query.flatMap(({ text, weight }) => (weight >= 0.8 ? stemsOf(text) : []))
    const ranked = this.#topics
      .rank(query)
      .map((one) => ({
        ...one,
        score:
          one.score +
          namedBy(one.id, all) +
          this.#agrees(one.id, query[0]?.text ?? '') +
          this.#saidAlike(one.id, query[0] ?? { text: '', weight: 0 }),
      }))
      .sort((a, b) => b.score - a.score)
    const key = `${source.clause} ${source.text}`
    const better = this.#corrections.get(key)
    const best = ranked.find(({ id }) => id === better) ?? ranked[0]
    if (best !== undefined && best.score >= 1.2) {
      this.#choices.push({ key, topic: best.id, ranked })
      this.#lastTopics.set(act, best.id)
      this.#used.add(best.id)
      return best.id
    }
    if (behind !== '') return this.topicNamed(source, act, [...query, { text: behind, weight: 0.5 }])
    this.loose(source, 'no topic of the lexicon speaks of this')
    return null
  }

  toolNamed(query: Query): string | null {
    const words = query.flatMap(({ text, weight }) => (weight >= 1.5 ? stemsOf(text) : []))
    const [best] = this.#tools
      .rank(query)
      .map((one) => ({ ...one, score: one.score + namedBy(one.id, words) }))
      .sort((a, b) => b.score - a.score)
    return best === undefined || best.score < 0.9 ? null : best.id
  }

  /** The topic some words are about, or null. */
  topicMeant(words: string): string | null {
    const [best] = this.#topics.rank([{ text: words, weight: 3 }])
    return best === undefined || best.score < 0.8 ? null : best.id
  }

  /** A column that gives a tool's argument its value: the header is its name, the cell one of its values. */
  parameterFor(header: string, cell: string): string | null {
    for (const tool of this.desk.writes)
      for (const { name, values } of tool.parameters)
        if (values.includes(cell) && stemsOf(header).join(' ') === stemsOf(name).join(' ')) return name
    return null
  }

  /** tools that are used only after the yes to another */
  readonly afterYes = new Set<string>()
  /** tables that only say what goes with what: which package fits, what it costs */
  readonly values: ValueTable[] = []

  /** "the package that fits with its price": columns of such a table. */
  isValueOfTable(words: string): boolean {
    const own = contentOf(words)
    return this.values.some(({ headers }) => {
      const named = headers
        .slice(1)
        .filter((header) => contentOf(header).some((part) => own.some((word) => alike(word, part))))
      return named.length >= 2
    })
  }

  /** "treat it as a change from section 1 on" */
  wayAs(words: string): Deed | null {
    const found = /^(.+?) from section (\d+(?:\.\d+)*)(?: on)?$/i.exec(words)
    if (found?.[1] === undefined || found[2] === undefined) return null
    const section = this.sectionNamed(found[2])
    const [intent] = this.#intents.rank([{ text: found[1], weight: 1 }])
    return section === null || intent === undefined
      ? null
      : { does: 'go', section, back: false, as: intent.id }
  }

  readonly #termIn = new Map<string, Bound>()
  /** What was last given a name in this section: "everything else" is everything but that. */
  lastTerm(section: string): Bound | undefined {
    return this.#termIn.get(section)
  }

  /** The author's own words for what a condition names. */
  termPhrase(condition: string): string {
    const bound = condition === '' ? undefined : tieTerm(condition.toLowerCase(), this.terms)
    return this.terms.find((term) => term.bound === bound)?.words ?? ''
  }

  /** What a phrase names, where the text gave it a name. */
  termNamed(phrase: string): Bound | undefined {
    const own = contentOf(phrase)
    const holding = this.terms.filter(
      ({ stems }) => own.length > 0 && own.every((word) => stems.some((other) => alike(word, other))),
    )
    return tieTerm(phrase.toLowerCase(), this.terms) ?? (holding.length === 1 ? holding[0]?.bound : undefined)
  }

  /** The sentences of a section that speak of what a tool gives. */
  sentencesAbout({ id, name }: DeskTool, section: string): readonly string[] {
    const own = [...contentOf(id), ...contentOf(name)]
    const all = this.#sop.sections.find((one) => one.id === section)?.clauses.map(({ text }) => text) ?? []
    return all.filter((text) => contentOf(text).some((word) => own.some((other) => alike(word, other))))
  }

  /** A name grows by another way to come under it. */
  widen(stems: readonly string[], bound: Bound): void {
    for (const list of [this.found, this.terms]) {
      const at = list.findIndex((one) => one.stems.join(' ') === stems.join(' '))
      const known = list[at]
      if (known !== undefined) list[at] = { ...known, bound: anyOf([known.bound, bound]) }
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

  /** "For a refund ask for ..." at the head of the refund section says whom it is for. */
  isForIntent(words: string, { clause }: Source): boolean {
    const [section = '', number] = clause.split('#')
    // "if they want more than 12 weeks" limits what they want, it does not say what for
    if (Number(number) > 2 || measureOf(words) !== null) return false
    // "if no reading can be given" is not what the section is for: what is done then is not done for everybody
    const isWish = /\b(?:says?|said|reports?|claims?|complains?|tells?)\b/i.test(words)
    if (!isWish && /\b(?:no|not|none|cannot|never|without|nothing)\b/i.test(words)) return false
    const wish = words.replaceAll(/\b(?:wants?|likes?|needs?|wish(?:es)?)\b/gi, '')
    const [best] = this.#intents.rank([{ text: wish, weight: 1 }])
    const claimed = this.claims.get(section) ?? []
    return best !== undefined && best.score > 0.15 && claimed.includes(best.id)
  }

  /** The tool a few words are about, or null where they name none in particular. */
  toolMeant(words: string): string | null {
    const [best, second] = this.#tools.rank([{ text: words, weight: 1 }])
    return best === undefined || best.score < 0.2 || best.score < 1.4 * (second?.score ?? 0) ? null : best.id
  }

  readonly #explained: { readonly stems: readonly string[]; readonly bound: Bound }[] = []
  /** These words mean this, as the sentence behind them shows. */
  explain(stems: readonly string[], bound: Bound): void {
    this.#explained.push({ stems, bound })
  }

  explained(stems: readonly string[]): Bound | undefined {
    return this.#explained.find((one) => one.stems.some((part) => stems.some((word) => alike(word, part))))
      ?.bound
  }

  readonly #called = new Map<string, Set<string>>()
  /** The text calls the use of this tool by this verb. */
  call(verb: string, tool: string): void {
    const key = stemsOf(verb)[0] ?? ''
    this.#called.set(key, new Set([...(this.#called.get(key) ?? []), tool]))
  }

  toolsCalled(verb: string): readonly string[] {
    return [...(this.#called.get(stemsOf(verb)[0] ?? '') ?? [])]
  }

  openArguments(tool: string, open: readonly string[], cites: readonly ClauseId[]): void {
    const clause = cites[0] ?? ''
    const because = `what ${tool} is given as ${open.join(', ')} is not said`
    if (this.unresolved.some((one) => one.clause === clause && one.because === because)) return
    this.unresolved.push({ clause, line: 0, text: clause, because, of: 'flow' })
  }

  fieldNamed(words: string): string | null {
    const [best] = this.#fields
      .rank([{ text: words, weight: 1 }])
      .map((one) => ({ ...one, score: one.score + this.#asksLike(one.id, words) }))
      .sort((a, b) => b.score - a.score)
    return best === undefined || best.score < 0.4 ? null : best.id
  }

  /** "whom the new address is for" is nearer to "Whom is it for?" than to "What is the new address?". */
  #asksLike(field: string, words: string): number {
    if (!/^(?:who|whom|whose|why|when|where|how)\b/i.test(words)) return 0
    const own = stemsOf(words)
    const asks =
      this.desk.fields.find(({ id }) => id === field)?.phrases.filter((said) => said.includes('?')) ?? []
    const shares = asks.map((ask) => {
      const stems = stemsOf(ask)
      return own[0] === undefined || !stems.includes(own[0])
        ? 0
        : own.filter((word) => stems.includes(word)).length / own.length
    })
    return 3 * Math.max(0, ...shares)
  }

  /** "open the invoice", where that is a tool that only shows it. */
  isLookUp(words: string): boolean {
    const own = stemsOf(words)
    return this.desk.records.some(({ tool }) =>
      stemsOf(tool).every((part) => own.some((word) => alike(word, part))),
    )
  }

  recordNamed(words: string): string | null {
    const all = stemsOf(words)
    const [cued] = this.#records.rank([{ text: words, weight: 1 }])
    // "the lost property book" as a whole, before the "book" in it
    if (cued?.cued === true && cued.score >= 2.5) return cued.id
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
    return byTitle?.id ?? this.#sectionOfStep(words)
  }

  /** "go to step 6", where the numbers run on from heading to heading: the section that begins with it. */
  #sectionOfStep(words: string): string | null {
    const step = /^(?:step|point|item) (\d+)$/i.exec(words)?.[1]
    if (step === undefined) return null
    const { text, sections } = this.#sop
    const found = sections.filter(({ clauses: [first] }) => {
      const from = first === undefined ? 0 : Math.max(0, first.start - first.at.column + 1)
      return (
        first !== undefined &&
        first.at.column < 20 &&
        /^\s*(\d+)[.)]\s+$/.exec(text.slice(from, first.start))?.[1] === step
      )
    })
    return found.length === 1 ? (found[0]?.id ?? null) : null
  }
}

/** How much of a topic's own name stands in the text. */
const namedBy = (id: string, words: readonly string[]): number => {
  const own = stemsOf(id)
  return own.filter((part) => words.some((word) => alike(word, part))).length / own.length
}

function longestRun(a: readonly string[], b: readonly string[]): readonly string[] {
  let best: readonly string[] = []
  for (const [at] of a.entries())
    for (const [from] of b.entries()) {
      let length = 0
      while (at + length < a.length && a[at + length] === b[from + length]) length += 1
      if (length > best.length) best = a.slice(at, at + length)
    }
  return best
}

const placeIn = (words: readonly string[], name: string): number => {
  const [first = ''] = stemsOf(name)
  const at = words.findIndex((word) => alike(word, first))
  return at === -1 ? Number.POSITIVE_INFINITY : at
}
