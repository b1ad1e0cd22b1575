import type { Json } from '../base/values/json.ts'
import { type Conversation, openConversation } from './formats/shared/conversation.ts'
import type { RecordingFormat } from './model/recording-format.ts'

/** A format of JSON in which each record is one conversation. */
export type ConversationFormat = Pick<RecordingFormat, 'name' | 'title' | 'detect'> & {
  /** members of a document whose elements are the records (default: none, the file is an array or has one record a line) */
  readonly lists?: readonly string[]
  /** the conversation's own id; null: the file gives none */
  readonly idOf: (value: Json) => string | null
  /** says what was said, called and returned, in order */
  readonly tell: (
    value: Json,
    talk: Pick<Conversation, 'said' | 'called' | 'returned' | 'aside' | 'doubt'>,
  ) => void
}

export const defineFormat = ({
  name,
  title,
  detect,
  lists = [],
  idOf,
  tell,
}: ConversationFormat): RecordingFormat => ({
  name,
  title,
  reads: 'json',
  lists,
  detect,
  open: ({ file }) => ({
    take: ({ value, line }) => {
      const talk = openConversation(file, line, idOf(value))
      tell(value, talk)
      return talk.isEmpty() ? [] : [talk.done({})]
    },
    end: () => ({ recordings: [], problems: [] }),
  }),
})
