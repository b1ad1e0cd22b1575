import { memo } from '../../base/memo.ts'
import type { Pack } from '../../cases/case.ts'
import type { SopWritten } from '../../text/figures/sop-facts.ts'

/** What a desk has written down: its SOP and what its tools say of themselves. */
export const writtenIn = memo(
  ({ graph: { sop }, world }: Pack): SopWritten => ({
    text: sop.text,
    clauses: [...sop.clauses.values()],
    tools: [...world.tools.values()].map(
      ({ description, parameters }) => `${description} ${JSON.stringify(parameters)}`,
    ),
  }),
)
