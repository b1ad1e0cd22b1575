import { idInWords, type Names } from './names.ts'
import { say, type Words } from './pieces.ts'
import { sayStep } from './say-step.ts'
import { pathOfStep, stepIn, targetOfEdge, type WrittenScope } from './scopes.ts'
import { conditionOf, type Decide, isShortTail, sayEdgeWay, saySource, sayTail, type Tail } from './ways.ts'

/**
 * The steps of one scope in their order, one line a step and one an edge. Short ends are said on the line that leads to
 * them; a longer way that is not the main one follows below, under its step's name.
 */
export function flowOfScope(scope: WrittenScope, names: Names): readonly Words[] {
  const writing = new FlowWriting(scope, names)
  writing.follow(scope.start)
  writing.followPending()
  for (const name of Object.keys(scope.steps)) if (!writing.isSaid(name)) writing.followUnreached(name)
  return writing.lines()
}

type Line = { readonly step: string | null; readonly words: Words }

class FlowWriting {
  readonly #scope: WrittenScope
  readonly #names: Names
  readonly #lines: Line[] = []
  readonly #printed = new Set<string>()
  readonly #inlined = new Set<string>()
  readonly #referred = new Set<string>()
  readonly #pending: string[] = []

  constructor(scope: WrittenScope, names: Names) {
    this.#scope = scope
    this.#names = names
  }

  isSaid(name: string): boolean {
    return this.#printed.has(name) || this.#inlined.has(name)
  }

  /** Lines, with a name before each step that another line leads to. */
  lines(): readonly Words[] {
    return this.#lines.map(({ step, words }) =>
      step !== null && this.#referred.has(step) ? say`(${idInWords(step)}) ${words}` : words,
    )
  }

  /** A step that nothing leads to is a fault of the graph; its words are shown all the same. */
  followUnreached(name: string): void {
    this.#lines.push({ step: null, words: [`never reached: ${idInWords(name)}`] })
    this.#referred.add(name)
    this.follow(name)
    this.followPending()
  }

  followPending(): void {
    for (let name = this.#pending.shift(); name !== undefined; name = this.#pending.shift())
      if (!this.#printed.has(name)) this.follow(name)
  }

  /** Prints the way from a step on, as long as it is one way. */
  follow(from: string): void {
    let target: string | null = from
    while (target !== null) {
      const leaving = this.#isShort(target) ? sayTail(target, this.#tail()) : null
      if (leaving !== null && this.#lines.length > 0 && !this.#isHead(target)) {
        this.#lines.push({ step: null, words: leaving })
        return
      }
      if (this.#printed.has(target)) {
        this.#lines.push({ step: null, words: this.#elsewhere(target) })
        return
      }
      target = this.#print(target)
    }
  }

  /** A step that other lines lead to by name must be printed under it, however short. */
  #isHead(target: string): boolean {
    return this.#referred.has(target)
  }

  #isShort(target: string): boolean {
    return isShortTail(target, { scope: this.#scope, names: this.#names })
  }

  #tail(): Tail {
    return { scope: this.#scope, names: this.#names, elsewhere: (target) => this.#elsewhere(target) }
  }

  #elsewhere(target: string): Words {
    this.#referred.add(target)
    this.#pending.push(target)
    return say`go to (${idInWords(target)})`
  }

  /** Marks the steps of a short end as said. */
  #inline(target: string): void {
    const step = stepIn(this.#scope, target)
    if (step === undefined || this.#inlined.has(target)) return
    this.#inlined.add(target)
    if ('next' in step && step.next !== undefined && this.#isShort(target)) this.#inline(step.next)
  }

  #way(target: string): Words {
    if (this.#isShort(target)) this.#inline(target)
    return sayTail(target, this.#tail())
  }

  /** Prints one step; where the text goes on below it, if it does. */
  #print(name: string): string | null {
    this.#printed.add(name)
    const step = stepIn(this.#scope, name)
    if (step === undefined) {
      this.#lines.push({ step: name, words: [`(${idInWords(name)} is not there)`] })
      return null
    }
    if ('decide' in step) return this.#printDecide(name, step)
    if ('run' in step) {
      const exits = Object.entries(step.exits ?? {}).map(
        ([exit, to]) => say`; if it ends as ${idInWords(exit)}: ${this.#way(to)}`,
      )
      this.#lines.push({ step: name, words: say`do part "${idInWords(step.run)}"${exits.flat()}` })
      return step.next === undefined ? null : this.#next(step.next)
    }
    const words = say`${sayStep(step, { names: this.#names, scope: this.#scope, path: pathOfStep(this.#scope, name) })}${saySource(step)}`
    if ('confirm' in step) {
      const refused =
        step.if_refused === undefined ? ['the request is withdrawn'] : this.#way(step.if_refused)
      this.#lines.push({ step: name, words: say`${words}; on a no: ${refused}` })
      return this.#next(step.next)
    }
    this.#lines.push({ step: name, words })
    return 'next' in step ? this.#next(step.next) : null
  }

  /** The next line's target; a short end is marked as said, because it is printed on that line. */
  #next(target: string): string {
    if (this.#isShort(target)) this.#inline(target)
    return target
  }

  #printDecide(name: string, step: Decide): string | null {
    const onward = step.decide.findLastIndex(
      (edge) =>
        edge.loop === undefined &&
        !this.#isShort(targetOfEdge(edge)) &&
        !this.#printed.has(targetOfEdge(edge)),
    )
    if (step.choice === 'agent') this.#lines.push({ step: name, words: ['the agent may choose:'] })
    const path = pathOfStep(this.#scope, name)
    step.decide.forEach((edge, index) => {
      const condition = conditionOf(step, index, { scope: this.#scope, name, names: this.#names })
      const target = targetOfEdge(edge)
      if (edge.loop !== undefined) this.#mention(target, edge.loop.then)
      else if (this.#isShort(target)) this.#inline(target)
      const way =
        index === onward ? ['continue below'] : sayEdgeWay(edge, [...path, 'decide', index], this.#tail())
      const source = saySource(edge) || saySource(step)
      const head = index === 0 && step.choice !== 'agent' ? name : null
      this.#lines.push({ step: head, words: say`if ${condition}${source}: ${way}` })
    })
    const edge = step.decide[onward]
    return edge === undefined ? null : targetOfEdge(edge)
  }

  /** A loop names the step it goes back to, and its end may be a short one. */
  #mention(back: string, then: string): void {
    this.#referred.add(back)
    if (!this.#printed.has(back)) this.#pending.push(back)
    if (this.#isShort(then)) this.#inline(then)
  }
}
