import { reduced, type Minor } from './exact.ts'
import type { Code, Part, ShopFacts } from './shop-facts.ts'
import { isSold, tierAt, tiersOf, vatRate, type Market, type Tier } from './unit-prices.ts'

export type AskedLine = { sku: string; quantity: number; bundleOf?: string; accessoryOf?: string }
export type Asked = { market: Market; customer: string | null; lines: readonly AskedLine[]; codes: readonly string[] }

/** A line as the shop must answer it; `unit` is before percentage discounts, `vat` in hundredths of a percent. */
export type Line = {
  part: Part
  asked: AskedLine
  quantity: number
  unit: Minor
  ordinary: Minor
  tiers: readonly Tier[]
  vat: bigint
  isCampaign: boolean
  /** Added by cross-sell, upsell bundle or coupon: no extra discount (section 9). */
  isBound: boolean
}

/** The orderable lines, in their order; lines of the same part share its stock. */
export function linesOf(facts: ShopFacts, { market, lines }: Pick<Asked, 'market' | 'lines'>): Line[] {
  const taken = new Map<string, number>()
  return lines.flatMap((asked) => {
    const part = facts.parts.get(asked.sku)
    if (part === undefined || !isSold(facts, part, market)) return []
    const left = part.available - (taken.get(part.sku) ?? 0)
    const quantity = Math.min(asked.quantity, left, bundleLimit(lines, asked))
    if (quantity <= 0) return []
    taken.set(part.sku, (taken.get(part.sku) ?? 0) + quantity)
    return [lineOf(facts, { part, asked, quantity, market })]
  })
}

/** A bundle's part is limited to the quantity of its base product. */
function bundleLimit(lines: readonly AskedLine[], { bundleOf }: AskedLine): number {
  if (bundleOf === undefined) return Infinity
  return lines
    .filter(
      ({ sku, bundleOf: other, accessoryOf }) => sku === bundleOf && other === undefined && accessoryOf === undefined,
    )
    .reduce((all, { quantity }) => all + quantity, 0)
}

type Wanted = { part: Part; asked: AskedLine; quantity: number; market: Market }

function lineOf(facts: ShopFacts, { part, asked, quantity, market }: Wanted): Line {
  const bundle = facts.bundles.find(({ base, part: other }) => base === asked.bundleOf && other === part.sku)
  const percent = bundle?.percent ?? 0n
  const tiers = tiersOf(facts, part, market).map((tier) => ({ ...tier, price: reduced(tier.price, percent) }))
  const tier = tierAt(tiers, quantity)
  if (tier === undefined) throw new Error(`${part.sku} has no price for ${quantity}.`)
  const isBound = bundle !== undefined || asked.accessoryOf !== undefined
  return {
    part,
    asked,
    quantity,
    unit: tier.price,
    ordinary: tier.ordinary,
    tiers,
    vat: vatRate(facts, market.country, part.vatClass),
    isCampaign: tier.isCampaign,
    isBound,
  }
}

/** A part added by a coupon is free. */
export function giftLine(facts: ShopFacts, { adds }: Code, market: Market): Line | undefined {
  const part = facts.parts.get(adds ?? '')
  if (part === undefined || part.available < 1 || !isSold(facts, part, market)) return undefined
  const ordinary = tierAt(tiersOf(facts, part, market), 1)?.ordinary ?? 0n
  return {
    part,
    asked: { sku: part.sku, quantity: 1 },
    quantity: 1,
    unit: 0n,
    ordinary,
    tiers: [],
    vat: vatRate(facts, market.country, part.vatClass),
    isCampaign: false,
    isBound: true,
  }
}
