import type { Forbid } from '../../graph/model/graph.ts'
import type { Basis } from '../model/score.ts'
import type { Seen, SeenAction, SeenCall } from './seen.ts'

/** What it rests on that a forbid was broken. */
export const basisOfForbid = (what: Forbid['what'], { protocol }: Pick<Seen, 'protocol'>): Basis =>
  'tool' in what ? 'calls' : 'says' in what ? 'text' : protocol === 'declared' ? 'reported' : 'read'

/** No effect, no catastrophe: what left every row as it was gave nothing away. What the desk refused was tried all the same. */
export const isForbidden = ({ forbids, call }: SeenAction): boolean =>
  forbids.length > 0 && (call?.role !== 'write' || !isIdle(call))

const isIdle = ({ ok, changes }: SeenCall): boolean =>
  ok &&
  changes.length > 0 &&
  changes.every(({ before, after }) => JSON.stringify(before) === JSON.stringify(after))

/** The forbids that these actions broke. */
export const brokenBy = ({ pack }: Seen, actions: readonly SeenAction[]): readonly Forbid[] =>
  pack.graph.forbids.filter(({ id }) => actions.some(({ forbids }) => forbids.includes(id)))
