import { z } from 'zod'
import { TellAct } from '../../base/values/acts.ts'
import { FORBID_KINDS } from '../../graph/model/catastrophes.ts'
import { TIME_UNITS } from '../../graph/model/time-unit.ts'

/**
 * What a person says a sentence is (L5: slots). Every name is one of the desk's, or one of `add`. Whether it makes a sound
 * graph is decided by the checker, and whether it is right by whoever accepts the line.
 */
const id = z
  .string()
  .max(60)
  .regex(
    /^[a-z][a-z0-9_]*$/,
    'a name may contain only lower-case letters, digits and _, and must begin with a letter',
  )
/** it stands in conditions as it is: anything else would be another condition */
const variable = z
  .string()
  .max(200)
  .regex(
    /^(?:fields|records|derived)\.[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)?$/,
    'this is not a variable of a desk',
  )
const words = z.string().trim().min(1).max(2_000)
const type = z.enum(['string', 'number', 'boolean', 'date', 'enum'])
const values = z.array(id).max(60)

/** What the desk lacks and the sentence needs. */
export const Addition = z.discriminatedUnion('add', [
  z.strictObject({ add: z.literal('request'), id }),
  z.strictObject({ add: z.literal('field'), id, type, of: values }),
  z.strictObject({ add: z.literal('record'), id, by: variable }),
  z.strictObject({ add: z.literal('column'), id, record: id, type, of: values }),
  z.strictObject({
    add: z.literal('time'),
    id,
    from: variable,
    counts: z.enum(['since', 'until']),
    unit: z.enum(TIME_UNITS),
  }),
  z.strictObject({ add: z.literal('same'), id, of: z.tuple([variable, variable]) }),
  z.strictObject({ add: z.literal('topic'), id, says: words }),
  z.strictObject({ add: z.literal('tool'), id, with: z.array(variable).max(20) }),
])
export type Addition = z.infer<typeof Addition>

export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const
const Test = z.strictObject({ variable, is: z.enum(COMPARISONS), value: z.string().max(200) })
export type Test = z.infer<typeof Test>
/** All of the tests, or one of them. */
const Condition = z.strictObject({ join: z.enum(['and', 'or']), tests: z.array(Test).min(1).max(8) })
export type Condition = z.infer<typeof Condition>

export const Deed = z.discriminatedUnion('deed', [
  z.strictObject({
    deed: z.literal('ask'),
    field: id,
    /** without an answer: on as if nothing were, or a person takes over */
    without: z.enum(['on', 'person']),
  }),
  z.strictObject({ deed: z.literal('look-up'), record: id }),
  z.strictObject({
    deed: z.literal('tell'),
    act: TellAct,
    topic: z.string().max(80),
    holds: z.array(z.union([z.strictObject({ days: words }), z.strictObject({ sum: z.number() })])).max(8),
  }),
  z.strictObject({
    deed: z.literal('do'),
    tool: z.string().max(80),
    /** the customer has to say yes first */
    agreed: z.boolean(),
    with: z.record(z.string().max(80), z.union([variable, z.literal('')])),
  }),
  z.strictObject({ deed: z.literal('hand-over'), reason: id }),
])
export type Deed = z.infer<typeof Deed>

export const Meaning = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('steps'),
    /** see places.ts */
    place: z.string().max(300),
    when: Condition.nullable(),
    deeds: z.array(Deed).min(1).max(8),
    /** on with what followed there, or the end of the conversation */
    then: z.enum(['on', 'end']),
  }),
  z.strictObject({
    is: z.literal('never'),
    tool: z.string().max(80),
    when: Condition.nullable(),
    kind: z.enum(FORBID_KINDS),
  }),
  z.strictObject({
    is: z.literal('whenever'),
    on: z.enum(['demand_human', 'abuse']),
    nth: z.int().min(1).max(9),
    reason: id,
  }),
  /** a step that another sentence asked for does this too */
  z.strictObject({ is: z.literal('done-by'), items: z.array(z.string().max(300)).min(1).max(20) }),
])
export type Meaning = z.infer<typeof Meaning>
