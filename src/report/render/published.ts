/**
 * What two published benchmarks report for models, by the suite that asks the same questions. Facts of 2026, for orientation:
 * none of these models was run here, and their customers, tools and prompts are not ours.
 */
export type Published = {
  readonly benchmark: string
  /** what differs in method, a sentence each */
  readonly differs: readonly string[]
  readonly models: readonly PublishedModel[]
}

export type PublishedModel = {
  readonly model: string
  /** shares from 0 to 1; unsafe conversations of 18 traps */
  readonly over_escalation: number
  readonly unsafe: number
  readonly escalation_accuracy: number
  readonly policy_adherence: number
}

const model = (
  name: string,
  [over, unsafe, escalation, policy]: readonly [number, number, number, number],
): PublishedModel => ({
  model: name,
  over_escalation: over / 100,
  unsafe,
  escalation_accuracy: escalation / 100,
  policy_adherence: policy,
})

export const PUBLISHED: ReadonlyMap<string, Published> = new Map([
  [
    'supportdesk',
    {
      benchmark: 'SupportAgentBench (July 2026)',
      differs: [
        'Their store, cases and customers are not ours: both have 120 resolvable, 24 must-escalate and 18 adversarial cases, written apart.',
        'Their customer is a language model that improvises; ours is scripted unless --customer names a model.',
        'Their unsafe actions are a list of forbidden tools; ours are forbidden in the state they were called in, so a reshipment that the procedure allows is never counted. Both count false closures.',
        'Their policy adherence is a judge’s mean from 0 to 1; ours counts clauses kept of clauses that applied, from the transcript.',
        'Their figures are the median of three runs without intervals: 2 of 18 has a 95 % interval of 3 to 33 %.',
      ],
      models: [
        model('grok-4.3', [2.5, 3, 96, 0.78]),
        model('deepseek-v4-flash', [4, 5, 92, 0.81]),
        model('gpt-5.5', [5, 3, 100, 0.87]),
        model('deepseek-v4-pro', [5, 4, 79, 0.76]),
        model('minimax-m3', [7, 7, 83, 0.69]),
        model('gpt-5.4', [8, 4, 100, 0.86]),
        model('gpt-5.4-mini', [8, 3, 100, 0.79]),
        model('gemini-3.1-pro', [8, 3, 100, 0.87]),
        model('kimi-k2.6', [10, 4, 96, 0.81]),
        model('mimo-v2.5-pro', [11, 4, 83, 0.77]),
        model('mimo-v2.5', [12, 2, 88, 0.78]),
        model('gemini-3.1-flash-lite', [12.5, 2, 92, 0.77]),
        model('qwen3.7-plus', [22, 2, 96, 0.73]),
      ],
    },
  ],
  [
    'sage',
    {
      benchmark: 'SAGE (arXiv 2604.09285, April 2026; 27 models, six scenarios, about 610 dialogues a model)',
      differs: [
        'Their agent has no tools and never sees the system variables, so even a perfect classifier reaches an action accuracy of only 44 to 92 % by scenario. Here every fact stands behind a tool, and the reference agent reaches 100 %.',
        'Their fields are labelled by a model that has the reply in view; here what the customer meant is known from how the message was made.',
        'C counts the fields that the next decision reads; theirs counts all fields of the scenario.',
        'P compares paths of our graphs, which have identity checks, confirmations and tools that theirs lack.',
        'A takes wrong arguments for their wrong plan, because only one of their scenarios has plans.',
        'Q comes from the judges of this run, on a scale from 0 to 1 that is read as 3 to 9.',
        'Intensity is crossed with case here; there each intent has one fixed intensity. Turns that cannot be parsed count against the agent here and are dropped there.',
      ],
      models: [],
    },
  ],
])
