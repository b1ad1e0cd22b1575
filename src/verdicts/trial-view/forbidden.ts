import type { Forbid } from '../../graph/model/graph.ts'
import type { Basis } from '../model/score.ts'
import type { Seen, SeenAction } from './seen.ts'

/** What it rests on that a forbid was broken. */
export const basisOfForbid = (what: Forbid['what'], { protocol }: Pick<Seen, 'protocol'>): Basis =>
  'tool' in what ? 'calls' : 'says' in what ? 'text' : protocol === 'declared' ? 'reported' : 'read'

export const isForbidden = ({ forbids }: SeenAction): boolean => forbids.length > 0

/** The forbids that these actions broke. */
export const brokenBy = ({ pack }: Seen, actions: readonly SeenAction[]): readonly Forbid[] =>
  pack.graph.forbids.filter(({ id }) => actions.some(({ forbids }) => forbids.includes(id)))
