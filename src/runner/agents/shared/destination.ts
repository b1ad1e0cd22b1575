import type { ModelSettings } from '../../../models/chat-model.ts'

/** Where the text of a conversation goes when it leaves this process. */
export type Destination =
  | { readonly to: 'nowhere' }
  | { readonly to: 'model'; readonly model: string; readonly settings: ModelSettings }
  | {
      readonly to: 'service'
      readonly url: string
      /** environment variables that hold its keys */
      readonly keyEnv: readonly string[]
    }
  | { readonly to: 'program'; readonly command: string }
