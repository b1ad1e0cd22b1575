import { type Problem, problem } from '../../../base/files/problem.ts'
import type { Json } from '../../../base/values/json.ts'
import type { RecordedEntry, RecordedParty, RecordedUsage, Recording } from '../../model/recording.ts'

/** One conversation while its records come in. What cannot be placed is kept as an aside and listed. */
export type Conversation = {
  readonly said: (from: RecordedParty, text: string) => void
  readonly called: (call: {
    readonly from: RecordedParty
    readonly id: string | null
    readonly tool: string
    readonly input: Json
  }) => void
  readonly returned: (result: {
    readonly id: string | null
    /** finds the call where there is no id */
    readonly tool: string | null
    readonly ok: boolean
    readonly output: Json
  }) => void
  readonly aside: (
    from: RecordedParty | 'system' | 'other',
    what: 'instructions' | 'note',
    text: string,
  ) => void
  readonly used: (usage: RecordedUsage) => void
  /** said once a conversation for each code */
  readonly doubt: (code: string, message: string, hint?: string) => void
  readonly done: (about: Partial<About>) => Recording
}

type About = Pick<Recording, 'id' | 'repeat' | 'agent' | 'ending' | 'task' | 'published'>

export function openConversation(file: string, line: number, name: string | null): Conversation {
  const entries: RecordedEntry[] = []
  const doubts = new Map<string, Problem>()
  /** calls without a result yet, by the id the file gives them */
  const open = new Map<string, { readonly call: string; readonly tool: string }>()
  const taken = new Set<string>()
  const called = name === null ? 'this conversation' : `conversation ${name}`
  const doubt = (code: string, message: string, hint?: string): void => {
    if (doubts.has(code)) return
    const found = problem({ file, line, column: 1 }, code, `${called}: ${message}`, hint)
    doubts.set(code, { ...found, severity: 'warning' })
  }
  const conversation: Conversation = {
    doubt,
    said: (from, text) => {
      if (text.trim() !== '') entries.push({ is: 'said', from, text })
    },
    aside: (from, what, text) => {
      if (text.trim() !== '') entries.push({ is: 'aside', from, what, text })
    },
    used: (usage) => entries.push({ is: 'used', ...usage }),
    called: ({ from, id, tool, input }) => {
      const key = id ?? `call-${taken.size + 1}`
      if (open.has(key)) doubt('doubled-call-id', `two open calls have the id "${key}"`)
      const call = taken.has(key) ? `${key}~${taken.size + 1}` : key
      taken.add(call)
      open.set(key, { call, tool })
      entries.push({ is: 'called', from, call, tool, input })
    },
    returned: ({ id, tool, ok, output }) => {
      const key = id ?? oldestOf(open, tool)
      const found = key === null ? undefined : open.get(key)
      if (key === null || found === undefined) {
        doubt(
          'result-without-call',
          `a result answers no call (id "${id ?? 'none'}"); it is kept as a note`,
          'The log may be cut, or its ids were changed.',
        )
        entries.push({ is: 'aside', from: 'other', what: 'note', text: textIn(output) })
        return
      }
      open.delete(key)
      entries.push({ is: 'returned', call: found.call, ok, output })
    },
    done: (about) => {
      for (const { tool } of open.values())
        doubt('call-without-result', `${tool} was called and its result is missing: what it did is not known`)
      const ending = about.ending ?? { by: 'unknown' }
      const last = entries.findLast(({ is }) => is === 'said' || is === 'called')
      if (
        ending.by === 'unknown' &&
        last?.is === 'said' &&
        last.from === 'customer' &&
        !GOODBYE.test(last.text)
      )
        doubt('cut-conversation', 'it stops before the agent answered the last message')
      if (!entries.some(({ is }) => is === 'said')) doubt('no-message', 'it has no message')
      return {
        id: about.id ?? name,
        repeat: about.repeat ?? null,
        agent: about.agent ?? null,
        file,
        line,
        entries,
        ending,
        task: about.task ?? null,
        published: about.published ?? null,
        doubts: [...doubts.values()],
      }
    },
  }
  return conversation
}

/** A thanks or a goodbye needs no answer. */
const GOODBYE = /\b(?:thanks?|thank you|thx|cheers|bye|goodbye|gracias|merci|danke)\b/i

function oldestOf(open: ReadonlyMap<string, { readonly tool: string }>, tool: string | null): string | null {
  for (const [key, call] of open) if (tool === null || call.tool === tool) return key
  return null
}

const textIn = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output))
