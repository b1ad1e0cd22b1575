import type { Lexicon } from '../../base/values/lexicon.ts'
import { joinedGaps } from '../../compile/ask/joined-gaps.ts'
import { type OwnWord, ownWord } from '../../compile/ask/own-word.ts'
import type { Question } from '../../compile/gates/question.ts'
import type { GapState, LineState, OutlineState } from '../../compile/outline/outline-state.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { glossesOf } from '../../graph/words/by-clause.ts'
import { plainText, type Slot, slotsOf, type Words } from '../../graph/words/pieces.ts'
import { type CompileFolder, gateQuestions, stateOfFolder } from './compile-folder.ts'
import { accept, changeSlot, type FolderEdit, markFact, markWrong, writeEdit } from './edit-outline.ts'

export type Talk = {
  readonly show: (text: string) => void
  /** the next line typed; undefined: there is no more input */
  readonly ask: (prompt: string) => Promise<string | undefined>
}

/** Closes a proposal in the terminal (`--ask`). Every answer is written at once: stopping loses nothing. */
export async function askFolder(
  start: CompileFolder,
  { talk, by }: { readonly talk: Talk; readonly by: string },
): Promise<{ readonly folder: CompileFolder; readonly prompts: number }> {
  let folder = start
  let prompts = 0
  const skipped = new Set<string>()
  for (;;) {
    const prompt = nextPrompt(folder, skipped)
    if (prompt === undefined) return { folder, prompts }
    talk.show(sayPrompt(prompt))
    const answer = await talk.ask(choicesAt(prompt))
    prompts += 1
    if (answer === undefined || answer.trim().toLowerCase() === 'q') return { folder, prompts }
    folder = await apply(folder, { prompt, answer: answer.trim().toLowerCase(), talk, by, skipped })
  }
}

function choicesAt(prompt: Prompt): string {
  if (prompt.ask === 'gap') return '[y] accept, [n] not so, [l] later, [q] quit > '
  const { is, among } = prompt.word
  const own = among.map((word, index) => `[${index + 1}] ${word}`).join(', ')
  return `accept, its ${is} is: ${own}; [f] a fact, [c] change a word, [n] not so, [l] later, [q] quit > `
}

function nextPrompt(folder: CompileFolder, skipped: ReadonlySet<string>): Prompt | undefined {
  const { graph, lexicon } = folder
  if (graph === null) return undefined
  const state = stateOfFolder(folder)
  return promptsOf({ state, graph, lexicon, questions: gateQuestions(folder) }).find(
    (prompt) => !skipped.has(keyOf(prompt)),
  )
}

const keyOf = (prompt: Prompt): string =>
  prompt.ask === 'line' ? prompt.line.state.clause.id : prompt.gaps[0].item

function sayPrompt(prompt: Prompt): string {
  if (prompt.ask === 'gap') {
    const gloss = prompt.gloss.map(plainText).map((line) => `      ${line}`)
    return `\nNo sentence says this; the graph assumes: ${prompt.gaps.map(({ because }) => because).join('; ')}\n${gloss.join('\n')}\n\n`
  }
  const asked = prompt.questions.map((question) => `  ? ${question}`).join('\n')
  return `\n${sayShown(prompt.line)}\n${asked}\n\n`
}

type Answered = {
  readonly prompt: Prompt
  readonly answer: string
  readonly talk: Talk
  readonly by: string
  readonly skipped: Set<string>
}

async function apply(folder: CompileFolder, answered: Answered): Promise<CompileFolder> {
  const { prompt, answer, by, skipped, talk } = answered
  const key = keyOf(prompt)
  if (answer === 'l' || answer === 'n') skipped.add(key)
  if (prompt.ask === 'gap') {
    if (answer !== 'y') return folder
    return take(folder, accept(folder, key, { by, given: { is: 'kind', word: 'gap' } }), talk)
  }
  const { is, among, own } = prompt.word
  const word = among[Number(answer) - 1]
  if (word !== undefined) {
    // who tries one number after the other has not read the line: it is asked again next time
    if (!own.includes(word)) skipped.add(key)
    return take(folder, accept(folder, key, { by, given: { is, word } }), talk)
  }
  if (answer === 'f') return take(folder, markFact(folder, key, by), talk)
  if (answer === 'c') return askSlot(folder, prompt.line, talk)
  if (answer === 'n') return take(folder, markWrong(folder, key), talk)
  return folder
}

/** Writes what was answered at once; a refusal is shown. */
function take(folder: CompileFolder, edit: FolderEdit, talk: Talk): Promise<CompileFolder> {
  if (edit.kind === 'refused')
    talk.show(`${edit.because.map((each) => `  ${each}`).join('\n')}\nNothing was changed.\n`)
  return writeEdit(folder, edit)
}

async function askSlot(folder: CompileFolder, line: ShownLine, talk: Talk): Promise<CompileFolder> {
  const slots = choicesOf(line)
  talk.show(`${slots.map(({ slot, text }, index) => `  ${index + 1}. ${slot}: ${text}`).join('\n')}\n`)
  const chosen = slots[Number(await talk.ask('which > ')) - 1]
  const to = chosen === undefined ? undefined : await talk.ask('new text, as in graph.yaml > ')
  if (chosen === undefined || to === undefined) return folder
  return take(folder, changeSlot(folder, chosen, to), talk)
}

/**
 * What is asked to close a proposal: each open line by itself, then what is assumed. Pure: it says what to show; the caller
 * shows it and takes the answers.
 */
type Prompt =
  | {
      readonly ask: 'line'
      readonly line: ShownLine
      readonly questions: readonly string[]
      readonly word: OwnWord
    }
  | {
      readonly ask: 'gap'
      readonly gaps: readonly [GapState, ...GapState[]]
      readonly gloss: readonly Words[]
    }

type ShownLine = { readonly state: LineState; readonly gloss: readonly Words[] }

type InterviewInput = {
  readonly state: OutlineState
  readonly graph: GraphFile
  readonly lexicon: Lexicon | null
  readonly questions: readonly Question[]
}

function promptsOf({ state, graph, lexicon, questions }: InterviewInput): readonly Prompt[] {
  const glosses = glossesOf(graph, lexicon)
  return [
    ...state.lines.flatMap((line): readonly Prompt[] => {
      if (line.open === null) return []
      const asked = questions.filter(({ about }) => about === line.clause.id).map(({ what }) => what)
      return [
        {
          ask: 'line',
          line: { state: line, gloss: glosses.get(line.clause.id) ?? [] },
          questions: asked.length === 0 ? [line.open] : asked,
          word: ownWord(line, graph),
        },
      ]
    }),
    ...joinedGaps(state.gaps, graph).map(
      (gaps): Prompt => ({ ask: 'gap', gaps, gloss: gaps.flatMap(({ item }) => glosses.get(item) ?? []) }),
    ),
  ]
}

/** A line as text, its slots numbered where they are to be chosen from. */
function sayShown({ state, gloss }: ShownLine): string {
  const head = `${state.clause.id}  ${state.clause.text}`
  const lines = gloss.length === 0 ? ['nothing'] : gloss.map(plainText)
  return [head, ...lines.map((line) => `      ${line}`)].join('\n')
}

/** The slots of a line, each once, to be changed by choice. */
function choicesOf({ gloss }: ShownLine): readonly Slot[] {
  const seen = new Set<string>()
  return gloss.flatMap(slotsOf).filter((slot) => {
    const key = JSON.stringify([slot.path, slot.within])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
