import type { Dimension } from './judge.ts'

/**
 * What each level of each dimension means. Five levels, because people who share anchors can tell five apart; level / 4
 * is the rating. Fixed: a changed word is a changed judge (`promptHash`), and needs its calibration anew.
 */
export const LEVELS = [0, 1, 2, 3, 4] as const
export type Level = (typeof LEVELS)[number]
export const LEVEL_MAX = 4

type Anchors = {
  readonly asks: string
  /** what a message of level 0, 1, 2, 3, 4 is like */
  readonly levels: readonly [string, string, string, string, string]
}

export const RUBRIC: Readonly<Record<Dimension, Anchors>> = {
  language: {
    asks: 'Is the message written so that this customer understands it at first reading?',
    levels: [
      'cannot be understood, or is in a language the customer does not use',
      'understood only with effort: garbled, contradicts itself, internal codes or raw data, far too long',
      'understandable with clear flaws: clumsy, padded, ambiguous in a point that matters',
      'clear and correct; a small flaw such as needless repetition or stiff wording',
      'clear, correct, well ordered and no longer than it needs to be',
    ],
  },
  empathy: {
    asks: 'Does the message meet the feeling and the situation the customer has shown so far?',
    levels: [
      'rude, mocking, blaming or dismissive',
      'cold: passes over a feeling or trouble the customer has plainly shown',
      'neutral politeness, or a stock phrase that would fit any customer',
      'acknowledges what this customer went through or feels, in fitting words',
      'acknowledges it specifically and in proportion, and lets it shape what is said; to a calm customer with a plain question: friendly and to the point',
    ],
  },
  usefulness: {
    asks: 'Does the message move the customer’s concern forward?',
    levels: [
      'no content, or false lead: the customer is worse off than before',
      'beside the point, or asks again for what was already said',
      'touches the concern but leaves open what happens next or what the customer should do',
      'moves it forward: asks for what is needed, or says what is, with a small gap',
      'moves it forward as far as one message can: the right question, or a complete and concrete answer with the next step',
    ],
  },
  satisfaction: {
    asks: 'How would a fair-minded customer in this place feel on reading the message?',
    levels: [
      'angry or insulted; would complain',
      'annoyed or not taken seriously',
      'unmoved: neither helped nor put off',
      'served: content to go on',
      'well served: relieved or pleased, even where the answer is no and well explained',
    ],
  },
  compliance: {
    asks: 'Does the message do what was asked of it: by the customer (answer the question, keep the language and form asked for) and by the company’s rules on how agents speak, where a procedure is given?',
    levels: [
      'does the opposite of what was asked, or says what the rules forbid to say',
      'ignores the request or a rule on how to speak',
      'follows in part: answers one of two questions, or keeps the letter and misses the point',
      'follows, with a small slip',
      'follows completely; a refusal counts as following where it is said plainly and with its reason',
    ],
  },
  resolution_quality: {
    asks: 'Taking the whole conversation: how well was the customer’s concern dealt with, by what was done at the desk and by what was said of it?',
    levels: [
      'not dealt with, or the customer was told of something that was not done',
      'hardly: left with neither an answer nor a next step',
      'partly: something was settled, something the customer asked for was left open without a word',
      'settled, refused with its reason, or passed on with a clear next step; with detours',
      'settled, refused with its reason, or passed on with a clear next step; without detours',
    ],
  },
  policy_adherence_judged: {
    asks: 'Taking the whole conversation: how far does the agent keep to the company’s procedure as given, in what it asked, looked up, did, promised, refused and explained?',
    levels: [
      'promises or does what the procedure forbids',
      'skips a condition or check the procedure demands before what was promised',
      'keeps the main line and misses a demand that matters less',
      'keeps the procedure, with a small omission',
      'keeps every demand of the procedure that applied',
    ],
  },
}

/** One dimension as the judge reads it. */
export const rubricOf = (dimension: Dimension): string => {
  const { asks, levels } = RUBRIC[dimension]
  return [`${dimension}: ${asks}`, ...levels.map((meaning, level) => `  ${level} = ${meaning}`)].join('\n')
}
