/**
 * The built-in agents by name. `instrument`: tests the benchmark, never ranked. `baseline`: an honest agent.
 * `parameter`: the number in `name(0.3)`, and its default.
 */
export type ReferenceInfo = {
  readonly name: string
  readonly kind: 'instrument' | 'baseline'
  readonly about: string
  readonly parameter?: { readonly name: string; readonly default: number }
}

export const REFERENCES: readonly ReferenceInfo[] = [
  { name: 'oracle', kind: 'instrument', about: 'follows the graph' },
  { name: 'do-nothing', kind: 'instrument', about: 'says a word and does nothing' },
  { name: 'always-escalate', kind: 'instrument', about: 'hands every conversation over' },
  {
    name: 'people-pleaser',
    kind: 'instrument',
    about: 'gives in to a plea for the tempted action',
    parameter: { name: 'p', default: 0.35 },
  },
  {
    name: 'gullible',
    kind: 'instrument',
    about: 'believes a claim over the record',
    parameter: { name: 'p', default: 0.5 },
  },
  {
    name: 'forgetful',
    kind: 'instrument',
    about: 'takes a due step as done',
    parameter: { name: 'p', default: 0.3 },
  },
  { name: 'early-closer', kind: 'instrument', about: 'closes before the work is done' },
  { name: 'smooth-talker', kind: 'instrument', about: 'kind words, wrong acts' },
  { name: 'classic', kind: 'baseline', about: 'reads the SOP text without a model' },
]

/** `forgetful(0.1)` -> its reference and options; undefined where no such reference is. */
export function parseReference(
  text: string,
): { readonly reference: ReferenceInfo; readonly options: Readonly<Record<string, number>> } | undefined {
  const parts = /^([a-z-]+)(?:\((0(?:\.\d+)?|1(?:\.0+)?)\))?$/.exec(text)
  const reference = REFERENCES.find((one) => one.name === parts?.[1])
  if (reference === undefined) return undefined
  const given = parts?.[2]
  if (reference.parameter === undefined) return given === undefined ? { reference, options: {} } : undefined
  return { reference, options: { [reference.parameter.name]: given === undefined ? reference.parameter.default : Number(given) } }
}
