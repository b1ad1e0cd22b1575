import { type Audit, NOT_PROVEN } from './audit.ts'

/** Of the faults planted, this share must be named right. */
const NAMED_SHARE_MIN = 0.98

/** Is the pack proven to catch what it should, and only that? */
export const meetsBar = (result: Audit): boolean =>
  result.caught === result.planted &&
  result.named >= NAMED_SHARE_MIN * result.planted &&
  unexplained(result).length === 0 &&
  result.unplanted.length === 0 &&
  result.alarms_on_oracle === 0

/** Faults that no case shows although it is not proven that none can. */
export const unexplained = ({ unexercised }: Audit): Audit['unexercised'] =>
  unexercised.filter(({ because }) => because === NOT_PROVEN)
