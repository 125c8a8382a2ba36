import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { PriceEnding } from '../../../domain/money/price-endings.ts'
import { ruledPrice, scaledPrice, type PriceRule } from '../../../domain/money/price-rules.ts'
import type { PriceFacts } from '../choice/price-facts.ts'
import type { ChangedPrice } from '../choice/rule-json.ts'

export type ChangeRule = { readonly rule: Exclude<PriceRule, { how: 'price' }>; readonly ending: PriceEnding }

/**
 * Why a product keeps its price: it has none, its price follows from a cost, its cost is not known, the rule gives no
 * price above zero, or the same one.
 */
type SkipReason = 'no_price' | 'follows_cost' | 'no_cost' | 'out_of_range' | 'same'

/** The prices of a product that a rule changes, or why it changes none. */
export type Changed =
  | { readonly reason: SkipReason }
  | { readonly reason: null; readonly after: Minor; readonly prices: readonly ChangedPrice[] }

/**
 * Computes what a rule makes of a product's prices: percent of all of them, an amount of those in the shop's own
 * currency; from a cost follows the price of one, and prices of more units change in proportion. A margin is rounded
 * up, so that it is earned; everything else to the nearest.
 */
export function changedPrices(facts: PriceFacts, wanted: ChangeRule, base: CurrencyCode): Changed {
  const { unit, cost, followsCost } = facts
  if (followsCost) return { reason: 'follows_cost' }
  if (unit === null || unit <= 0) return { reason: 'no_price' }
  if (wanted.rule.how === 'margin' && cost === null) return { reason: 'no_cost' }
  const after = ruled(facts, wanted, unit)
  return after === undefined ? { reason: 'out_of_range' } : changedWith(facts, wanted, { base, unit, after })
}

function ruled({ cost, vatRate }: PriceFacts, { rule, ending }: ChangeRule, amount: Minor): Minor | undefined {
  const rounding = rule.how === 'margin' ? 'up' : 'nearest'
  return ruledPrice(rule, { amount, cost, vatRate }, { ending, rounding })
}

type Unit = { readonly base: CurrencyCode; readonly unit: Minor; readonly after: Minor }

function changedWith(facts: PriceFacts, wanted: ChangeRule, { base, unit, after }: Unit): Changed {
  const { how } = wanted.rule
  const prices: ChangedPrice[] = []
  for (const { currency, min_quantity: from, amount: before } of facts.prices) {
    if (how !== 'percent' && currency !== base) continue
    const isScaled = how === 'margin' && from !== 1
    const amount = isScaled ? scaledPrice(before, { to: after, of: unit }, wanted.ending) : ruled(facts, wanted, before)
    if (amount === undefined) return { reason: 'out_of_range' }
    if (amount !== before) prices.push([currency, from, before, amount])
  }
  return prices.length === 0 ? { reason: 'same' } : { reason: null, after, prices }
}
