import type { AgentResult } from './run-result.ts'

/** Recorded conversations may be judged without a path: that they kept to the procedure is not known then. */
export function wasCompared({ metrics }: AgentResult): boolean {
  const exact = metrics['exact_path']
  return exact !== undefined && 'value' in exact && exact.value !== null
}
