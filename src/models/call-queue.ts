import {
  type CallEnd,
  type CallLimit,
  callBegan,
  callEnded,
  mayCall,
  NO_CALL_LIMIT,
  type OthersWord,
  otherTold,
} from './call-limit.ts'

/** Time as models need it; given by the doors, moved by hand in tests. */
export type Timing = {
  /** milliseconds; only differences count */
  readonly now: () => number
  /** calls back once after so many milliseconds; returns how to call it off */
  readonly after: (ms: number, call: () => void) => () => void
}

/** The queue in front of one provider: starts calls as `call-limit.ts` allows, first come first served. */
export class CallQueue {
  readonly #timing: Timing
  readonly #onTold: (told: OthersWord) => void
  #limit: CallLimit = NO_CALL_LIMIT
  #waiting: (() => void)[] = []
  #alarm: (() => void) | undefined
  #reached = false

  /** `onTold`: the provider asked for fewer calls or a pause; whoever shares it should know */
  constructor(timing: Timing, onTold: (told: OthersWord) => void = () => undefined) {
    this.#timing = timing
    this.#onTold = onTold
  }

  get limit(): CallLimit {
    return this.#limit
  }

  /** has this provider ever answered? */
  get reached(): boolean {
    return this.#reached
  }

  /** Resolves when a call may begin; whoever was let in must `leave`. Rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal?.removeEventListener('abort', give)
        resolve()
      }
      const give = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== turn)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', give, { once: true })
      this.#waiting.push(turn)
      this.#letIn()
    })
  }

  leave({ reached, ...how }: CallEnd & { readonly reached: boolean }): void {
    this.#reached ||= reached
    const { cutAt } = this.#limit
    this.#limit = callEnded(this.#limit, how, this.#timing.now())
    const calls = this.#limit.cutAt === cutAt ? null : this.#limit.limit
    if (calls !== null || how.pauseMs > 0) this.#onTold({ calls, pauseMs: how.pauseMs })
    this.#letIn()
  }

  /** Another process that shares this provider was told something. */
  hear(told: OthersWord): void {
    this.#limit = otherTold(this.#limit, told, this.#timing.now())
    this.#letIn()
  }

  /** So many processes share this provider now, this one included. */
  shareAmong(processes: number): void {
    this.#limit = { ...this.#limit, among: Math.max(1, processes) }
  }

  #letIn(): void {
    const now = this.#timing.now()
    while (this.#waiting.length > 0 && mayCall(this.#limit, now)) {
      this.#limit = callBegan(this.#limit)
      this.#waiting.shift()?.()
    }
    this.#alarm?.()
    this.#alarm = undefined
    // With nobody under way nobody's leaving would wake the queue up: the clock has to.
    if (this.#waiting.length > 0 && now < this.#limit.opensAt)
      this.#alarm = this.#timing.after(this.#limit.opensAt - now, () => this.#letIn())
  }
}
