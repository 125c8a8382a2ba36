import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { PriceEnding } from '../../../domain/money/price-endings.ts'
import { marginOf, ruledPrice, type PriceRule, type Rounding } from '../../../domain/money/price-rules.ts'
import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import type { StoredPrice } from '../../catalog/maintenance/price-queries.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { Database, NewRow } from '../../platform/db/tables.ts'
import { chosenProducts } from '../choice/chosen-products.ts'
import { lowsBefore, readPriceBasics, readPriceFacts, type PriceFacts } from '../choice/price-facts.ts'

/** How the prices of a campaign are computed: shares and amounts of its rule are below zero. */
export type CampaignRule = {
  readonly choice: ProductChoice
  readonly rule: Exclude<PriceRule, { how: 'margin' }>
  readonly ending: PriceEnding
  /** Down, unless it is said. */
  readonly rounding?: Rounding
}

/**
 * `no_price`: the product has no price to be reduced. `not_lower`: its price in the campaign would be no lower than its
 * usual one, so that it is left out. `above_low`: the campaign is no lower than the lowest price of the 30 days before
 * it. `below_cost`: it sells at a loss.
 */
export const campaignWarnings = ['below_cost', 'above_low', 'not_lower', 'no_price'] as const
export type CampaignWarning = (typeof campaignWarnings)[number]

/**
 * What a campaign does to a product. Prices are of one unit in the shop's own currency, minor units with VAT; the cost
 * is without VAT; `margin` is basis points of the campaign's price without VAT. `low` is the lowest price of the 30
 * days before the campaign.
 */
export type CampaignEffect = {
  readonly id: string
  readonly sku: string
  readonly before: Minor | null
  readonly after: Minor | null
  readonly low: Minor | null
  readonly cost: Minor | null
  readonly margin: number | null
  readonly warnings: readonly CampaignWarning[]
}

export type CampaignPriceRow = Omit<NewRow<'campaign_prices'>, 'campaign_id'>
export type CampaignPreview = {
  readonly effects: readonly CampaignEffect[]
  readonly rows: readonly CampaignPriceRow[]
}

/** More products are for several campaigns, or a change of prices: all rows are written in one transaction. */
const maxInCampaign = 5_000
const atOnce = 250

/**
 * Computes what a campaign would do from a moment on, and changes nothing. Throws PriceError where its products are
 * not known, or are none or too many.
 */
export async function previewCampaign(
  { db, now }: { db: Database; now: () => Date },
  rule: CampaignRule,
  startsAt: string,
): Promise<CampaignPreview> {
  const basics = await readPriceBasics(db, now())
  const products = await chosenProducts(db, basics, rule.choice, maxInCampaign)
  const rows: CampaignPriceRow[] = []
  const effects: CampaignEffect[] = []
  for (const some of slices(products, atOnce)) {
    // SQLite answers in this process: others get their turn between two parts.
    await nextTurn()
    const facts = await readPriceFacts(db, basics, some)
    const ids = facts.map(({ id }) => id)
    const lows = await lowsBefore(db, basics, ids, startsAt)
    for (const each of facts) {
      const own = campaignRows(each, rule, basics.base)
      rows.push(...own)
      effects.push(effectOf(each, { rows: own, base: basics.base, low: lows.get(each.id) ?? null }))
    }
  }
  return { effects, rows }
}

/** The prices of a product in a campaign: those that are lower than the usual ones. */
function campaignRows(
  facts: PriceFacts,
  { rule, ending, rounding = 'down' }: CampaignRule,
  base: CurrencyCode,
): CampaignPriceRow[] {
  const { id, cost, vatRate } = facts
  const isReduced = ({ currency, min_quantity: from }: StoredPrice) =>
    rule.how === 'percent' || (currency === base && (rule.how === 'amount' || from === 1))
  return facts.prices.filter(isReduced).flatMap(({ currency, min_quantity, amount: before }) => {
    const amount = ruledPrice(rule, { amount: before, cost, vatRate }, { ending, rounding })
    return amount === undefined || amount >= before ? [] : [{ product_id: id, currency, min_quantity, amount }]
  })
}

type Computed = { rows: readonly CampaignPriceRow[]; base: CurrencyCode; low: Minor | null }

/** What prices of a campaign do to a product. */
export function effectOf({ id, sku, unit, cost, vatRate }: PriceFacts, { rows, base, low }: Computed): CampaignEffect {
  const after = rows.find((row) => row.currency === base && row.min_quantity === 1)?.amount ?? null
  const margin = after === null || cost === null ? null : marginOf(after, cost, vatRate)
  const effect = { id, sku, before: unit, after, low, cost, margin }
  return { ...effect, warnings: campaignWarnings.filter((warning) => isWarned[warning](effect)) }
}

type Warned = Omit<CampaignEffect, 'warnings'>

const isWarned: Readonly<Record<CampaignWarning, (effect: Warned) => boolean>> = {
  below_cost: ({ margin }) => margin !== null && margin < 0,
  above_low: ({ after, low }) => after !== null && low !== null && after >= low,
  not_lower: ({ before, after }) => before !== null && (after === null || after >= before),
  no_price: ({ before }) => before === null,
}
