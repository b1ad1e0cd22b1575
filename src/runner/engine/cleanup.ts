/** What must be closed again, however a piece of work ends. */
export type Cleanup = {
  readonly add: (close: () => Promise<void>) => void
  /** closes everything, the last opened first; the first error is thrown when all are closed */
  readonly run: () => Promise<void>
}

export function createCleanup(): Cleanup {
  const closing: (() => Promise<void>)[] = []
  return {
    add: (close) => void closing.push(close),
    run: async () => {
      const failures: unknown[] = []
      for (let close = closing.pop(); close !== undefined; close = closing.pop())
        await close().catch((error: unknown) => void failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
