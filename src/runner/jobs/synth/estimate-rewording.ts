import type { Pack } from '../../../cases/case.ts'
import type { CasePlan } from '../../../cases/plan-cases.ts'
import { costOf, type Prices } from '../../../metrics/prices.ts'
import type { ChatRequest } from '../../../models/chat-model.ts'
import { openHeard } from './near-duplicates.ts'
import { makePairs, type PairWishes } from './pairs.ts'
import { rewordRequest } from './reword/prompt.ts'
import { shownMessages } from './reword/rewordable.ts'

/** What rewording would send and cost, measured on the first dialogues; nothing is sent. */
export type RewordingEstimate = {
  readonly dialogues: number
  readonly calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** null: the price of the model is not known */
  readonly cost_usd: number | null
  /** the first call as it would be sent */
  readonly first: { readonly system: string; readonly message: string } | null
}

const SAMPLE_MAX = 24
/** A rough rule for European languages; providers count each in their own way. */
const CHARACTERS_PER_TOKEN = 4

export async function estimateRewording(
  pack: Pack,
  plan: CasePlan,
  { wishes, model, prices }: { readonly wishes: PairWishes; readonly model: string; readonly prices: Prices },
): Promise<RewordingEstimate> {
  const requests: ChatRequest[] = []
  let written = 0
  const sample = { ...wishes, n: Math.min(wishes.n, SAMPLE_MAX) }
  for await (const made of makePairs(pack, plan, { wishes: sample, heard: openHeard() })) {
    if ('leftOut' in made) continue
    for (const played of made.wrong === null ? [made.right] : [made.right, made.wrong]) {
      const shown = shownMessages(played, new Map(), pack)
      requests.push(rewordRequest(shown, pack.language))
      written += shown.reduce((sum, { n, text }) => sum + (n === null ? 0 : text.length + ANSWER_FRAME), 0)
    }
  }
  const sent = requests.reduce((sum, request) => sum + request.system.length + messageOf(request).length, 0)
  const times = requests.length === 0 ? 0 : wishes.n / requests.length
  const tokens = {
    input_tokens: Math.round((sent * times) / CHARACTERS_PER_TOKEN),
    output_tokens: Math.round((written * times) / CHARACTERS_PER_TOKEN),
  }
  const [first] = requests
  return {
    dialogues: wishes.n,
    calls: requests.length === 0 ? 0 : wishes.n,
    ...tokens,
    cost_usd: costOf(model, { ...tokens, cached_tokens: 0, reasoning_tokens: 0 }, prices),
    first: first === undefined ? null : { system: first.system, message: messageOf(first) },
  }
}

/** `{"n": 12, "text": ""}` around each text. */
const ANSWER_FRAME = 20

const messageOf = ({ messages }: ChatRequest): string => messages.map(({ content }) => content).join('\n')
