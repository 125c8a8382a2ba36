/** A line of an order: what it is offered with and at how many percent less, or the code that gave it. */
type Line = {
  product_id: string
  parent: string | null
  isBundle: boolean
  percent: number
  gift: string | null
  tiers: readonly { q: number }[]
}
/** Units of the lines of one product that are offered with another one. */
type Offer = { product: string; parent: string; percent: number; units: number; steps: readonly number[] }

/** The kept units of each line; `own`: those of each product that are neither offered with another one nor given. */
export type Kept = {
  lines: readonly Line[]
  quantities: readonly number[]
  offers: ReadonlyMap<string, Offer>
  own: ReadonlyMap<string, number>
}

/** How many units of each offer are bought with it, and which lines of gifts are bought. */
export type Way = { inOffers: ReadonlyMap<string, number>; bought: ReadonlySet<number> }

/**
 * So many ways are computed, or twice as many by turns, and fewer for orders of many lines: none takes a second.
 */
const maxWays = 2_000
const maxLinesOfWays = 40_000

/** Each product that is offered with another one has as many offered units as there are of that. */
export function offerOf({ parent, isBundle, product_id: id }: Line): string {
  return `${isBundle ? 'bundle' : 'accessory'} ${parent} ${id}`
}

export function keptUnits(lines: readonly Line[], quantities: readonly number[]): Kept {
  const [offers, own] = [new Map<string, Offer>(), new Map<string, number>()]
  for (const [at, line] of lines.entries()) {
    const { product_id: product, parent, percent, gift, tiers } = line
    const units = quantities[at] ?? 0
    if (units === 0 || gift !== null) continue
    if (parent === null) add(own, product, units)
    else {
      const before = offers.get(offerOf(line))?.units ?? 0
      offers.set(offerOf(line), { product, parent, percent, units: before + units, steps: tiers.map(({ q }) => q) })
    }
  }
  return { lines, quantities, offers, own }
}

/** Units of each product that are bought alone in a way: offers of other products depend on these. */
export function unitsAlone({ lines, quantities, offers, own }: Kept, { inOffers, bought }: Way): Map<string, number> {
  const units = new Map(own)
  for (const [name, offer] of offers) add(units, offer.product, offer.units - (inOffers.get(name) ?? 0))
  for (const at of bought) add(units, lines[at]?.product_id ?? '', quantities[at] ?? 0)
  return units
}

/** Tells whether each offer of a way has the product that it depends on. */
export function isPossible({ offers }: Kept, { inOffers }: Way, alone: ReadonlyMap<string, number>): boolean {
  return [...offers].every(([name, { parent, percent }]) => {
    const [units, beside] = [inOffers.get(name) ?? 0, alone.get(parent) ?? 0]
    return percent > 0 ? units <= beside : units === 0 || beside > 0
  })
}

/**
 * Finds the cheapest way to buy the kept units; of ways that cost the same, the one that is most like the order.
 * Offered units that are more than those of their product may be bought without the offer, and then have the offers of
 * a product that is bought alone. A gift may be bought: with it, the minimum spend of the code of another one may be
 * reached. `costOf` tells what a way costs, undefined if it is not possible.
 */
export function cheapestWay<Cost extends { sum: number }>(
  kept: Kept,
  costOf: (way: Way) => Cost | undefined,
): Cost | undefined {
  const open = openOffers(kept)
  const gifts = kept.lines.flatMap(({ gift }, at) => (gift !== null && (kept.quantities[at] ?? 0) > 0 ? [at] : []))
  const whole = new Map([...kept.offers].map(([name, { units }]) => [name, units]))
  const cost = (picked: readonly number[]): Cost | undefined =>
    costOf({
      inOffers: new Map([...whole, ...open.map(({ name }, at) => [name, picked[at] ?? 0] as const)]),
      bought: new Set(gifts.filter((_, at) => picked[open.length + at] === 1)),
    })
  const budget = Math.min(maxWays, Math.ceil(maxLinesOfWays / Math.max(1, kept.lines.length)))
  const choices = [...open.map(({ counts }) => counts), ...gifts.map(() => [0, 1])]
  if (choices.reduce((ways, { length }) => ways * length, 1) <= budget) return leastOfAll(choices, cost)
  const short = [...open.map(({ counts, steps }) => shortened(counts, steps)), ...gifts.map(() => [0, 1])]
  return leastByTurns(short, open.length, { cost, budget: 2 * budget })
}

