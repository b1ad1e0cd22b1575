import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { glossesOf } from '../../graph/words/by-clause.ts'
import { plainText, type Slot, slotsOf, type Words } from '../../graph/words/pieces.ts'
import type { Question } from '../gates/question.ts'
import type { GapState, LineState, OutlineState } from '../outline/outline-state.ts'
import { joinedGaps } from './joined-gaps.ts'
import { type OwnWord, ownWord } from './own-word.ts'

/**
 * What is asked to close a proposal: each open line by itself, then what is assumed. Pure: it says what to show; the caller
 * shows it and takes the answers.
 */
export type Prompt =
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

export type ShownLine = { readonly state: LineState; readonly gloss: readonly Words[] }

export type InterviewInput = {
  readonly state: OutlineState
  readonly graph: GraphFile
  readonly lexicon: Lexicon | null
  readonly questions: readonly Question[]
}

export function promptsOf({ state, graph, lexicon, questions }: InterviewInput): readonly Prompt[] {
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
