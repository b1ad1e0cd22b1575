import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import type { RunChoices } from '../../report/studio-views/job-view.ts'

/** What a page may ask to be run. Every name is one of a list, or a model; nothing of it is a path or an address. */
const word = z.string().min(1).max(300)
export const RunWish = z.strictObject({
  agents: z.array(word).min(1).max(20),
  packs: z.array(word).max(50),
  suite: word.nullable(),
  trials: z.int().min(1).max(1000),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
})
export type RunWish = z.infer<typeof RunWish>

export const JobWish = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('run'), ...RunWish.shape }),
  z.strictObject({ do: z.literal('resume'), run: word }),
])
export type JobWish = z.infer<typeof JobWish>

/** The words of `sage run`. An option's value is never a word of its own: a name may begin with a dash. */
export function runWords(
  { agents, packs, suite, trials, seed }: RunWish,
  choices: RunChoices,
): readonly string[] {
  const known = new Set(choices.agents.map(({ id }) => id))
  refuseUnknown(
    'agent',
    agents.filter((agent) => !known.has(agent) && !MODEL.test(agent)),
  )
  refuseUnknown(
    'pack',
    packs.filter((pack) => !choices.packs.includes(pack)),
  )
  refuseUnknown('suite', suite === null || choices.suites.includes(suite) ? [] : [suite])
  return [
    ...agents.map((agent) => `--agent=${agent}`),
    ...packs.map((pack) => `--pack=${pack}`),
    ...(suite === null ? [] : [`--suite=${suite}`]),
    `--trials=${trials}`,
    `--seed=${seed}`,
  ]
}

/** provider:model. An address has slashes after the colon. */
const MODEL = /^[a-z0-9][a-z0-9_-]*:(?!\/)[A-Za-z0-9][\w./:@-]*$/

function refuseUnknown(kind: 'agent' | 'pack' | 'suite', unknown: readonly string[]): void {
  const [first] = unknown
  if (first !== undefined)
    throw usageError(
      `unknown-${kind}`,
      `The studio cannot run "${first}".`,
      'Choose one of the list. Agents of your own are named in sage.yaml.',
    )
}
