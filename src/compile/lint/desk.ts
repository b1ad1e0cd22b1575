import type { Lexicon } from '../../base/values/lexicon.ts'
import type { World } from '../../world/world.ts'
import type { LintDesk } from './context.ts'
import { lintFieldsOf } from './missing-answer.ts'
import { lintDomainsOf } from './missing-value.ts'
import { lintToolsOf } from './no-tool.ts'

/** All that the lint asks of a desk: what it can do, what its records can be, what its customers are asked. */
export const lintDeskOf = (world: World, lexicon: Lexicon | null): LintDesk => ({
  tools: lintToolsOf(world, lexicon),
  domains: lintDomainsOf(world),
  fields: lexicon === null ? [] : lintFieldsOf(lexicon),
})
