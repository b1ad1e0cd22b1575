import type { OthersWord } from './call-limit.ts'
import { CallQueue, type Timing } from './call-queue.ts'

/** A provider as its limits know it: one name at two addresses is two providers. */
export type LimitedProvider = { readonly provider: string; readonly baseUrl: string | null }

/** The queues of a process, one a provider. Doors that are given the same ones share what each provider allows. */
export class CallQueues {
  readonly #timing: Timing
  readonly #queues = new Map<string, { readonly of: LimitedProvider; readonly queue: CallQueue }>()
  #onTold: (of: LimitedProvider, told: OthersWord) => void = () => undefined

  constructor(timing: Timing) {
    this.#timing = timing
  }

  of({ provider, baseUrl }: LimitedProvider): CallQueue {
    const name = `${provider} ${baseUrl}`
    const known = this.#queues.get(name)
    if (known !== undefined) return known.queue
    const of = { provider, baseUrl }
    const queue = new CallQueue(this.#timing, (told) => this.#onTold(of, told))
    this.#queues.set(name, { of, queue })
    return queue
  }

  all(): readonly { readonly of: LimitedProvider; readonly queue: CallQueue }[] {
    return [...this.#queues.values()]
  }

  /** Calls back with what providers tell this process; there is one listener. */
  onTold(listener: (of: LimitedProvider, told: OthersWord) => void): void {
    this.#onTold = listener
  }
}
