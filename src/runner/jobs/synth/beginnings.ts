import type { DeskLists } from '../../../base/values/desk-lists.ts'
import type { Voice } from '../../../base/values/voice.ts'
import { readMessage } from '../../../reading/lexical/read-message.ts'

/**
 * A voice begins its questions and proposals in many ways: "Sure thing!", "Dear Customer,". They say nothing of the matter, so
 * that one fits where another stood. In: a voice. Out: its wordings with beginnings of its own in turn, as often as its writer
 * used each, and none where the writer had none.
 */
export function beginningsOf(
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
