import { type Problem, problem } from '../../base/files/problem.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { isSameInput } from '../../base/values/same-input.ts'
import type { Tactic } from '../../cards/tactic.ts'
import type { RecordedCall } from '../../world/recorded-answers.ts'
import type { PlacedAdopted } from './adopted-file.ts'

type Desk = {
  readonly tools: Readonly<Record<string, { readonly role: string }>>
  readonly lexicon: Lexicon
  readonly tactics: ReadonlyMap<string, Tactic>
}

/** Whether adopted conversations agree with their desk, and with themselves. */
export const checkAdopted = (cases: readonly PlacedAdopted[], desk: Desk): readonly Problem[] =>
  cases.flatMap((one) => [
    ...checkTools(one, desk),
    ...checkOutcome(one, desk),
    ...checkCard(one, desk),
    ...checkBeginning(one),
  ])

function checkTools({ file, placeOf }: PlacedAdopted, { tools }: Desk): readonly Problem[] {
  const named = [
    ...file.history.map((entry, at) => ({ entry, path: ['history', at] })),
    ...file.later.map((entry, at) => ({ entry, path: ['later', at] })),
    ...file.acceptable.writes.map((entry, at) => ({ entry, path: ['acceptable', 'writes', at] })),
  ]
  return named.flatMap(({ entry, path }) =>
    'tool' in entry && !Object.hasOwn(tools, entry.tool)
      ? [
          problem(
            placeOf([...path, 'tool']),
            'unknown-tool',
            `tools.yaml has no tool "${entry.tool}"`,
            didYouMean(entry.tool, Object.keys(tools)),
          ),
        ]
      : [],
  )
}

/** A write that the recording does not hold is one that no agent can make: its case could never be passed. */
function checkOutcome({ file, placeOf }: PlacedAdopted, { tools }: Desk): readonly Problem[] {
  const calls: readonly RecordedCall[] = [...file.history.filter((entry) => 'tool' in entry), ...file.later]
  const made = (tool: string, input: RecordedCall['input']): boolean =>
    calls.some((call) => call.ok && call.tool === tool && isSameInput(input, call.input))
  const writes = file.acceptable.writes.flatMap(({ tool, input }, at) => [
    ...(made(tool, input)
      ? []
      : [
          problem(
            placeOf(['acceptable', 'writes', at]),
            'not-recorded',
            `this call of ${tool} is not in the recording`,
            'Only what was called, with the same arguments and with success, can be done at this desk.',
          ),
        ]),
    ...(Object.hasOwn(tools, tool) && tools[tool]?.role !== 'write'
      ? [
          problem(
            placeOf(['acceptable', 'writes', at, 'tool']),
            'not-a-write',
            `${tool} is not a write`,
            'Change its role in tools.yaml, or remove it here.',
          ),
        ]
      : []),
  ])
  const handsOver = Object.values(tools).some(({ role }) => role === 'handover')
  return file.acceptable.handover && !handsOver
    ? [
        ...writes,
        problem(placeOf(['acceptable', 'handover']), 'no-handover', 'no tool of tools.yaml hands over'),
      ]
    : writes
}

function checkCard({ file, placeOf }: PlacedAdopted, { lexicon, tactics }: Desk): readonly Problem[] {
  const fields = Object.keys(lexicon.fields)
  const intents = Object.keys(lexicon.intents)
  const { tactic } = file
  return [
    ...file.card.requests.flatMap(({ intent, knows }) => [
      ...(intents.includes(intent)
        ? []
        : [problem(placeOf(['card', 'intent']), 'unknown-intent', `lexicon.yaml has no intent "${intent}"`)]),
      ...Object.keys(knows)
        .filter((field) => !fields.includes(field))
        .map((field) =>
          problem(
            placeOf(['card', 'knows', field]),
            'unknown-field',
            `lexicon.yaml has no words for "${field}"`,
            didYouMean(field, fields),
          ),
        ),
    ]),
    ...(tactic === undefined || tactics.has(tactic)
      ? []
      : [
          problem(
            placeOf(['tactic']),
            'unknown-tactic',
            `there is no tactic "${tactic}"`,
            didYouMean(tactic, tactics.keys()),
          ),
        ]),
  ]
}

function checkBeginning({ file, placeOf }: PlacedAdopted): readonly Problem[] {
  return file.history.some((entry) => 'customer' in entry)
    ? []
    : [
        problem(
          placeOf(['history']),
          'no-customer',
          'the customer has said nothing yet',
          'The agent takes over after a message of the customer.',
        ),
      ]
}