/**
 * The offers of which some units may be bought alone, and the numbers of units that may stay in each, the largest
 * first: those whose product is kept in too few units, and those that could be such a product.
 */
function openOffers({ lines, quantities, offers, own }: Kept) {
  const most = new Map<string, number>()
  for (const [at, { product_id: id }] of lines.entries()) add(most, id, quantities[at] ?? 0)
  const limit = ({ parent, percent, units }: Offer, beside: ReadonlyMap<string, number>): number => {
    const there = beside.get(parent) ?? 0
    return percent > 0 ? Math.min(units, there) : there > 0 ? units : 0
  }
  const open = new Map([...offers].filter(([, offer]) => limit(offer, own) < offer.units))
  for (const { parent } of open.values())
    for (const [name, offer] of offers) if (offer.product === parent) open.set(name, offer)
  return [...open].map(([name, offer]) => {
    const units = limit(offer, most)
    const counts = offer.percent > 0 ? Array.from({ length: units + 1 }, (_, less) => units - less) : [units, 0]
    const ownUnits = own.get(offer.product) ?? 0
    const steps = [
      own.get(offer.parent) ?? 0,
      ...offer.steps.flatMap((q) => [q, offer.units - q, offer.units - q + ownUnits]),
    ]
    return { name, counts: [...new Set(counts)], steps }
  })
}

/** The numbers at which a price can change. */
function shortened(counts: readonly number[], steps: readonly number[]): readonly number[] {
  return counts.filter((count, at) => at === 0 || at === counts.length - 1 || steps.includes(count))
}

type Costing<Cost> = (picked: readonly number[]) => Cost | undefined

function leastOfAll<Cost extends { sum: number }>(
  choices: readonly (readonly number[])[],
  cost: Costing<Cost>,
): Cost | undefined {
  let least: Cost | undefined
  const pick = (picked: readonly number[]): void => {
    const options = choices[picked.length]
    if (options) return options.forEach((option) => pick([...picked, option]))
    const found = cost(picked)
    if (found && (!least || found.sum < least.sum)) least = found
  }
  pick([])
  return least
}

/**
 * Changes one choice at a time while that costs less, from where most is offered and given to where all is bought. The
 * last of these is always possible.
 */
function leastByTurns<Cost extends { sum: number }>(
  choices: readonly (readonly number[])[],
  offers: number,
  { cost, budget }: { cost: Costing<Cost>; budget: number },
): Cost | undefined {
  let left = budget
  const costWithin: Costing<Cost> = (picked) => (left-- > 0 ? cost(picked) : undefined)
  const startOf = (offered: number, given: number) =>
    choices.map((options, at) => options.at(at < offers ? offered : given) ?? 0)
  let least: Cost | undefined
  for (const start of [startOf(0, 0), startOf(0, -1), startOf(-1, -1)]) {
    const first = cost(start)
    const found = first && cheaperByTurns(choices, { picked: start, cost: first }, costWithin)
    if (found && (!least || found.sum < least.sum)) least = found
  }
  return least
}

type Start<Cost> = { picked: readonly number[]; cost: Cost }

function cheaperByTurns<Cost extends { sum: number }>(
  choices: readonly (readonly number[])[],
  start: Start<Cost>,
  cost: Costing<Cost>,
): Cost {
  const turns = choices.flatMap((options, at) => options.map((option) => ({ at, option })))
  let best = start
  for (let before: Start<Cost> | undefined; before !== best;) {
    before = best
    for (const { at, option } of turns) {
      const picked = best.picked.with(at, option)
      const found = option === best.picked[at] ? undefined : cost(picked)
      if (found && found.sum < best.cost.sum) best = { picked, cost: found }
    }
  }
  return best.cost
}

function add(units: Map<string, number>, product: string, count: number): void {
  units.set(product, (units.get(product) ?? 0) + count)
}
