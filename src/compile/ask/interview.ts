import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { type Glosses, glossesOf } from '../../graph/words/by-clause.ts'
import { plainText, type Slot, slotsOf, type Words } from '../../graph/words/pieces.ts'
import type { Question } from '../gates/question.ts'
import type { GapState, LineState, OutlineState } from '../outline/outline-state.ts'
import { joinedGaps } from './joined-gaps.ts'

/**
 * What is asked to close a proposal: a section at once where no gate asks, a line by itself where one does, then what is
 * assumed. Pure: it says what to show; the caller shows it and takes the answers.
 */
export type Prompt =
  | { readonly ask: 'section'; readonly title: string; readonly lines: readonly ShownLine[] }
  | { readonly ask: 'line'; readonly line: ShownLine; readonly questions: readonly string[] }
  | {
      readonly ask: 'gap'
      readonly gaps: readonly [GapState, ...GapState[]]
      readonly gloss: readonly Words[]
    }

export type ShownLine = { readonly state: LineState; readonly gloss: readonly Words[] }

export type InterviewInput = {
  readonly state: OutlineState
  readonly graph: GraphFile
  readonly lexicon: Lexicon | null
  readonly questions: readonly Question[]
  readonly titleOf: (section: string) => string
}

export function promptsOf(input: InterviewInput): readonly Prompt[] {
  const glosses = glossesOf(input.graph, input.lexicon)
  const open = input.state.lines.filter((line) => line.open !== null)
  const asked = new Map<string, string[]>()
  for (const { about, what } of input.questions) asked.set(about, [...(asked.get(about) ?? []), what])
  const isQuiet = ({ clause, gloss, kind }: LineState): boolean =>
    !asked.has(clause.id) && gloss !== null && kind !== 'unread'
  const sections = [...new Set(open.map(({ clause }) => clause.section))]
  return [
    ...sections.flatMap((section): readonly Prompt[] => {
      const here = open.filter(({ clause }) => clause.section === section)
      const quiet = here.filter(isQuiet).map((state) => shown(state, glosses))
      const loud = here
        .filter((line) => !isQuiet(line))
        .map(
          (state): Prompt => ({
            ask: 'line',
            line: shown(state, glosses),
            questions: asked.get(state.clause.id) ?? [state.open ?? ''],
          }),
        )
      return quiet.length === 0
        ? loud
        : [{ ask: 'section', title: input.titleOf(section), lines: quiet }, ...loud]
    }),
    ...joinedGaps(input.state.gaps, input.graph).map(
      (gaps): Prompt => ({ ask: 'gap', gaps, gloss: gaps.flatMap(({ item }) => glosses.get(item) ?? []) }),
    ),
  ]
}

const shown = (state: LineState, glosses: Glosses): ShownLine => ({
  state,
  gloss: glosses.get(state.clause.id) ?? [],
})

/** A line as text, its slots numbered where they are to be chosen from. */
export function sayShown({ state, gloss }: ShownLine): string {
  const head = `${state.clause.id}  ${state.clause.text}`
  const lines = gloss.length === 0 ? ['nothing'] : gloss.map(plainText)
  return [head, ...lines.map((line) => `      ${line}`)].join('\n')
}

/** The slots of a line, each once, to be changed by choice. */
export function choicesOf({ gloss }: ShownLine): readonly Slot[] {
  const seen = new Set<string>()
  return gloss.flatMap(slotsOf).filter((slot) => {
    const key = JSON.stringify([slot.path, slot.within])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
