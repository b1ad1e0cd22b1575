import { costOf, type Price } from '../../metrics/prices.ts'
import { moneyOf, type Spent, summed } from '../../metrics/usage.ts'
import type { ModelWatch } from '../../models/chat-model.ts'
import { loadPrices } from './load-prices.ts'

/** Counts what models cost outside of trials, as judges or writers: their calls belong to no transcript. */
export type ModelCosts = {
  readonly watch: ModelWatch
  readonly uses: () => readonly Spent[]
  /** one paragraph for a person; none where nothing was paid for */
  readonly say: () => readonly string[]
}

export async function openModelCosts(own: readonly Price[]): Promise<ModelCosts> {
  const prices = await loadPrices(own)
  let spent: readonly Spent[] = []
  let retries = 0
  const watch: ModelWatch = {
    used: ({ model, usage, usd }) => {
      const tokens = {
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cached_tokens: usage.cachedTokens,
        reasoning_tokens: usage.reasoningTokens,
      }
      const use = {
        model,
        calls: 1,
        ...tokens,
        usd: usd ?? costOf(model, tokens, prices),
      }
      spent = summed([...spent, use], ({ model: name }) => name)
    },
    retried: () => {
      retries += 1
    },
  }
  const say = (): readonly string[] => {
    if (spent.length === 0) return []
    const calls = spent.reduce((sum, use) => sum + use.calls, 0)
    const tokens = spent.reduce((sum, use) => sum + use.input_tokens + use.output_tokens, 0)
    const usd = moneyOf(spent)
    const money = usd === null ? 'price unknown' : `${usd.toFixed(2)} USD`
    return [`${calls} calls, ${tokens} tokens, ${money}${retries === 0 ? '' : `; ${retries} retried`}.`]
  }
  return { watch, uses: () => spent, say }
}
