import { type TalkMessage, talkMessages } from '../../test/plays/plays.ts'

/** The labelled sets that were opened: all may be learned from. Those of blind players were measured once before that. */
export const openSets = (): readonly OpenSet[] =>
  OPEN_SETS.map((name) => ({ name, messages: talkMessages(name) }))
export type OpenSet = { readonly name: string; readonly messages: readonly TalkMessage[] }
const OPEN_SETS = ['talks', 'plays-1', 'plays-5', 'plays-6', 'plays-7', 'plays-10', 'plays-11', 'plays-12']
