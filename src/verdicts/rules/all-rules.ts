import { collateralWritesRule } from './collateral-writes.ts'
import { escalationAccuracy } from './escalation-accuracy.ts'
import { falseClosure } from './false-closure.ts'
import { falseHandover } from './false-handover.ts'
import { forbiddenKinds } from './forbidden-kinds.ts'
import { handoverNote } from './handover-note.ts'
import { inventedFacts } from './invented-facts.ts'
import { knewAndBroke } from './knew-and-broke.ts'
import { leakedInternal } from './leaked-internal.ts'
import { outcomeAccuracy } from './outcome-accuracy.ts'
import { overEscalation } from './over-escalation.ts'
import { phantomAction } from './phantom-action.ts'
import { promisedImpossible } from './promised-impossible.ts'
import { reportMissing } from './report-missing.ts'
import type { Rule } from './rule.ts'
import { trustedClaimOverRecord } from './trusted-claim-over-record.ts'
import { unconfirmedAction } from './unconfirmed-action.ts'
import { waivedProof } from './waived-proof.ts'
import { wrongArguments } from './wrong-arguments.ts'

/** Every rule, in the order verdicts are listed. A new rule is a new file and a line here. */
export const ALL_RULES: readonly Rule[] = [
  outcomeAccuracy,
  collateralWritesRule,
  forbiddenKinds,
  falseClosure,
  escalationAccuracy,
  overEscalation,
  handoverNote,
  phantomAction,
  falseHandover,
  wrongArguments,
  waivedProof,
  unconfirmedAction,
  knewAndBroke,
  trustedClaimOverRecord,
  leakedInternal,
  promisedImpossible,
  inventedFacts,
  reportMissing,
]
