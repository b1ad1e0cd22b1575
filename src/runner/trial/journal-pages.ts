import { z } from 'zod'
import { EXIT, SageError } from '../../base/error.ts'
import { CustomerAct, type StepReport } from '../../base/values/acts.ts'
import { readJson } from '../../base/values/json.ts'
import type { Answered, Recorded } from '../../conversation/talk/replay.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { writeEvent } from '../../transcript/write-transcript.ts'

/**
 * A trial under way as it is stored: pages of lines, each an event (it has a number `n`) or a party's answer
 * (`{"answer": ...}`). Events alone are not enough: they do not say which calls an agent made before it answered.
 */
const call = { tool: z.string(), input: z.json() }
const Line = z.strictObject({
  answer: z.union([
    z.strictObject({ by: z.literal('customer'), turn: z.strictObject({ strayed: z.string() }) }),
    z.strictObject({
      by: z.literal('customer'),
      turn: z.strictObject({
        /** written by version 0.1 */
        understood: z.unknown().optional(),
        text: z.string(),
        act: CustomerAct,
        leaves: z.boolean(),
      }),
    }),
    z.strictObject({
      by: z.literal('agent'),
      move: z.strictObject({
        messages: z.array(z.string()),
        calls: z.array(z.strictObject(call)),
        // An agent's report is stored as it came, readable or not.
        report: z.unknown().optional(),
        unreadableReport: z.string().exactOptional(),
        again: z.literal(true).exactOptional(),
        reported: z.array(z.strictObject({ ...call, ok: z.boolean(), output: z.json() })).exactOptional(),
        raw: z.json().exactOptional(),
      }),
      aside: z.int().min(0),
      stateless: z.boolean(),
    }),
  ]),
})

export type PageBuilder = {
  readonly event: (event: TranscriptEvent) => void
  readonly answer: (answer: Answered) => void
  /** all lines so far are complete: the next party is about to be asked, or the conversation is over */
  readonly settle: () => void
  /** everything settled since the last page; null: nothing worth a page */
  readonly turnPage: () => string | null
}

/** Lines of a page. Without an answer or the end of the conversation they are not worth a page of their own. */
type Lines = { readonly text: string; readonly isWorthIt: boolean }
const NO_LINES: Lines = { text: '', isWorthIt: false }

export function createPageBuilder(): PageBuilder {
  // Half a turn must not be kept: it could not be replayed.
  let open = NO_LINES
  let settled = NO_LINES
  return {
    event: (event) => {
      const isWorthIt = open.isWorthIt || event.type === 'conversation.ended'
      open = { text: open.text + writeEvent(event), isWorthIt }
    },
    answer: (answer) => {
      open = { text: `${open.text}${JSON.stringify({ answer })}\n`, isWorthIt: true }
    },
    settle: () => {
      settled = { text: settled.text + open.text, isWorthIt: settled.isWorthIt || open.isWorthIt }
      open = NO_LINES
    },
    turnPage: () => {
      if (!settled.isWorthIt) return null
      const { text } = settled
      settled = NO_LINES
      return text
    },
  }
}

/** What the pages of a trial hold. `trial` is for the error message. */
export function readPages(pages: readonly string[], trial: string): Recorded {
  const lines = pages.flatMap((page) => page.split('\n').filter((line) => line !== ''))
  const answers = lines.flatMap((line) => (line.startsWith('{"answer"') ? [answerIn(line, trial)] : []))
  const { events, problems } = readTranscript(
    lines.filter((line) => !line.startsWith('{"answer"')).join('\n'),
    trial,
  )
  const wrong = problems.find(({ severity }) => severity !== 'warning')
  if (wrong !== undefined) throw unreadable(trial, wrong.message)
  return { answers, events }
}

function answerIn(line: string, trial: string): Answered {
  const parsed = Line.safeParse(readJson(line))
  if (!parsed.success) throw unreadable(trial, parsed.error.issues[0]?.message ?? 'wrong shape')
  const { answer } = parsed.data
  if (answer.by === 'customer') {
    if ('strayed' in answer.turn) return { by: 'customer', turn: answer.turn }
    const { text, act, leaves } = answer.turn
    return { by: 'customer', turn: { text, act, leaves } }
  }
  const { report, ...move } = answer.move
  // The conversation checks the report when it reads it.
  return { ...answer, move: report === undefined ? move : { ...move, report: report as StepReport } }
}

const unreadable = (trial: string, why: string): SageError =>
  new SageError(
    'pages-unreadable',
    `The stored part of the unfinished trial ${trial} cannot be read: ${why}.`,
    {
      hint: 'Another version of SAGE wrote it, or the store is damaged (sage doctor). Resume with that version, or start a new run.',
      exit: EXIT.machinery,
    },
  )
