import { stopBy } from '../call-stop.ts'
import type { Pool } from './pool.ts'

/** A `fetch` for the AI SDK over our own pool. */
export const poolFetch =
  ({ post }: Pool): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { status, headers, text } = await post(url, {
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      body: typeof init?.body === 'string' ? init.body : null,
      stop: init?.signal == null ? undefined : stopBy(init.signal),
    })
    const hasBody = status !== 204 && status !== 304
    return new Response(hasBody ? text : null, { status, headers })
  }
