import { choicesOf, type Prompt, promptsOf, type ShownLine, sayShown } from '../../compile/ask/interview.ts'
import { plainText } from '../../graph/words/pieces.ts'
import { type CompileFolder, gateQuestions, stateOfFolder } from './compile-folder.ts'
import {
  acceptClauses,
  acceptGaps,
  changeSlot,
  type FolderEdit,
  markAside,
  markWrong,
  writeEdit,
} from './edit-outline.ts'

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
    const answer = await talk.ask(CHOICES[prompt.ask])
    prompts += 1
    if (answer === undefined || answer.trim().toLowerCase() === 'q') return { folder, prompts }
    folder = await apply(folder, { prompt, answer: answer.trim().toLowerCase(), talk, by, skipped })
  }
}

const CHOICES = {
  section: '[y] accept all, [1] one by one, [l] later, [q] quit > ',
  line: '[y] accept, [f] a fact, [c] change a word, [n] not so, [l] later, [q] quit > ',
  gap: '[y] accept, [n] not so, [l] later, [q] quit > ',
} as const

function nextPrompt(folder: CompileFolder, skipped: ReadonlySet<string>): Prompt | undefined {
  const { graph, lexicon, sop } = folder
  if (graph === null) return undefined
  const titles = new Map(sop.sections.map(({ id, title }) => [id, title === '' ? id : title]))
  const prompts = promptsOf({
    state: stateOfFolder(folder),
    graph,
    lexicon,
    questions: gateQuestions(folder),
    titleOf: (section) => titles.get(section) ?? section,
  })
  return prompts
    .flatMap((prompt): readonly Prompt[] => {
      if (prompt.ask !== 'section') return [prompt]
      const title = `section ${prompt.title}`
      return skipped.has(title)
        ? prompt.lines.map((line): Prompt => ({ ask: 'line', line, questions: [] }))
        : [prompt]
    })
    .find((prompt) => !skipped.has(keyOf(prompt)))
}

const keyOf = (prompt: Prompt): string =>
  prompt.ask === 'section'
    ? `section ${prompt.title}`
    : prompt.ask === 'line'
      ? prompt.line.state.clause.id
      : prompt.gaps[0].item

function sayPrompt(prompt: Prompt): string {
  if (prompt.ask === 'section') return `\n${prompt.title}\n\n${prompt.lines.map(sayShown).join('\n')}\n\n`
  if (prompt.ask === 'gap') {
    const gloss = prompt.gloss.map(plainText).map((line) => `      ${line}`)
    return `\nNo sentence says this; the graph assumes: ${prompt.gaps.map(({ because }) => because).join('; ')}\n${gloss.join('\n')}\n\n`
  }
  const asked = prompt.questions.map((question) => `  ? ${question}`).join('\n')
  return `\n${sayShown(prompt.line)}\n${asked}${asked === '' ? '' : '\n'}\n`
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
  if (answer === 'l' || answer === 'n') skipped.add(keyOf(prompt))
  if (prompt.ask === 'section') {
    const clauses = prompt.lines.map(({ state }) => state.clause.id)
    if (answer === 'y') return take(folder, acceptClauses(folder, clauses, by), talk)
    if (answer === '1') skipped.add(keyOf(prompt))
    if (answer === 'l') for (const clause of clauses) skipped.add(clause)
    return folder
  }
  if (prompt.ask === 'gap') {
    if (answer !== 'y') return folder
    const items = prompt.gaps.map(({ item }) => item)
    return take(folder, acceptGaps(folder, items, by), talk)
  }
  const clause = prompt.line.state.clause.id
  if (answer === 'y') return take(folder, acceptClauses(folder, [clause], by), talk)
  if (answer === 'f') return take(folder, markAside(folder, clause, { by, kind: 'fact' }), talk)
  if (answer === 'c') return askSlot(folder, prompt.line, talk)
  if (answer === 'n') return take(folder, markWrong(folder, clause), talk)
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
