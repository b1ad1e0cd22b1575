import { entered, hasPlace, type Left, left, OPEN_ROOM, type Room } from './room.ts'

/** Time as models need it; given by the doors, moved by hand in tests. */
export type Timing = {
  /** milliseconds; only differences count */
  readonly now: () => number
  /** calls back once after so many milliseconds; returns how to call it off */
  readonly after: (ms: number, call: () => void) => () => void
}

/** The queue in front of one provider: lets calls in as `room.ts` allows, first come first served. */
export class Gate {
  readonly #timing: Timing
  #room: Room = OPEN_ROOM
  #waiting: (() => void)[] = []
  #alarm: (() => void) | undefined
  #reached = false

  constructor(timing: Timing) {
    this.#timing = timing
  }

  get room(): Room {
    return this.#room
  }

  /** has this provider ever answered? */
  get reached(): boolean {
    return this.#reached
  }

  /** Resolves when a call may begin; whoever was let in must `leave`. Rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#waiting.length === 0 && hasPlace(this.#room, this.#timing.now())) {
      this.#room = entered(this.#room)
      return Promise.resolve()
    }
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

  leave({ reached, ...how }: Left & { readonly reached: boolean }): void {
    this.#reached ||= reached
    this.#room = left(this.#room, how, this.#timing.now())
    this.#letIn()
  }

  #letIn(): void {
    const now = this.#timing.now()
    while (this.#waiting.length > 0 && hasPlace(this.#room, now)) {
      this.#room = entered(this.#room)
      this.#waiting.shift()?.()
    }
    this.#alarm?.()
    this.#alarm = undefined
    // With nobody under way nobody's leaving would wake the queue up: the clock has to.
    if (this.#waiting.length > 0 && now < this.#room.opensAt)
      this.#alarm = this.#timing.after(this.#room.opensAt - now, () => this.#letIn())
  }
}
