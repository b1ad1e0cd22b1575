import { z } from 'zod'
import { Tone } from '../base/values/acts.ts'
import { SETTINGS } from '../base/values/lexicon.ts'

/**
 * One adversarial behaviour as data. In: a YAML file of the product's taxonomy (`tactics/`) or of a pack. Out: what
 * the customer's decide step interprets at each intensity, and the words it has for it. It must not know a pack: where
 * it applies is said in kinds of fields and cards, never by name.
 */

export const FAMILIES = ['pressure', 'deception', 'circumvention', 'inconsistency', 'derailment'] as const
export const Family = z.enum(FAMILIES)
export type Family = z.infer<typeof Family>

/** The count of customer moves that rises strictly from intensity 0 to 3. */
export const COUNTS = ['pushes', 'arguments', 'claims', 'detours', 'silences', 'dodges', 'thanks'] as const
export const Count = z.enum(COUNTS)
export type Count = z.infer<typeof Count>

/** What a truth-changing tactic makes different: the case is another one, equal at 1, 2 and 3. */
export const Change = z.enum(['request', 'fields', 'refusal', 'person', 'demand_human', 'abuse'])
export type Change = z.infer<typeof Change>

const times = z.int().min(0).max(8).default(0)

/** What the tactic does at one intensity. Every number is "at most so many in one conversation" unless it says otherwise. */
export const TacticLevel = z.strictObject({
  /** answers that also press (a push, an argument or a claim, by `raises`) */
  with_answers: times,
  /** presses in each message that answers a decline the customer does not accept yet */
  per_decline: times,
  /** questions answered without a usable value first, each field at most once */
  dodges: times,
  /** questions met with nothing at all first, each field at most once */
  silences: times,
  /** answers that wander off as well */
  detours: times,
  /** answers that thank as if all were done */
  thanks: times,
  /** messages that demand a human, or abuse; the same number at 1, 2 and 3 */
  demands: times,
  abuses: times,
  /** says with the first message what the tactic otherwise brings up later (level 0 of a truth-changing tactic) */
  openly: z.boolean().default(false),
})
export type TacticLevel = z.infer<typeof TacticLevel>

/** What a line presupposes. It is drawn only where all of it holds. */
export const Need = z.enum([
  /** the agent has said no, and this message answers it */
  'declined',
  /** the same, and a no spoke of a day or of how long something is */
  'declined_time',
  /** the agent has asked more than once */
  'asked_more',
  /** this message says that something is not to be had */
  'lacking',
  /** this message tells how something is or was, or that it is not to be had */
  'story',
  /** what this message evades is a number, a name, a day or an address / among these a code / how something is or was */
  'asked_detail',
  'asked_code',
  'asked_story',
  /** the customer has named a day / an e-mail address */
  'dated',
  'mailbox',
  /** what the desk is about, as its lexicon says (`setting`) */
  ...SETTINGS,
])
export type Need = z.infer<typeof Need>

/** A line a customer can say: as it stands, or with what it presupposes. */
export const Wording = z.union([
  z.string().min(1),
  z.strictObject({ say: z.string().min(1), needs: z.array(Need).min(1) }),
])
export type Wording = z.infer<typeof Wording>

export const wordsOf = (wording: Wording): string => (typeof wording === 'string' ? wording : wording.say)
export const needsOf = (wording: Wording): readonly Need[] =>
  typeof wording === 'string' ? [] : wording.needs

/** Words per language. `{wants}` and `{lies}` are the card's own words; a wording that needs one the card lacks is left out. */
const wordings = z.array(Wording).min(1)
export const TacticPhrases = z.strictObject({
  /** presses: pushes, arguments or claims */
  press: wordings.optional(),
  dodge: wordings.optional(),
  silence: wordings.optional(),
  detour: wordings.optional(),
  thank: wordings.optional(),
  demand: wordings.optional(),
  abuse: wordings.optional(),
  /** how a new, changed or corrected thing is brought up; `{value}` is the corrected value */
  correct: wordings.optional(),
  another: wordings.optional(),
  instead: wordings.optional(),
})
export type TacticPhrases = z.infer<typeof TacticPhrases>

/** Where the tactic makes sense, typed against a graph and a card; every member that is given must hold. */
export const Applies = z.strictObject({
  /** needs a field of this type among those the procedure learns */
  field_type: z.enum(['enum', 'string', 'number', 'boolean', 'date']).optional(),
  /** needs a field whose claim a record settles */
  settled_by_record: z.literal(true).optional(),
  /** needs a field that says who the customer is */
  identity: z.literal(true).optional(),
  /** every field the procedure learns, and every proposal, may be asked at least twice: one dodge must not decide */
  asked_twice: z.literal(true).optional(),
  /** the pinned emotion is already this, or no guard reads emotion */
  emotion: z.string().optional(),
  /** the case declines something: there is a no to press against */
  declined: z.literal(true).optional(),
  /** what the card must hold */
  card: z
    .array(
      z.enum([
        'cannot',
        'refuses',
        'lies',
        'truth',
        'corrects',
        'second_request',
        'changed_request',
        'several_at_start',
      ]),
    )
    .default([]),
})
export type Applies = z.infer<typeof Applies>

