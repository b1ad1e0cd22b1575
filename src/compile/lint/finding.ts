import type { Clause } from '../../sop/sop.ts'

/** Something an author should say more clearly. Found by cues: a fault may be missed, and a finding may be needless. */
export type Finding = {
  readonly kind: FindingKind
  readonly clause: string
  readonly line: number
  readonly what: string
  readonly text: string
}
export type FindingKind =
  | 'missing-else'
  | 'contradiction'
  | 'unbounded-retry'
  | 'action-without-tool'
  | 'promise-without-deadline'
  | 'two-meanings'

export const finding = (kind: FindingKind, { id, at, text }: Clause, what: string): Finding => ({
  kind,
  clause: id,
  line: at.line,
  what,
  text,
})
