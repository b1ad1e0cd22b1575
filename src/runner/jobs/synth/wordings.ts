import type { DeskLists } from '../../../base/values/desk-lists.ts'
import type { Voice } from '../../../base/values/voice.ts'
import type { Pack } from '../../../cases/case.ts'
import { readMessage } from '../../../reading/lexical/read-message.ts'
import type { SpokenVoice } from '../../../references/instrument.ts'
import { variedWords } from '../../../references/varied-words.ts'

/**
 * Which wordings agents use. What a reader is never sure of makes no clean dialogue: a wording that was in two that failed
 * and in none that was clean is not used again. Another of the same voice, or of the lexicon, is taken instead.
 */
export type Wordings = {
  /** begins a conversation in a voice; null: the lexicon, with all its wordings */
  readonly speaks: (voice: string | null) => (seed: number) => SpokenVoice
  /** how the conversation came out that was begun last */
  readonly settle: (isClean: boolean) => void
}

/** Fewer would drop wordings that only were in bad company. */
const FAILURES_MAX = 2

export function openWordings({ lexicon, language, lists, voices }: Pack): Wordings {
  const own = lexiconVoice(lexicon, language)
  const good = new Set<string>()
  const failures = new Map<string, number>()
  let taken: string[] = []
  const may = (wording: string): boolean => good.has(wording) || (failures.get(wording) ?? 0) < FAILURES_MAX
  const beginnings = new Map([...voices].map(([name, voice]) => [name, beginningsOf(voice, lists)]))
  return {
    speaks: (voice) => {
      taken = []
      return (seed) => ({
        words: (voice === null ? undefined : voices.get(voice)) ?? own,
        otherwise: own,
        seed,
        stock: variedWords(seed),
        choosing: {
          may,
          took: (wording, chance) => {
            taken.push(wording)
            return beginnings.get(voice ?? '')?.(wording, chance) ?? wording
          },
        },
      })
    },
    settle: (isClean) => {
      for (const wording of new Set(taken)) {
        if (isClean) good.add(wording)
        else failures.set(wording, (failures.get(wording) ?? 0) + 1)
      }
    },
  }
}

/** The lexicon's own sentences in the desk's language, as a voice. */
function lexiconVoice({ fields, tools, topics }: Pack['lexicon'], language: string): Voice {
  const all = <Entry>(
    entries: Readonly<Record<string, Entry>>,
    wordings: (entry: Entry) => Readonly<Record<string, readonly string[]>> | undefined,
  ): Record<string, string[]> =>
    Object.fromEntries(
      Object.entries(entries).flatMap(([name, entry]) => {
        const said = wordings(entry)?.[language] ?? wordings(entry)?.['en'] ?? []
        return said.length === 0 ? [] : [[name, [...said]]]
      }),
    )
  return {
    format: 1,
    style: 'the lexicon',
    fields: all(fields, ({ asks }) => asks),
    propose: all(tools, ({ proposes }) => proposes),
    claim: all(tools, ({ claims }) => claims),
    topics: all(topics, ({ says }) => says),
  }
}

/**
 * A voice begins its questions and proposals in many ways: "Sure thing!", "Dear Customer,". They say nothing of the matter, so
 * that one fits where another stood. In: a voice. Out: its wordings with beginnings of its own in turn, as often as its writer
 * used each, and none where the writer had none.
 */
function beginningsOf(
  { fields, propose }: Voice,
  lists: DeskLists,
): (wording: string, chance: number) => string | undefined {
  const parts = [fields, propose].map((entries) => Object.values(entries).flat())
  const known = new Map<string, { readonly rest: string; readonly among: readonly string[] }>()
  for (const wordings of parts) {
    const cut = wordings.map((wording) => cutBeginning(wording, lists))
    const among = cut.map(({ beginning }) => beginning)
    for (const [at, wording] of wordings.entries())
      known.set(wording, { rest: cut[at]?.rest ?? wording, among })
  }
  return (wording, chance) => {
    const found = known.get(wording)
    return found === undefined ? undefined : `${found.among[chance % found.among.length]}${found.rest}`
  }
}

/** Leading sentences that are courtesy and nothing else. */
function cutBeginning(
  wording: string,
  lists: DeskLists,
): { readonly beginning: string; readonly rest: string } {
  const { sentences } = readMessage(wording, lists, { seen: [] })
  const first = sentences.find(
    ({ acts, form }) =>
      form === 'question' || acts.some(({ kind }) => kind !== 'courtesy' && kind !== 'greet'),
  )
  const from = first?.from ?? 0
  return { beginning: wording.slice(0, from), rest: wording.slice(from) }
}
