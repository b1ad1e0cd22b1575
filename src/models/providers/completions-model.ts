import type { ModelSettings } from '../chat-model.ts'
import type { ModelPlace } from '../known-providers.ts'
import type { BareModel } from '../retrying-model.ts'
import { readCompletion } from './completions-answer.ts'
import { completionBody } from './completions-body.ts'
import type { Pool } from './pool.ts'
import { quietMs } from './rate-limit-headers.ts'
import { answeredBadly, readFailure } from './read-failure.ts'

/**
 * A model of a server that speaks OpenAI's chat completions, asked without an SDK: most gateways and all local servers do, and
 * the SDK takes several times the processor time of the call itself. One try and no memory, but for the parts a
 * provider wants to see again (`kept`).
 */
export function completionsModel(
  place: ModelPlace,
  settings: ModelSettings,
  { key, pool }: { readonly key: string | null; readonly pool: Pool },
): BareModel {
  const url = new URL(`${(place.baseUrl ?? '').replace(/\/$/, '')}/chat/completions`)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'sage-desk',
    ...(key === null || key === '' ? {} : { authorization: `Bearer ${key}` }),
  }
  const bodyOf = completionBody(place, settings)
  return {
    id: place.id,
    ask: async (request) => {
      const answer = await pool
        .post(url, { headers, body: bodyOf(request), stop: request.stop })
        .catch((error: unknown) => {
          throw readFailure(error, place.id, key) ?? error
        })
      const { status, headers: said, text } = answer
      const refused = (message: string) =>
        answeredBadly({ status, headers: said, body: text, message }, place.id, key)
      if (status < 200 || status > 299) throw refused('')
      const read = readCompletion(text, place.id)
      if ('unusable' in read) throw refused(read.unusable)
      return { ...read, quietMs: quietMs(said) }
    },
  }
}
