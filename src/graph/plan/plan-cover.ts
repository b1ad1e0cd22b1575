/** Something that could be chosen, and what it would cover. */
export type Offer<Item> = { readonly item: Item; readonly covers: readonly string[] }

/**
 * The fewest offers that cover the wanted ids, greedily: always the one that adds most, the earliest of equals. Gains
 * only shrink, so an offer is looked at again only when its last known gain is still the best.
 */
export function fewest<Item>(
  given: readonly Offer<Item>[],
  wanted: ReadonlySet<string>,
): readonly Offer<Item>[] {
  const offers = given.map((offer) => ({ item: offer.item, covers: [...new Set(offer.covers)] }))
  const left = new Set(wanted)
  const gains = offers.map((offer) => gainOf(offer, left))
  const chosen: number[] = []
  while (left.size > 0) {
    const best = bestOf(offers, { gains, left })
    if (best === undefined) break
    chosen.push(best)
    gains[best] = 0
    for (const id of offers[best]?.covers ?? []) left.delete(id)
  }
  return needed(chosen, offers, wanted)
}

const gainOf = (offer: { readonly covers: readonly string[] }, left: ReadonlySet<string>): number =>
  offer.covers.reduce((sum, id) => sum + (left.has(id) ? 1 : 0), 0)

type Race = { readonly gains: number[]; readonly left: ReadonlySet<string> }

function bestOf(offers: readonly Offer<unknown>[], { gains, left }: Race): number | undefined {
  let best: number | undefined
  let most = 0
  offers.forEach((offer, index) => {
    if ((gains[index] ?? 0) <= most) return
    const gain = gainOf(offer, left)
    gains[index] = gain
    if (gain <= most) return
    most = gain
    best = index
  })
  return best
}

/** Drops, latest first, what the others cover anyway; the rest in the order of the offers. */
function needed<Item>(
  chosen: readonly number[],
  offers: readonly Offer<Item>[],
  wanted: ReadonlySet<string>,
): readonly Offer<Item>[] {
  const times = new Map<string, number>()
  const coversOf = (index: number) => (offers[index]?.covers ?? []).filter((id) => wanted.has(id))
  for (const index of chosen) for (const id of coversOf(index)) times.set(id, (times.get(id) ?? 0) + 1)
  const kept = new Set(chosen)
  for (const index of [...chosen].reverse()) {
    if (!coversOf(index).every((id) => (times.get(id) ?? 0) > 1)) continue
    kept.delete(index)
    for (const id of coversOf(index)) times.set(id, (times.get(id) ?? 0) - 1)
  }
  return offers.filter((_, index) => kept.has(index))
}
