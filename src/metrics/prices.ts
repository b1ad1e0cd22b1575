import { z } from 'zod'

/**
 * What models cost. In: a dated table of list prices and the tokens of a call. Out: US dollars, or null where the model
 * is not in the table: an unknown price is never 0.
 */
const usd = z.number().min(0).max(10_000)

export const Price = z
  .strictObject({
    model: z
      .string()
      .regex(/^[a-z0-9-]+:\S+$/, 'a model is named provider:name')
      .describe('provider:name'),
    as_of: z.iso.date().describe('the day this price is known from'),
    input: usd.describe('USD per million tokens sent'),
    output: usd.describe('USD per million tokens received, reasoning included'),
    cached: usd
      .optional()
      .describe('USD per million tokens sent that the provider had cached; else as input'),
  })
  .describe('The list price of one model.')
export type Price = z.infer<typeof Price>

export const PriceList = z.array(Price)
export const PricesFile = z
  .strictObject({ prices: PriceList })
  .describe('List prices of models, in US dollars per million tokens.')

export type Prices = ReadonlyMap<string, Price>
export const NO_PRICES: Prices = new Map()

/** Later lists win: a project's own prices over the ones we ship. */
export const pricesOf = (...lists: readonly (readonly Price[])[]): Prices =>
  new Map(lists.flat().map((price) => [price.model, price]))

/** Tokens of one or more calls. `cached` is a part of `input`, `reasoning` a part of `output`. */
export type Tokens = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cached_tokens: number
  readonly reasoning_tokens: number
}

const MILLION = 1_000_000

export function costOf(model: string, tokens: Tokens, prices: Prices): number | null {
  const price = [model, withoutDate(model), ...atTheVendor(model)].flatMap(
    (name) => prices.get(name) ?? [],
  )[0]
  if (price === undefined) return null
  const cached = Math.min(tokens.cached_tokens, tokens.input_tokens)
  const sent = (tokens.input_tokens - cached) * price.input + cached * (price.cached ?? price.input)
  return (sent + tokens.output_tokens * price.output) / MILLION
}

/** `openai:gpt-4o-2024-08-06` costs what `openai:gpt-4o` costs, unless it has an entry of its own. */
const withoutDate = (model: string): string => model.replace(/-20\d\d-?\d\d-?\d\d$/, '')

/** OpenRouter passes list prices on: `openrouter:openai/gpt-4o` costs what `openai:gpt-4o` does, unless it has its own. */
function atTheVendor(model: string): readonly string[] {
  const [, vendor, name] = /^openrouter:([^/]+)\/([^:]+)$/.exec(model) ?? []
  if (vendor === undefined || name === undefined) return []
  // Anthropic writes claude-sonnet-4-5 where OpenRouter writes claude-sonnet-4.5.
  return [name, name.replaceAll('.', '-')].map((one) => `${vendor}:${withoutDate(one)}`)
}
