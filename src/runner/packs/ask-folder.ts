import { join } from 'node:path'
import { readYaml } from '../../base/files/yaml-file.ts'
import { choicesOf, type Prompt, promptsOf, type ShownLine, sayShown } from '../../compile/ask/interview.ts'
import { addWaiver } from '../../compile/ask/waive.ts'
import { acceptGap, acceptLine } from '../../compile/outline/adopt.ts'
import type { LineKind, OutlineFile, OutlineLine } from '../../compile/outline/outline-file.ts'
import { outlineState } from '../../compile/outline/outline-state.ts'
import { writeOutline } from '../../compile/outline/write-outline.ts'
import { GraphFileReader } from '../../graph/file/graph-file.ts'
import { editSlot } from '../../graph/words/edit-slot.ts'
import { plainText } from '../../graph/words/pieces.ts'
import { replaceText } from '../files/replace-text.ts'
import { type CompileFolder, gateQuestions, graphProblems, stateOfFolder } from './compile-folder.ts'
import { OUTLINE } from './outline-folder.ts'

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
  const { prompt, answer, by, skipped } = answered
  if (answer === 'l' || answer === 'n') skipped.add(keyOf(prompt))
  if (prompt.ask === 'section') {
    if (answer === 'y')
      return saveLines(
        folder,
        prompt.lines.map(({ state }) => accepted(state, by)),
      )
    if (answer === '1') skipped.add(keyOf(prompt))
    if (answer === 'l') for (const { state } of prompt.lines) skipped.add(state.clause.id)
    return folder
  }
  if (prompt.ask === 'gap') {
    if (answer !== 'y') return folder
    const gaps = [
      ...(folder.outline.gaps ?? []).filter(({ item }) => prompt.gaps.every((gap) => gap.item !== item)),
      ...prompt.gaps.map((gap) => acceptGap(gap, by)),
    ]
    return save(folder, { ...folder.outline, gaps })
  }
  const { state } = prompt.line
  if (answer === 'y' && state.gloss !== null) return saveLines(folder, [accepted(state, by)])
  if (answer === 'y')
    answered.talk.show(
      'The graph makes nothing of this sentence. Mark it as a fact, or write a step for it.\n',
    )
  if (answer === 'f') return markFact(folder, prompt.line, by)
  if (answer === 'c') return changeSlot(folder, prompt.line, answered.talk)
  if (answer === 'n')
    return saveLines(folder, [{ ...accepted(state, by), kind: 'unread', accepted: undefined }])
  return folder
}

const accepted = (state: ShownLine['state'], by: string): OutlineLine =>
  acceptLine(state, { by, kind: acceptableKind(state.kind) })
const acceptableKind = (kind: LineKind): LineKind => (kind === 'unread' ? 'rule' : kind)

async function markFact(folder: CompileFolder, { state }: ShownLine, by: string): Promise<CompileFolder> {
  const graphText =
    state.gloss === null && folder.graphText !== null
      ? addWaiver(folder.graphText, state.clause.id, 'a fact, says its author')
      : folder.graphText
  const next = await saveGraph(folder, graphText)
  const now = stateOfFolder(next).lines.find(({ clause }) => clause.id === state.clause.id) ?? state
  return saveLines(next, [acceptLine(now, { by, kind: 'fact' })])
}

/** Another figure, value, topic or tool in the place of a word; refused if the graph would not be sound. */
async function changeSlot(folder: CompileFolder, line: ShownLine, talk: Talk): Promise<CompileFolder> {
  const slots = choicesOf(line)
  talk.show(`${slots.map(({ slot, text }, index) => `  ${index + 1}. ${slot}: ${text}`).join('\n')}\n`)
  const chosen = slots[Number(await talk.ask('which > ')) - 1]
  const to = chosen === undefined ? undefined : await talk.ask('new text, as in graph.yaml > ')
  if (chosen === undefined || to === undefined || folder.graphText === null) return folder
  const text = editSlot(folder.graphText, chosen, to.trim())
  const graph = text === null ? undefined : readYaml('graph.yaml', text, GraphFileReader).value
  if (text === null || graph === undefined) {
    talk.show('That does not fit there; nothing was changed.\n')
    return folder
  }
  const wrong = graphProblems({ ...folder, graphText: text, graph }).filter(
    ({ severity }) => severity === 'error',
  )
  if (wrong.length === 0) return saveGraph(folder, text)
  talk.show(`${wrong.map(({ message }) => `  ${message}`).join('\n')}\nNothing was changed.\n`)
  return folder
}

async function saveGraph(folder: CompileFolder, graphText: string | null): Promise<CompileFolder> {
  if (graphText === null || graphText === folder.graphText) return folder
  await replaceText(join(folder.dir, 'graph.yaml'), graphText, folder.dir)
  return { ...folder, graphText, graph: readYaml('graph.yaml', graphText, GraphFileReader).value ?? null }
}

function saveLines(folder: CompileFolder, lines: readonly OutlineLine[]): Promise<CompileFolder> {
  const changed = new Map(lines.map((line) => [line.clause, line]))
  const { sop, graph, outline } = folder
  const all = outlineState({ sop, graph, outline }).lines.map(({ clause, line }): OutlineLine => {
    const now = changed.get(clause.id)
    if (now !== undefined) return now
    return line === null
      ? acceptLine({ clause, line, gloss: null }, { by: '', kind: 'unread' })
      : { ...line, clause: clause.id }
  })
  return save(folder, { ...outline, lines: all })
}

async function save(folder: CompileFolder, outline: OutlineFile): Promise<CompileFolder> {
  await replaceText(join(folder.dir, OUTLINE), writeOutline(outline), folder.dir)
  return { ...folder, outline }
}
