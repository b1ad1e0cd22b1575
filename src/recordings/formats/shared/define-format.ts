import type { Json } from '../../../base/values/json.ts'
import type { Recording } from '../../model/recording.ts'
import type { RecordingFormat } from '../../model/recording-format.ts'
import { type Conversation, openConversation } from './conversation.ts'

/** What a format says of a conversation. */
export type Told = Pick<Conversation, 'said' | 'called' | 'returned' | 'aside' | 'doubt'>

/** A format of JSON in which each record is one conversation. */
export type ConversationFormat = Pick<RecordingFormat, 'name' | 'title' | 'detect'> & {
  /** members of a document whose elements are the records (default: none, the file is an array or has one record a line) */
  readonly lists?: readonly string[]
  /** the conversation's own id; null: the file gives none */
  readonly idOf: (value: Json) => string | null
  /** says what was said, called and returned, in order */
  readonly tell: (value: Json, talk: Told) => void
  /** who answered and how it ended, if the file says so */
  readonly about?: (value: Json) => Partial<Pick<Recording, 'agent' | 'ending'>>
}

export const defineFormat = ({
  name,
  title,
  detect,
  lists = [],
  idOf,
  tell,
  about = () => ({}),
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
      return [talk.done(about(value))]
    },
    end: () => ({ recordings: [], problems: [] }),
  }),
})
