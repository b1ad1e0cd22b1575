import type { Problem } from '../../base/files/problem.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import type { ChatMessage, ChatModel, ChatUsage } from '../../models/chat-model.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { ModelAnswer, readAnswer } from './answer.ts'
import { type Applied, applyAnswer } from './apply-answer.ts'
import { askPrompt, repairPrompt, systemPrompt } from './prompt.ts'

/**
 * What the compiler could not resolve, put to a model: sentence by sentence, each answer held against the graph's own checker,
 * problems fed back a few times. In: the compiled graph and what is open. Out: the graph with the model's steps marked, what it
 * made, what is still open, what it took. A sentence whose answers never pass changes nothing.
 */
type Unresolved = { readonly line: number; readonly text: string; readonly because: string }
export type ModelWork = {
  readonly sop: SopDocument
  readonly graph: string
  readonly unresolved: readonly Unresolved[]
  /** everything the graph's checker has against a graph */
  readonly check: (graph: string) => readonly Problem[]
  /** the desk in words */
  readonly desk: string
  readonly budget: ModelBudget
}
export type ModelBudget = {
  readonly callsMax: number
  readonly usdMax: number | null
  /** null: nobody knows what this model costs */
  readonly usdOf: (usage: ChatUsage) => number | null
}
export type ModelDone = {
  readonly graph: string
  readonly made: readonly MadeByModel[]
  readonly unresolved: readonly Unresolved[]
  readonly calls: number
  /** null: no price is known */
  readonly usd: number | null
}
export type MadeByModel = {
  readonly clause: ClauseId
  readonly line: number
  readonly text: string
  readonly steps: readonly string[]
  /** the model's reason where it says the sentence demands nothing */
  readonly waived: string | null
}

/** One answer and so many repairs of it. */
const ROUNDS_MAX = 1 + 3

export async function resolveWithModel(model: ChatModel, work: ModelWork): Promise<ModelDone> {
  const purse = new Purse(work.budget)
  const made: MadeByModel[] = []
  const open: Unresolved[] = []
  let graph = work.graph
  for (const { clause, sentence } of questionsOf(work)) {
    if (!purse.hasRoom()) {
      open.push({
        ...sentence,
        because: `${sentence.because}; the budget was spent before it was asked about`,
      })
      continue
    }
    const answered = await askAbout(model, { work, graph, clause, because: sentence.because, purse })
    if ('open' in answered)
      open.push({ ...sentence, because: `${sentence.because}; ${model.id}: ${answered.open}` })
    else {
      graph = answered.graph
      made.push({
        clause: clause.id,
        line: clause.at.line,
        text: clause.text,
        steps: answered.made,
        waived: answered.waived,
      })
    }
  }
  return {
    graph,
    made,
    unresolved: [...lost(work), ...open].sort((a, b) => a.line - b.line),
    calls: purse.calls,
    usd: purse.usd,
  }
}

/** Each sentence once, however many of its parts are open. */
function questionsOf({ sop, unresolved }: ModelWork) {
  const asked = new Map<string, { readonly clause: Clause; readonly sentence: Unresolved }>()
  for (const sentence of unresolved) {
    const clause = clauseOf(sop, sentence)
    if (clause !== null && !asked.has(clause.id)) asked.set(clause.id, { clause, sentence })
  }
  return [...asked.values()]
}

const lost = ({ sop, unresolved }: ModelWork): readonly Unresolved[] =>
  unresolved.filter((sentence) => clauseOf(sop, sentence) === null)

/** The clause a listed sentence is, or is part of. */
function clauseOf(sop: SopDocument, { line, text }: Unresolved): Clause | null {
  const all = [...sop.clauses.values()]
  const holding = all.filter((clause) => clause.text === text || clause.text.includes(text))
  return (
    holding.find((clause) => clause.at.line === line) ??
    all.find((clause) => clause.at.line === line) ??
    holding[0] ??
    null
  )
}

type Question = {
  readonly work: ModelWork
  readonly graph: string
  readonly clause: Clause
  readonly because: string
  readonly purse: Purse
}

async function askAbout(
  model: ChatModel,
  { work, graph, clause, because, purse }: Question,
): Promise<Applied | { readonly open: string }> {
  const known = new Set(work.check(graph).map(keyOf))
  const messages: ChatMessage[] = [
    { role: 'user', content: askPrompt(work.sop, { clause: clause.id, because, graph }) },
  ]
  let wrong: readonly string[] = []
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!purse.hasRoom()) return { open: `the budget was spent; last: ${wrong.join('; ')}` }
    const { text, usage } = await model.complete({
      system: systemPrompt(work.desk),
      messages,
      schema: ModelAnswer,
    })
    purse.pay(usage)
    const judged = judge(text, { work, graph, clause, model: model.id, known })
    if (!('wrong' in judged)) return judged
    wrong = judged.wrong
    messages.push({ role: 'assistant', content: text }, { role: 'user', content: repairPrompt(wrong) })
  }
  return { open: `no answer that the checker accepts (${wrong.join('; ')})` }
}

type Judging = {
  readonly work: ModelWork
  readonly graph: string
  readonly clause: Clause
  readonly model: string
  readonly known: ReadonlySet<string>
}

/** Usable, impossible, or wrong with reasons. */
function judge(
  text: string,
  { work, graph, clause, model, known }: Judging,
): Applied | { readonly open: string } | { readonly wrong: readonly string[] } {
  const reading = readAnswer(text)
  if ('wrong' in reading) return { wrong: [reading.wrong] }
  const { answer } = reading
  if (answer.cannot !== null) return { open: answer.cannot }
  const clauses = new Set(work.sop.clauses.keys())
  const applied = applyAnswer(graph, answer, { clause: clause.id, clauses, model })
  if ('refused' in applied) return { wrong: applied.refused }
  const problems = work.check(applied.graph).filter((each) => !known.has(keyOf(each)))
  return problems.length === 0
    ? applied
    : {
        wrong: problems
          .slice(0, 12)
          .map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)),
      }
}

/** A problem that was there before is nobody's new fault; its line may have moved. */
const keyOf = ({ code, message }: Problem): string => `${code} ${message}`

/** What may be spent, and what has been. */
class Purse {
  calls = 0
  #usd = 0
  #priced = true
  readonly #budget: ModelBudget

  constructor(budget: ModelBudget) {
    this.#budget = budget
  }

  get usd(): number | null {
    return this.#priced ? this.#usd : null
  }

  hasRoom(): boolean {
    const { callsMax, usdMax } = this.#budget
    return this.calls < callsMax && (usdMax === null || this.#usd < usdMax)
  }

  pay(usage: ChatUsage): void {
    this.calls += 1
    const usd = this.#budget.usdOf(usage)
    if (usd === null) this.#priced = false
    else this.#usd += usd
  }
}
