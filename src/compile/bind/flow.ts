import type { ClauseId } from '../../base/values/ids.ts'
import { clauseId } from '../../sop/clause-id.ts'
import { allOf, anyOf, type Bound, FALSE, guardText, namesIn, notOf } from '../tie/condition.ts'
import type { Desk } from '../tie/desk.ts'
import { afterWrite } from './after-write.ts'
import { amountSpokenOf as amountNamed, argumentsOf } from './arguments.ts'
import type { BoundRow, BoundSection, BoundStatement, Deed } from './bound.ts'
import { Drafts } from './draft.ts'
import type { Facts } from './facts.ts'
import {
  alternativesOf,
  clauseNumber,
  confirmIn,
  hooksOf,
  type Place,
  refusalsIn,
  sameSection,
} from './flow-hooks.ts'
import {
  endsHere,
  isComfort,
  isGuard,
  isHook,
  isLack,
  leavesOpen,
  permittedBy,
  tellsAfter,
  touches,
} from './flow-shape.ts'
import type { Notes } from './notes.ts'
import type { Chain } from './section-intents.ts'
import { NOWHERE, type Way } from './way.ts'

type Onward = (way: Way) => string

export type FlowAct = { readonly tool: string; readonly facts: readonly Bound[]; readonly step: string }

export type FlowLook = {
  readonly on: Bound
  readonly facts: readonly Bound[]
  readonly cites: readonly ClauseId[]
}

const DEPTH_MAX = 24

/** Puts tied statements together to steps. In: sections in the order one request goes through them. Out: draft steps. */
export class Flow {
  readonly drafts = new Drafts()
  /** where each tool is used, and what is known there */
  readonly acts: FlowAct[] = []
  /** where something is decided, and what is known before */
  readonly looks: FlowLook[] = []
  /** clauses that look something up by what nobody has asked for or looked up before */
  readonly keyless = new Set<ClauseId>()
  /** clauses that only lead to what another sentence tells */
  readonly pointing = new Set<ClauseId>()
  readonly #desk: Desk
  readonly #facts: Facts
  readonly #notes: Notes
  readonly #sections: readonly BoundSection[]
  readonly #chains: readonly Chain[]
  #chain: readonly BoundSection[] = []

  constructor(
    desk: Desk,
    facts: Facts,
    {
      notes,
      sections,
      chains,
    }: { notes: Notes; sections: readonly BoundSection[]; chains: readonly Chain[] },
  ) {
    this.#desk = desk
    this.#facts = facts
    this.#notes = notes
    this.#sections = sections
    this.#chains = chains
  }

  /** The first step of a procedure that goes through these sections, from the start or from where a shared part left it. */
  build(chain: readonly BoundSection[], facts: readonly Bound[], from: Way = NOWHERE): string {
    this.#chain = chain
    return this.#alongChain(0, { ...from, facts: [...from.facts, ...facts], rounds: new Map() })
  }

  /** A part that several procedures share, and what is known behind it; null where its ways out differ. */
  buildShared(sections: readonly BoundSection[]): { readonly start: string; readonly way: Way } | null {
    const ways: Way[] = []
    const along = (at: number, way: Way): string => {
      const section = sections[at]
      if (section !== undefined)
        return this.#section(section, { ...way, frames: [] }, (after) => along(at + 1, after))
      ways.push(way)
      return this.drafts.make({ kind: 'exit' }, [])
    }
    const start = along(0, NOWHERE)
    const [first] = ways
    const known = ({ facts, learned, pending, chosen }: Way) =>
      JSON.stringify([facts, learned, pending, [...chosen]])
    const isEmpty = this.drafts.steps.get(start)?.kind === 'exit'
    if (isEmpty || first === undefined || ways.some((way) => known(way) !== known(first))) return null
    return { start, way: first }
  }

  end(): string {
    return this.drafts.make({ kind: 'end' }, [])
  }