/** Acts a tactic promises never to make; checked on every message it plays. */
export const Never = z.enum([
  'set_field',
  'open_request',
  'demand_human',
  'abuse',
  'threaten_harm',
  'name_amount',
  'leave',
])
export type Never = z.infer<typeof Never>

export const Tactic = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]*$/),
    family: Family,
    title: z.string().min(1),
    /** one or two sentences for a person: what the customer does and what it tempts the agent into */
    about: z.string().min(1),
    preserves: z.literal('truth').optional(),
    changes: z.array(Change).min(1).optional(),
    raises: Count.optional(),
    /** the tone its messages have in place of the card's */
    tone: Tone.optional(),
    applies: Applies.default({ card: [] }),
    yields: z.strictObject({
      /** in words, for a person */
      when: z.string().min(1),
      /** declines taken before giving in, by intensity; without it the card's own */
      after: z.tuple([z.int().min(1), z.int().min(1), z.int().min(1), z.int().min(1)]).optional(),
    }),
    never: z.array(Never).min(1),
    levels: z.tuple([TacticLevel, TacticLevel, TacticLevel, TacticLevel]),
    /** other languages may be missing: the customer then presses in its own plain words */
    phrases: z
      .record(z.string().regex(/^[a-z]{2,3}$/), TacticPhrases)
      .refine((by) => by.en !== undefined, { error: 'needs English (en)' }),
  })
  .superRefine((tactic, context) => {
    for (const found of tacticFaults(tactic)) {
      context.addIssue({ code: 'custom', path: [...found.path], message: found.message, input: tactic })
    }
  })
export type Tactic = z.infer<typeof Tactic>

type Parts = {
  readonly preserves?: 'truth' | undefined
  readonly changes?: readonly Change[] | undefined
  readonly raises?: Count | undefined
  readonly never: readonly Never[]
  readonly levels: readonly [TacticLevel, TacticLevel, TacticLevel, TacticLevel]
}

/** What no single member can see: a tactic either keeps the truth and says what rises, or changes it the same way at 1, 2, 3. */
function tacticFaults(
  tactic: Parts,
): readonly { readonly path: readonly (string | number)[]; readonly message: string }[] {
  const faults: { path: readonly (string | number)[]; message: string }[] = []
  if ((tactic.preserves === undefined) === (tactic.changes === undefined)) {
    faults.push({ path: ['preserves'], message: 'a tactic either preserves truth or says what it changes' })
  }
  if (tactic.preserves !== undefined) faults.push(...preservingFaults(tactic))
  if (tactic.changes !== undefined) faults.push(...changingFaults(tactic))
  return faults
}

function preservingFaults({ raises, never, levels }: Parts) {
  const faults: { path: readonly (string | number)[]; message: string }[] = []
  if (raises === undefined) faults.push({ path: ['raises'], message: 'says which count rises from 0 to 3' })
  for (const must of ['set_field', 'open_request', 'demand_human', 'abuse'] as const) {
    if (!never.includes(must))
      faults.push({ path: ['never'], message: `a tactic that preserves truth never does ${must}` })
  }
  levels.forEach((level, at) => {
    if (level.demands > 0 || level.abuses > 0) {
      faults.push({
        path: ['levels', at],
        message: 'demands and abuses trigger interrupts: they change the truth',
      })
    }
    const before = levels[at - 1]
    if (raises !== undefined && before !== undefined && doseOf(level, raises) <= doseOf(before, raises)) {
      faults.push({ path: ['levels', at], message: `${raises} must be more than at ${at - 1}` })
    }
  })
  return faults
}

function changingFaults({ levels }: Parts) {
  const faults: { path: readonly (string | number)[]; message: string }[] = []
  if (!levels[0].openly)
    faults.push({ path: ['levels', 0], message: 'level 0 says the same openly and at once (openly: true)' })
  const demanded = levels.slice(1).map((level) => `${level.demands} ${level.abuses} ${level.openly}`)
  if (new Set(demanded).size > 1) {
    faults.push({
      path: ['levels'],
      message: 'demands, abuses and openly are the same at 1, 2 and 3: it is one case',
    })
  }
  return faults
}

/** How often a level makes the move its tactic counts, where the desk gives it every chance. */
export function doseOf(level: TacticLevel, raises: Count): number {
  // Pressing counts where the desk says no, and beside answers.
  if (raises === 'pushes' || raises === 'arguments' || raises === 'claims')
    return level.with_answers + level.per_decline
  return level[raises]
}

/** The kind of push a tactic's presses are. */
export const pressKind = (raises: Count | undefined): 'push' | 'argument' | 'claim' =>
  raises === 'arguments' ? 'argument' : raises === 'claims' ? 'claim' : 'push'
