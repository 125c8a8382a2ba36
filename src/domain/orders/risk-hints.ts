import type { CurrencyCode } from '../money/currencies.ts'
import { toMinor, type Minor } from '../money/money.ts'

/** The facts of an order by which staff judge whether it is fraudulent. */
export type RiskFacts = {
  deliveryCountry: string
  /** The country of the buyer's account or organization; null for a guest. */
  billingCountry: string | null
  /** Orders of the same e-mail address or network in the day until this one, which is counted. */
  ordersWithinDay: number
  /** Whether the same address has ordered and paid before. */
  hasOrderedBefore: boolean
  total: Minor
  currency: CurrencyCode
  /** Payments of the same address that failed in the day around the order. */
  failedPayments: number
}

/** A fact that is a reason to look twice. */
export type RiskHint =
  | { kind: 'other_country'; delivery: string; billing: string }
  | { kind: 'many_orders'; count: number }
  | { kind: 'large_first'; total: Minor }
  | { kind: 'failed_payments'; count: number }

/** From here a count is high. */
const manyOrders = 4
const manyFailures = 3
/** From here a first order is large, in whole units of its currency. */
const largeAmounts: Readonly<Record<CurrencyCode, number>> = {
  SEK: 10_000,
  NOK: 10_000,
  DKK: 7_500,
  EUR: 1_000,
  GBP: 900,
  USD: 1_100,
}

/**
 * Lists what an order has in common with fraudulent ones. Each has an honest explanation too: the list is only shown,
 * and nothing is decided by it.
 */
export function riskHints(facts: RiskFacts): RiskHint[] {
  const { deliveryCountry: delivery, billingCountry: billing, ordersWithinDay, failedPayments, total } = facts
  const isFirstLarge = !facts.hasOrderedBefore && total >= toMinor(largeAmounts[facts.currency])
  return [
    ...(billing !== null && billing !== delivery ? [{ kind: 'other_country', delivery, billing } as const] : []),
    ...(ordersWithinDay >= manyOrders ? [{ kind: 'many_orders', count: ordersWithinDay } as const] : []),
    ...(isFirstLarge ? [{ kind: 'large_first', total } as const] : []),
    ...(failedPayments >= manyFailures ? [{ kind: 'failed_payments', count: failedPayments } as const] : []),
  ]
}