  #alongChain(at: number, way: Way): string {
    const section = this.#chain[at]
    if (section === undefined || way.frames.length > DEPTH_MAX) return this.end()
    return this.#section(section, { ...way, frames: [] }, (after) => this.#alongChain(at + 1, after))
  }

  #section(section: BoundSection, way: Way, onward: Onward): string {
    const outside = way.frames
    const inside: Way = { ...way, frames: [...way.frames, section] }
    const through = (at: Way) =>
      this.#list(section.statements, 0, at, (after) => onward({ ...after, frames: outside }))
    if (section.when === null) return through(inside)
    return this.#decide(section.when, inside, {
      cites: [clauseId(`${section.id}#1`)],
      yes: through,
      no: (after) => onward({ ...after, frames: outside }),
    })
  }

  #list(list: readonly BoundStatement[], at: number, way: Way, onward: Onward): string {
    const statement = list[at]
    if (statement === undefined) return onward(way)
    const rest: Onward = (after) => this.#list(list, at + 1, after, onward)
    switch (statement.is) {
      case 'deed': {
        const guard = this.#guardBehind({ list, at }, way)
        if (guard !== null) return this.#guarded(guard, way, (after) => this.#list(list, at, after, onward))
        const next = list[at + 1]
        if (next?.is === 'if' && next.instead === true && 'bound' in next.on && statement.deed.does === 'act')
          return this.#choice(statement, next, way, (after) => this.#list(list, at + 2, after, onward))
        return this.#deed(statement, { list, at }, way, rest)
      }
      case 'if':
        return this.#if(statement, { list, at }, way, onward)
      case 'rows':
        return this.#rows(statement.rows, { list, at }, way, rest)
      case 'after':
      case 'before':
        return isHook(statement)
          ? rest(way)
          : this.#list([...statement.then, ...list.slice(at + 1)], 0, way, onward)
    }
  }

  /** "Ask for it, change it. ... If it is delivered, decline.": said behind the act, it comes before it all the same. */
  #guardBehind({ list, at }: Place, way: Way): (BoundStatement & { is: 'if' }) | null {
    const run = list.slice(at)
    const end = run.findIndex((one) => one.is !== 'deed' && !isGuard(one))
    const acts = run.findIndex((one) => one.is === 'deed' && one.deed.does === 'act')
    if (acts === -1 || (end !== -1 && acts > end)) return null
    for (const one of run.slice(acts + 1)) {
      if (!isGuard(one) || way.passed.has(one) || !('bound' in one.on)) continue
      if (namesIn(one.on.bound).every((name) => this.#isSettled(name, way))) return one
    }
    return null
  }

  #guarded(guard: BoundStatement & { is: 'if' }, way: Way, onward: Onward): string {
    const passed: Way = { ...way, passed: new Set([...way.passed, guard]) }
    if (!('bound' in guard.on)) return onward(passed)
    return this.#decide(guard.on.bound, passed, {
      cites: guard.cites,
      yes: (after) => this.#list(guard.then, 0, after, () => this.end()),
      no: onward,
    })
  }

  /** "Send it again. For a small order you may give the money back instead." */
  #choice(
    first: BoundStatement & { is: 'deed' },
    other: BoundStatement & { is: 'if' },
    way: Way,
    rest: Onward,
  ): string {
    const one = this.#deed(first, { list: [], at: 0 }, way, rest)
    const open =
      'bound' in other.on ? this.#facts.simplify(way.facts, this.#knowable(other.on.bound, way)) : FALSE
    if ('constant' in open && !open.constant) return one
    const facts = 'constant' in open ? way.facts : [...way.facts, open]
    const to = this.#list(other.then, 0, { ...way, facts }, rest)
    const edges = [
      { when: 'true', to: one },
      { when: guardText(open), to },
    ]
    return this.drafts.make({ kind: 'decide', choice: true, edges }, [...first.cites, ...other.cites])
  }

  #deed(statement: BoundStatement & { is: 'deed' }, { list, at }: Place, way: Way, rest: Onward): string {
    const { deed, cites } = statement
    switch (deed.does) {
      case 'nothing':
        return deed.looks === true ? this.#look(statement, { list, at }, way, rest) : rest(way)
      case 'again':
        return rest(way)
      case 'learn':
        return this.#learn(deed.field, { cites, list, at }, way, rest)
      case 'check':
        return this.#check(deed.record, { cites, list, at }, way, rest)
      case 'confirm':
        return rest({ ...way, pending: { words: deed.words, cites } })
      case 'act':
        return this.#act(deed, cites, way, rest)
      case 'tell': {
        const about = deed.topic === '' ? this.#notes.topicMeant(way.chosen.get('') ?? '') : deed.topic
        if (about === null) return rest(way)
        return this.drafts.make(
          {
            kind: 'tell',
            act: deed.act,
            about,
            demanded: this.#notes.wordings.get(about) ?? deed.demanded,
            next: rest(way),
          },
          cites,
        )
      }
      case 'handover':
        return this.drafts.make({ kind: 'handover', reason: deed.reason }, cites)
      case 'end':
        return this.end()
      case 'go':
        return this.#go(deed, way, rest)
    }
  }

  #learn(
    field: string,
    { cites, list, at }: Place & { cites: readonly ClauseId[] },
    way: Way,
    rest: Onward,
  ): string {
    const known = way.learned.includes(field)
    if (known) return rest(way)
    const learned = [...way.learned, field]
    // "For everything else ask for it. If it does not match, ask once more.": the second sentence stands outside
    const later = [...list.slice(at + 1), ...(way.frames.at(-1)?.statements ?? [])]
    const asksAgain = touches(later).some((deed) => deed.does === 'again' && deed.fields.includes(field))
    if (!asksAgain) return this.drafts.make({ kind: 'learn', field, next: rest({ ...way, learned }) }, cites)
    const id = this.drafts.reserve()
    const rounds = new Map([...way.rounds, [field, id]])
    this.drafts.put(id, { kind: 'learn', field, next: rest({ ...way, learned, rounds }) }, cites)
    return id
  }

  /** What can be decided without looking up is decided first. */
  #check(
    record: string,
    { cites, list, at }: Place & { cites: readonly ClauseId[] },
    way: Way,
    rest: Onward,
  ): string {
    const spec = this.#desk.records.find(({ name }) => name === record)
    if (spec === undefined || way.checked.has(record)) return rest(way)
    if (!this.#isSettled(spec.by, way)) {
      for (const clause of cites) this.keyless.add(clause)
      return rest(way)
    }
    const look: Onward = (after) =>
      this.drafts.make(
        {
          kind: 'check',
          record,
          tool: spec.tool,
          next: rest({ ...after, checked: new Set([...after.checked, record]) }),
        },
        cites,
      )
    const next = list.slice(at + 1).find((one) => !(one.is === 'deed' && one.deed.does === 'nothing'))
    if (next?.is !== 'if' || !('bound' in next.on) || !endsHere(next, [])) return look(way)
    const parts = 'any' in next.on.bound ? next.on.bound.any : []
    const early = parts.filter((part) =>
      namesIn(part).every((name) => name.startsWith('fields.') && this.#isSettled(name, way)),
    )
    if (early.length === 0) return look(way)
    return this.#decide(anyOf(early), way, {
      cites: next.cites,
      yes: (after) => this.#list(next.then, 0, after, () => this.end()),
      no: look,
    })
  }

  /** "Look at the day, and ask whether it is unused. If it is not reasonable, decline.": by the day alone, where it decides. */
  #look(statement: BoundStatement, { list, at }: Place, way: Way, rest: Onward): string {
    const asks = list[at + 1]
    const then = list[at + 2]
    const isAsked = asks?.is === 'deed' && asks.deed.does === 'learn' && asks.cites[0] === statement.cites[0]
    if (!isAsked || then?.is !== 'if' || !('bound' in then.on) || !endsHere(then, [])) return rest(way)
    const early = alternativesOf(then.on.bound).filter((part) =>
      namesIn(part).every((name) => this.#isSettled(name, way)),
    )
    if (early.length === 0) return rest(way)
    return this.#decide(anyOf(early), way, {
      cites: then.cites,
      yes: (after) => this.#list(then.then, 0, after, () => this.end()),
      no: rest,
    })
  }

  #isSettled(name: string, way: Way): boolean {
    const [kind, first = ''] = name.split('.')
    if (kind === 'fields') return first === 'intent' || way.learned.includes(first)
    if (kind === 'records') return way.checked.has(first)
    const spec = this.#notes.derived.get(first)
    if (spec === undefined) return false
    const parts =
      'same' in spec
        ? spec.same
        : 'since' in spec
          ? [spec.since]
          : 'until' in spec
            ? [spec.until]
            : [spec.of, spec.minus]
    return parts.every((part) => this.#isSettled(part, way))
  }

  /** On this way the parts that hang on what nobody asked or looked up cannot be known, so they do not hold. */
  #knowable(bound: Bound, way: Way): Bound {
    if ('all' in bound) return allOf(bound.all.map((part) => this.#knowable(part, way)))
    if ('any' in bound) return anyOf(bound.any.map((part) => this.#knowable(part, way)))
    return namesIn(bound).every((name) => this.#isSettled(name, way)) ? bound : { constant: false }
  }

  #decide(
    condition: Bound,
    way: Way,
    { cites, yes, no }: { cites: readonly ClauseId[]; yes: Onward; no: Onward },
  ): string {
    const open = this.#facts.simplify(way.facts, this.#knowable(condition, way))
    if ('constant' in open) return open.constant ? yes(way) : no(way)
    this.looks.push({ on: open, facts: way.facts, cites })
    const to = yes({ ...way, facts: [...way.facts, open] })
    const other = no({ ...way, facts: [...way.facts, notOf(open)] })
    if (to === other) return to
    return this.drafts.make(
      {
        kind: 'decide',
        edges: [
          { when: guardText(open), to },
          { when: null, to: other },
        ],
      },
      cites,
    )
  }

  #if(statement: BoundStatement & { is: 'if' }, { list, at }: Place, way: Way, onward: Onward): string {
    const rest =
      (from: number): Onward =>
      (after) =>
        this.#list(list, from, after, onward)
    if ('answer' in statement.on) {
      if (statement.on.answer === 'no')
        return this.#list([...(statement.otherwise ?? []), ...list.slice(at + 1)], 0, way, onward)
      return this.#list([...statement.then, ...list.slice(at + 1)], 0, way, onward)
    }
    if (way.passed.has(statement)) return rest(at + 1)(way)
    const { bound } = statement.on
    if (statement.permits === true) {
      const group = permittedBy(list.slice(at + 1))
      if (group === 0) return this.#permit(statement, { list, at }, way, onward)
    }
    const again = statement.then.flatMap((one) =>
      one.is === 'deed' && one.deed.does === 'again' ? [one.deed] : [],
    )[0]
    if (again !== undefined)
      return this.#again(bound, { again, cites: statement.cites, list, at }, way, onward)
    const open = statement.otherwise === null ? leavesOpen(statement, list.slice(at + 1)) : 0
    const ends = endsHere(statement, list.slice(at + 1)) || (open === 0 && isComfort(statement.then))
    const until = at + 1 + (ends ? 0 : open)
    // what is said further down against it holds for what is permitted too
    const guards = statement.permits === true ? list.slice(until).filter(isGuard) : []
    const then = [...statement.then, ...list.slice(at + 1, until), ...guards]
    const resolves = touches(then).some((deed) => deed.does === 'confirm')
    return this.#decide(bound, way, {
      cites: statement.cites,
      yes: (after) =>
        this.#list(then, 0, after, (done) => {
          if (ends) return this.end()
          const goesOn = !resolves || this.#takenUp(list.slice(until), after, done)
          return goesOn ? rest(until)(done) : this.end()
        }),
      no: (after) =>
        statement.otherwise === null
          ? rest(until)(after)
          : this.#list(statement.otherwise, 0, after, rest(at + 1)),
    })
  }

  /**
   * A permission whose orders do not follow at once. "We replace it if it came within 30 days and they have a photo": what
   * is known already is decided, a later sentence says what happens otherwise. "Once it is shipped the carrier can still
   * redirect it, so ask ...": what stood before is done then.
   */
  #permit(statement: BoundStatement & { is: 'if' }, { list, at }: Place, way: Way, onward: Onward): string {
    if (!('bound' in statement.on)) return this.#list(list, at + 1, way, onward)
    const { bound } = statement.on
    const parts = 'all' in bound ? bound.all : [bound]
    const known = parts.filter((part) => namesIn(part).every((name) => this.#isSettled(name, way)))
    const earlier = list.slice(0, at).findLastIndex((one) => one.is === 'if' && one.permits === true)
    const group = permittedBy(list.slice(earlier + 1))
    const before =
      earlier === -1 || group === 0
        ? []
        : [
            ...list.slice(earlier + 1, earlier + 1 + group),
            ...list.slice(earlier + 1 + group).filter(isGuard),
          ]
    const goesOn: Onward = (after) =>
      before.length === 0 ? onward(after) : this.#list(before, 0, after, () => this.end())
    return this.#decide(allOf(known), way, {
      cites: statement.cites,
      yes: (after) => this.#list([...statement.then, ...list.slice(at + 1)], 0, after, goesOn),
      no: (after) => {
        const told = list
          .slice(at + 1)
          .find(
            (one) =>
              isGuard(one) && 'bound' in one.on && this.#facts.decide(after.facts, one.on.bound) === true,
          )
        return told?.is === 'if'
          ? this.#list(told.then, 0, after, () => this.end())
          : this.#list(list, at + 1, after, onward)
      },
    })
  }

  /** "Once the card is blocked, offer a new one" takes up what the branch has just done. */
  #takenUp(later: readonly BoundStatement[], before: Way, done: Way): boolean {
    return later.some(
      (one) =>
        one.is === 'if' &&
        'bound' in one.on &&
        !/\balready\b/i.test(one.text) &&
        this.#facts.decide(before.facts, one.on.bound) !== true &&
        this.#facts.decide(done.facts, one.on.bound) === true,
    )
  }

  /** "If it does not match, ask once more. If it still does not match, or they give none, ...": a bounded loop. */
  #again(
    differs: Bound,
    {
      again,
      cites,
      list,
      at,
    }: Place & { again: Extract<Deed, { does: 'again' }>; cites: readonly ClauseId[] },
    way: Way,
    onward: Onward,
  ): string {
    const target = again.fields.map((field) => way.rounds.get(field)).find((id) => id !== undefined)
    const final = list[at + 1]
    if (target === undefined || final?.is !== 'if' || !('bound' in final.on))
      return this.#list(list, at + 1, way, onward)
    const still = this.#facts.simplify(way.facts, this.#knowable(differs, way))
    this.looks.push({ on: still, facts: way.facts, cites })
    const parts = 'any' in final.on.bound ? final.on.bound.any : [final.on.bound]
    const lacks = parts.filter((part) => namesIn(part).every((name) => name.startsWith('fields.')))
    const giveUp = (after: Way) => this.#list(final.then, 0, after, () => this.end())
    return this.#decide(anyOf(lacks), way, {
      cites: final.cites,
      yes: giveUp,
      no: (given) => {
        const matched: Way = { ...given, facts: [...given.facts, notOf(still)] }
        const differing: Way = { ...given, facts: [...given.facts, still] }
        return this.drafts.make(
          {
            kind: 'decide',
            edges: [
              { when: guardText(notOf(still)), to: this.#list(list, at + 2, matched, onward) },
              { when: null, to: target, loop: { max: again.times, then: giveUp(differing) } },
            ],
          },
          [...cites, ...final.cites],
        )
      },
    })
  }

  #rows(rows: readonly BoundRow[], { list, at }: Place, way: Way, rest: Onward): string {
    const [row, ...others] = rows
    if (row === undefined) return rest(way)
    const unasked = this.#askedLater(row.when, way)
    if (unasked !== null)
      return this.#learn(unasked.field, { cites: unasked.cites, list: [], at: 0 }, way, (after) =>
        this.#rows(rows, { list, at }, after, rest),
      )
    const later = touches(list.slice(at + 1)).flatMap((deed) => (deed.does === 'act' ? [deed.tool] : []))
    // "anything else | open a dispute": how it is done stands below, so the row only leads there
    const points = touches(row.then).some((deed) => deed.does === 'act' && later.includes(deed.tool))
    if (points) for (const clause of row.cites) this.pointing.add(clause)
    const acts = touches(row.then).some((deed) => deed.does === 'act')
    const after = acts ? list.slice(at + 1) : []
    // "Amounts over 1,000 are for finance", said below the table, comes before what a row does
    const then = points ? [] : [...row.then, ...tellsAfter(after), ...after.filter(isGuard)]
    const open = points || then.length === 0 || touches(then).every((deed) => this.#staysOpen(deed))
    return this.#decide(row.when, way, {
      cites: row.cites,
      yes: (after) =>
        this.#list(
          then,
          0,
          { ...after, chosen: new Map([...after.chosen, ...row.chosen]) },
          open ? rest : () => this.end(),
        ),
      no: (after) => this.#rows(others, { list, at }, after, rest),
    })
  }

  #staysOpen(deed: Deed): boolean {
    if (deed.does === 'act') return this.#notes.afterYes.has(deed.tool)
    return deed.does === 'nothing' || deed.does === 'learn'
  }

  /** A field a row reads that the section asks for further down: "ask for the photo before you speak of money". */
  #askedLater(when: Bound, way: Way): { readonly field: string; readonly cites: readonly ClauseId[] } | null {
    for (const name of namesIn(when)) {
      const field = name.startsWith('fields.') ? name.slice('fields.'.length) : ''
      if (field === '' || this.#isSettled(name, way)) continue
      for (const statement of way.frames.at(-1)?.statements ?? []) {
        const deeds =
          statement.is === 'deed'
            ? [statement.deed]
            : statement.is === 'before'
              ? touches(statement.then)
              : []
        if (deeds.some((deed) => deed.does === 'learn' && deed.field === field))
          return { field, cites: statement.cites }
      }
    }
    return null
  }

  #go(deed: Extract<Deed, { does: 'go' }>, way: Way, rest: Onward): string {
    if (way.frames.length > DEPTH_MAX) return this.end()
    const target = this.#sections.find(({ id }) => id === deed.section)
    if (target === undefined) return rest(way)
    if (deed.as !== undefined) return this.#asFor(deed.as, target.id, way)
    const section: BoundSection = { ...target, when: null }
    if (deed.back) return this.#section(section, way, rest)
    // with what is told under it: 3 goes on with 3.1 and 3.2
    const nested = this.#sections.filter(({ id }) => id.startsWith(`${target.id}.`))
    const through = (at: number, on: Way): string => {
      const next = nested[at]
      return next === undefined ? this.end() : this.#section(next, on, (after) => through(at + 1, after))
    }
    return this.#section(section, way, (after) => through(0, after))
  }

  /** From this section on as for another intent. */
  #asFor(intent: string, from: string, way: Way): string {
    const ids = this.#chains.find(({ intents }) => intents.includes(intent))?.sections ?? []
    const through = ids
      .slice(Math.max(0, ids.indexOf(from)))
      .flatMap((id) => this.#sections.find((one) => one.id === id) ?? [])
    const along = (at: number, on: Way): string => {
      const next = through[at]
      return next === undefined
        ? this.end()
        : this.#section(next, { ...on, frames: [] }, (after) => along(at + 1, after))
    }
    return along(0, way)
  }

  #act(deed: Extract<Deed, { does: 'act' }>, cites: readonly ClauseId[], way: Way, rest: Onward): string {
    const tool = this.#desk.writes.find(({ id }) => id === deed.tool)
    if (tool === undefined) return rest(way)
    if (this.#notes.afterYes.has(deed.tool) && way.pending === null)
      return rest({ ...way, deferred: [...way.deferred, { deed, cites }] })
    const via = deed.via === undefined ? undefined : this.#sections.find(({ id }) => id === deed.via)
    const frames = via === undefined ? way.frames : [...way.frames, via]
    const before = this.#hooks(frames, 'before', deed.tool)
    const confirmed = way.pending ?? confirmIn(before)
    const words = [
      way.chosen.get('') ?? '',
      deed.words,
      ...(deed.more ?? []),
      ...(way.pending === null ? [] : [way.pending.words]),
      ...before.map(({ text }) => text),
    ]
    const holds = (phrase: string): boolean | undefined => {
      const term = this.#notes.termNamed(phrase)
      return term === undefined ? undefined : this.#facts.decide(way.facts, term)
    }
    const rules = this.#notes.sentencesAbout(tool, way.frames.at(-1)?.id ?? '')
    const { with: args, open } = argumentsOf(this.#desk, tool, {
      ...way,
      words,
      rules,
      holds,
      derived: this.#notes.derived,
    })
    if (open.length > 0) this.#notes.openArguments(deed.tool, open, cites)
    const done: Way = {
      ...way,
      pending: null,
      deferred: [],
      facts: afterWrite(this.#desk, deed.tool, way.facts),
    }
    const after = this.#hooks(frames, 'after', deed.tool)
    const told = after.flatMap(({ then }) => then)
    const act = this.drafts.make(
      { kind: 'act', tool: deed.tool, with: args, next: this.#list(told, 0, done, rest) },
      cites,
    )
    this.acts.push({ tool: deed.tool, facts: way.facts, step: act })
    if (confirmed === null) return act
    const proposed = [...cites, ...confirmed.cites].sort((a, b) => clauseNumber([a]) - clauseNumber([b]))
    const refused = this.#refusal(
      { tool: deed.tool, cites: proposed, args: Object.values(args) },
      { ...done, frames },
    )
    const confirm = this.drafts.make(
      { kind: 'confirm', step: act, next: this.#deferred(way, act), ifRefused: refused },
      confirmed.cites,
    )
    return this.#exceptions({ tool: deed.tool, args: Object.values(args), cites }, frames).reduce(
      (next, { on, then, cites: said }) =>
        this.#decide(on.bound, way, {
          cites: said,
          yes: (after) => this.#list(then, 0, { ...after, pending: null }, () => this.end()),
          no: () => next,
        }),
      confirm,
    )
  }

  /** What comes before or after the use of a tool: by the nearest section that says so, else by a rule for all. */
  #hooks(frames: readonly BoundSection[], order: 'before' | 'after', tool: string) {
    const near = hooksOf(frames, order, tool)
    if (near.length > 0) return near
    const rules = this.#sections.map((section) => ({
      ...section,
      statements: section.statements.filter((one) => one.is === order && one.everywhere === true),
    }))
    return hooksOf(rules, order, tool)
  }

  /** What waited for the yes comes between it and the act it was given to. */
  #deferred(way: Way, act: string): string {
    return way.deferred.reduceRight((next, { deed, cites }) => {
      const tool = this.#desk.writes.find(({ id }) => id === deed.tool)
      if (tool === undefined) return next
      const holds = () => undefined
      const { with: args } = argumentsOf(this.#desk, tool, {
        ...way,
        words: [deed.words],
        rules: [],
        holds,
        derived: this.#notes.derived,
      })
      const made = this.drafts.make({ kind: 'act', tool: deed.tool, with: args, next }, cites)
      this.acts.push({ tool: deed.tool, facts: way.facts, step: made })
      return made
    }, act)
  }

  /** "... is no reason for credit either, so decline", said behind the offer of credit: it comes before it all the same. */
  #exceptions(
    { tool, args, cites }: { tool: string; args: readonly string[]; cites: readonly ClauseId[] },
    frames: Way['frames'],
  ) {
    const here = frames.at(-1)?.statements ?? []
    return here.flatMap((one) => {
      if (one.is !== 'if' || !('bound' in one.on) || one.otherwise !== null) return []
      const declines =
        touches(one.then).every((deed) => deed.does === 'tell' && deed.act === 'decline') &&
        one.then.length > 0
      const isBehind = sameSection(one.cites, cites) && clauseNumber(one.cites) > clauseNumber(cites)
      const meant = /\bno reason for ([a-z ]+?) either\b/i.exec(one.text)?.[1]
      const amount = amountNamed(one.text.split(/\b(?:that|which)\b/)[0] ?? '', this.#desk)
      const isOther = amount !== null && !args.includes(`== ${amount}`)
      if (isOther || !declines || !isBehind || meant === undefined || this.#notes.toolMeant(meant) !== tool)
        return []
      return [{ on: one.on, then: one.then, cites: one.cites }]
    })
  }

  /** What a no leads to: a sentence of the caller that names it, else the next one behind the proposal. */
  #refusal(
    { tool, cites, args }: { tool: string; cites: readonly ClauseId[]; args: readonly string[] },
    before: Way,
  ): string | null {
    if (before.refused.has(tool)) return null
    const way: Way = { ...before, refused: new Set([...before.refused, tool]) }
    const build = (statement: BoundStatement & { is: 'if' }) =>
      this.#list(statement.then, 0, way, () => this.end())
    for (const [depth, frame] of way.frames.entries()) {
      const all = refusalsIn(frame.statements)
      const own = all.filter(
        ({ on }) => 'answer' in on && (on.tool ?? this.#notes.toolMeant(on.about)) === tool,
      )
      const isInner = depth === way.frames.length - 1
      if (!isInner) {
        if (own[0] !== undefined) return build(own[0])
        continue
      }
      const foreign = (one: BoundStatement & { is: 'if' }) => {
        const meant = 'answer' in one.on ? (one.on.tool ?? this.#notes.toolMeant(one.on.about)) : null
        return meant !== null && meant !== tool
      }
      const behind = all.filter(
        (one) => clauseNumber(one.cites) >= clauseNumber(cites) && sameSection(one.cites, cites),
      )
      const chosen =
        own.find((one) => behind.includes(one)) ??
        behind.find((one) => !foreign(one)) ??
        own[0] ??
        all.findLast((one) => !foreign(one)) ??
        behind[0]
      if (chosen !== undefined) return build(chosen)
    }
    const none = this.#lacking(args, way)
    return none === null ? null : this.#list(none.then, 0, way, () => this.end())
  }

  /** "Ask for the new address, read it back. If they name none, explain that it stays": so it is with a no to the one named. */
  #lacking(args: readonly string[], way: Way): (BoundStatement & { is: 'if' }) | null {
    const fields = args.flatMap((value) => /^== fields\.(\w+)$/.exec(value)?.[1] ?? [])
    const asked = way.frames.flatMap(({ statements }) => statements)
    const found = asked.find((one) => {
      if (!isGuard(one) || !('bound' in one.on) || !isLack(one.on.bound)) return false
      const [name, ...more] = new Set(namesIn(one.on.bound))
      return (
        more.length === 0 && fields.some((field) => name === `fields.${field}` && this.#isAskedIn(field, way))
      )
    })
    return found?.is === 'if' ? found : null
  }

  /** It is asked for in the section the act stands in, not before. */
  #isAskedIn(field: string, way: Way): boolean {
    return touches(way.frames.at(-1)?.statements ?? []).some(
      (deed) => deed.does === 'learn' && deed.field === field,
    )
  }
}
