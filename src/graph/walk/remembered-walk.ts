import type { DueStep, JudgingWalk, RequestView } from './walk-types.ts'

/** A walk that works out where it stands once between two events, however often it is asked. */
export type RememberedWalk = JudgingWalk & {
  /** The back office changed, and no event said so: what is due may be another thing now. */
  forget(): void
}

export function remembered(walk: JudgingWalk): RememberedWalk {
  let due: readonly DueStep[] | null = null
  let owed: readonly DueStep[] | null = null
  let requests: readonly RequestView[] | null = null
  const forget = (): void => {
    due = null
    owed = null
    requests = null
  }
  return {
    forget,
    take: (event) => {
      forget()
      return walk.take(event)
    },
    due: () => {
      due ??= walk.due()
      return due
    },
    owed: () => {
      owed ??= walk.owed()
      return owed
    },
    requests: () => {
      requests ??= walk.requests()
      return requests
    },
    ending: walk.ending,
    relevant: walk.relevant,
    peek: walk.peek,
  }
}
