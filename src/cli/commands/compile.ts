import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { Problem } from '../../base/files/problem.ts'
import { type GivenWord, type OwnWord, ownWord } from '../../compile/ask/own-word.ts'
import type { Question } from '../../compile/gates/question.ts'
import { isDraft, type LineState, type OutlineState } from '../../compile/outline/outline-state.ts'
import { type Differences, differencesOf } from '../../compile/review/differences.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { AgentKinds } from '../../runner/agents/kinds.ts'
import { readText } from '../../runner/files/read-text.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { askFolder } from '../../runner/packs/ask-folder.ts'
import {
  type CompileFolder,
  gateQuestions,
  graphProblems,
  readCompileFolder,
  stateOfFolder,
} from '../../runner/packs/compile-folder.ts'
import { accept, isUnread, settle, writeEdit } from '../../runner/packs/edit-outline.ts'
import { lintFolder } from '../../runner/packs/lint-folder.ts'
import {
  askModel,
  type CheckedProposal,
  checkAnswer,
  isUntouched,
  isUsable,
  promptOfFolder,
  repairOf,
  writeProposal,
} from '../../runner/packs/propose-folder.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { once } from '../terminal/options.ts'
import { showProblems } from '../terminal/show-problems.ts'
import type { Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({
  model: z.string().optional(),
  prompt: z.union([z.string(), z.boolean()]).optional(),
  answer: z.string().optional(),
  ask: z.boolean().default(false),
  accept: z.string().optional(),
  figure: z.string().optional(),
  kind: z.string().optional(),
  by: z.string().optional(),
  lint: z.boolean().default(false),
})
type Options = z.infer<typeof Options>

export const defineCompile: DefineCommand = (command, does) =>
  command
    .argument('<pack|sop.md>', 'a pack, a folder with sop.md, or an SOP file')
    .option('--model <provider:name>', 'ask a model for the graph: one call, at most three repairs')
    .option('--prompt [file]', 'print the prompt to paste into any chat')
    .option('--answer <file>', 'read the answer of a chat back, through the same gates')
    .option('--ask', 'close what is open, line by line, in the terminal')
    .option(
      '--accept <clause>',
      'accept what the graph makes of one sentence, or one assumption by its item',
      once,
    )
    .option('--figure <figure>', 'with --accept: a figure of the sentence')
    .option(
      '--kind <kind>',
      'with --accept: the kind of a sentence without figures (rule, fact, tone ...), or gap',
    )
    .option('--by <name>', 'who accepts (with --ask the user name, unless given)')
    .option('--lint', 'list problems of the text and the graph; write nothing')
    .addHelpText(
      'after',
      `${examples([
        ['sage compile my-desk', 'which sentences are accepted, which are open and why'],
        ['sage compile my-desk --prompt > prompt.txt', 'the prompt for a chat; no key is needed'],
        [
          'sage compile my-desk --answer answer.txt',
          'check the answer, write graph.yaml and outline.yaml as a draft',
        ],
        ['sage compile my-desk --model openai:gpt-5', 'the same with a model'],
        ['sage compile my-desk --ask', 'accept the draft, line by line'],
        [
          'sage compile my-desk --accept 2#3 --figure 30 --by "Ann Lee"',
          'accept one line, by a figure of its sentence',
        ],
      ])}
A proposal accepts nothing: every sentence stays open until a person accepts what the graph makes of it, and sage run refuses a
draft. Lines are accepted one by one, and never from a pipe or a file. Exit codes: 0 nothing is open; 1 something is open, unsound, or found by --lint; 2 wrong usage or files. See
docs/compile.md.
`,
    )
    .action(does((asked) => compileWith(asked, (folder) => providers(folder, asked.own.kinds))))

type ModelsOf = (workingFolder: string) => Promise<ModelSource>

/** Models as the settings of the folder reach them; nothing is loaded where none is asked for. */
async function providers(workingFolder: string, kinds: AgentKinds): Promise<ModelSource> {
  const { openModels } = await import('../../models/providers/open-models.ts')
  const settings = await projectSettings(workingFolder, kinds)
  return openModels({ env: process.env, providers: ownProviders(settings.providers) })
}

/** `modelsOf` is the door to models: a test stands in it. */
export async function compileWith(asked: Asked, modelsOf: ModelsOf): Promise<Answer> {
  const options = Options.parse(asked.options)
  const { terminal, workingFolder } = asked
  const folder = await readCompileFolder(z.string().parse(asked.words[0]), workingFolder)
  if (options.lint) return lint(folder)
  if (options.prompt !== undefined && options.prompt !== false)
    return prompt(folder, options.prompt, workingFolder)
  const kept = await keepRenumbered(folder, terminal)
  if (options.answer !== undefined) {
    const checked = checkAnswer(kept, await readText(resolve(workingFolder, options.answer)))
    return takeAnswer(kept, checked, { terminal, extra: {} })
  }
  if (options.model !== undefined) {
    const model = (await modelsOf(workingFolder))(
      options.model,
      {},
      { used: () => undefined, retried: () => undefined },
    )
    const { checked, calls, questions } = await askModel(kept, model)
    for (const { about, what } of questions) terminal.err(`? ${about}  ${what}\n`)
    const blind = questions.map(({ about, what }) => ({ clause: about, what }))
    return takeAnswer(kept, checked, { terminal, extra: { model: model.id, calls, blind } })
  }
  if (options.accept !== undefined) return acceptOne(kept, options.accept, options)
  return options.ask ? ask(kept, options, terminal) : answerOf(kept, { terminal })
}

async function prompt(folder: CompileFolder, to: string | boolean, workingFolder: string): Promise<Answer> {
  const text = promptOfFolder(folder)
  const file = typeof to === 'string' ? await writeText(to, text, workingFolder) : null
  return {
    json: { prompt: text, characters: text.length, file },
    text: file === null ? text : `wrote ${file}`,
    exit: EXIT.ok,
  }
}

/** Sentences that only moved keep their lines; the cites in graph.yaml follow them (L8). */
async function keepRenumbered(folder: CompileFolder, terminal: Terminal): Promise<CompileFolder> {
  if (!folder.isRenumbered) return folder
  terminal.err('Sentences have moved: the cites in graph.yaml were renumbered.\n')
  return writeEdit(folder, settle(folder))
}

type Taking = { readonly terminal: Terminal; readonly extra: Readonly<Record<string, unknown>> }

async function takeAnswer(
  before: CompileFolder,
  checked: CheckedProposal,
  { terminal, extra }: Taking,
): Promise<Answer> {
  terminal.err(showProblems(checked.problems, terminal.paint))
  if (!isUsable(checked))
    return {
      json: { ...extra, problems: checked.problems, repair: repairOf(checked), file: null },
      text: `Nothing was written. Paste this into the chat and try again:\n\n${repairOf(checked)}`,
      exit: EXIT.barNotMet,
    }
  const after = await writeProposal(before, checked, 'model')
  if (after === null) return answerOf(before, { terminal, extra })
  // On a new pack everything differs: every sentence was set aside.
  if (before.graph !== null && after.graph !== null && !isUntouched(before))
    terminal.err(`${sayDifferences(differencesOf(before.graph, after.graph, after.lexicon))}\n`)
  for (const file of checked.drafted.keys()) terminal.err(`drafted ${file}\n`)
  for (const file of checked.kept) terminal.err(`kept ${file}: you have changed it\n`)
  return answerOf(after, { terminal, extra })
}

async function acceptOne(folder: CompileFolder, name: string, options: Options): Promise<Answer> {
  const { figure, kind, by } = options
  if (by === undefined)
    throw usageError('usage', 'The name of the person who accepts the line is missing.', 'Add --by "<name>".')
  if ((figure === undefined) === (kind === undefined))
    throw usageError(
      'usage',
      'A line is accepted by a figure of its sentence, or by its kind where it has none.',
      'Add --figure or --kind. sage compile <pack> shows among what to choose.',
    )
  const given: GivenWord =
    figure === undefined ? { is: 'kind', word: kind ?? '' } : { is: 'figure', word: figure }
  const edit = accept(folder, name, { by, given })
  if (edit.kind === 'refused')
    throw usageError(
      'usage',
      edit.because.join(' '),
      'Nothing was accepted. sage graph <pack> --format words shows each sentence with what the graph makes of it.',
    )
  return answerOf(await writeEdit(folder, edit), {})
}

async function ask(folder: CompileFolder, { by }: Options, terminal: Terminal): Promise<Answer> {
  const input = terminal.typed === true ? terminal.openInput?.() : undefined
  if (input === undefined)
    throw usageError(
      'no-input',
      'The input is not a terminal, and piped input accepts nothing.',
      'Run it in a terminal, or accept one line: sage compile <pack> --accept <clause> --figure <its own> --by <name>',
    )
  try {
    const talk = { show: terminal.err, ask: (text: string) => input.next(terminal.paint.bold(text)) }
    const { folder: after, prompts } = await askFolder(folder, { talk, by: by ?? userInfo().username })
    return answerOf(after, { extra: { prompts } })
  } finally {
    input.close()
  }
}

type CompileSaying = { readonly terminal?: Terminal; readonly extra?: Readonly<Record<string, unknown>> }

function answerOf(folder: CompileFolder, { terminal, extra = {} }: CompileSaying): Answer {
  const state = stateOfFolder(folder)
  const questions = gateQuestions(folder)
  const problems = graphProblems(folder)
  if (terminal !== undefined) terminal.err(showProblems(problems, terminal.paint))
  const open = state.lines.filter((line) => line.open !== null)
  const draft = isDraft(state) || hasErrors(problems)
  // without what is its own: who reads it here has not read the sentence
  const wordOf = (line: LineState): Omit<OwnWord, 'own'> | null => {
    if (line.gloss === null || isUnread(folder, line.clause.id)) return null
    const { is, among } = ownWord(line, folder.graph)
    return { is, among }
  }
  const kinds: Record<string, number> = {}
  for (const { kind } of state.lines) kinds[kind] = (kinds[kind] ?? 0) + 1
  return {
    json: {
      version: 2,
      sentences: state.lines.length,
      kinds,
      accepted: state.lines
        .filter((line) => line.open === null)
        .map(({ clause, kind }) => ({ clause: clause.id, text: clause.text, kind })),
      open: open.map((line) => ({
        clause: line.clause.id,
        line: line.clause.at.line,
        text: line.clause.text,
        why: line.open,
        accept: wordOf(line),
      })),
      ...countsOf(folder),
      questions: questions.map(({ about, what }) => ({ clause: about, what })),
      gaps: state.gaps
        .filter((gap) => gap.open !== null)
        .map(({ item, because }) => ({ item, why: because })),
      draft,
      ...extra,
    },
    text: sayOutline(state, questions, wordOf),
    exit: draft ? EXIT.barNotMet : EXIT.ok,
  }
}

const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

function countsOf({ graph }: CompileFolder): object {
  const scopes = [
    ...Object.values(graph?.procedures ?? {}),
    ...Object.values(graph?.sub_procedures ?? {}),
    ...(graph?.interrupts ?? []),
  ]
  const steps = scopes.flatMap((scope) => Object.values(scope.steps))
  const decides = steps.flatMap((step) => ('decide' in step ? [step.decide] : []))
  return {
    steps: steps.length,
    edges: decides.reduce((sum, edges) => sum + edges.length, 0),
    decisions: decides.length,
    forbids: graph?.forbid?.length ?? 0,
  }
}

function lint(folder: CompileFolder): Answer {
  const findings = lintFolder(folder)
  return {
    json: { clauses: folder.sop.clauses.size, findings },
    text:
      findings.length === 0
        ? 'nothing found'
        : findings
            .map(({ line, kind, what, text }) => `line ${line}  ${kind}: ${what}\n    ${text}`)
            .join('\n'),
    exit: findings.length === 0 ? EXIT.ok : EXIT.barNotMet,
  }
}

/** Which sentences are open and why, in the order of the text, and among what whoever accepts one chooses. */
function sayOutline(
  state: OutlineState,
  questions: readonly Question[],
  wordOf: (line: LineState) => Omit<OwnWord, 'own'> | null,
): string {
  const open = state.lines.filter((line) => line.open !== null)
  const gaps = state.gaps.filter((gap) => gap.open !== null)
  const asked = new Map<string, string[]>()
  for (const { about, what } of questions) asked.set(about, [...(asked.get(about) ?? []), what])
  const lines = open.map((line) => {
    const { clause, open: why } = line
    const word = wordOf(line)
    return [
      `${clause.id} (line ${clause.at.line})  ${clause.text}`,
      `    open: ${why}`,
      ...(asked.get(clause.id) ?? []).map((what) => `    ? ${what}`),
      ...(word === null ? [] : [`    accept with --${word.is}, one of: ${word.among.join(', ')}`]),
    ].join('\n')
  })
  const assumed = gaps.map(({ item, because, open: why }) => `${item}  assumed: ${because}\n    open: ${why}`)
  const accepted = state.lines.length - open.length
  const summary = `${state.lines.length} sentences: ${accepted} accepted, ${open.length} open; ${gaps.length} assumptions open`
  return [...lines, ...assumed, summary].join('\n')
}

function sayDifferences({ clauses, flow }: Differences): string {
  if (clauses.length === 0 && flow.removed.length + flow.added.length === 0)
    return 'The graph says the same as before.'
  const parts = clauses.flatMap(({ about, before, after }) => [
    about,
    ...before.map((line) => `  - ${line.trim()}`),
    ...after.map((line) => `  + ${line.trim()}`),
  ])
  const order = clauses.length === 0 ? ['Only the order of steps or a declaration changes.'] : []
  return [...parts, ...order].join('\n')
}
