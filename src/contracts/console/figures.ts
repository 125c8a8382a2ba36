import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ReturnReason } from '../../domain/orders/returns.ts'
import { formChoice } from '../form-fields.ts'

/** What a period is compared with: the one of the same length before it, or the same days a year earlier. */
export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** The tables that can be taken as a file. */
const figureTables = ['sales', 'parts', 'slow', 'returns', 'codes', 'reduced', 'views'] as const
export type FigureTable = (typeof figureTables)[number]
export const figureFileForm = z.object({ table: formChoice(figureTables), kind: formChoice(['csv', 'xlsx']) })

/** First and last day (`2026-11-23`), by the home country's clock. */
export type Days = { readonly from: string; readonly to: string }

/**
 * The sums of some days, in minor units of the base currency, with delivery and without gift cards. `gross` has VAT,
 * `net` has none. `credited` was credited in these days, without VAT, whenever it was sold.
 */
export type SalesSums = { orders: number; units: number; gross: Minor; net: Minor; credited: Minor }

/** Goods that were sold and not credited, without VAT. `known` is the part of `net` whose cost is known. */
type MarginSums = { net: Minor; known: Minor; cost: Minor }

/** Checkouts that were begun, those whose order was sent, and those that were paid or are on invoice. */
type CheckoutSteps = { begun: number; sent: number; done: number }

type PartFigures = {
  sku: string
  name: string
  units: number
  net: Minor
  /** What the units cost; null where no cost is known. */
  cost: Minor | null
}
type SlowPart = { sku: string; name: string; units: number; cost: Minor | null; worth: Minor | null }
export type ReturnedPart = {
  sku: string
  name: string
  returned: number
  sold: number
  reasons: readonly ReturnReason[]
}
export type CodeFigures = { code: string; orders: number; net: Minor; discount: Minor }
/**
 * A product whose page was seen: `before` in the period that is compared with, `carts` are checkouts that were begun
 * with it.
 */
type ViewedPart = { sku: string; name: string; views: number; before: number; carts: number; orders: number }
/** `before` are the units of the period that is compared with; `reduction` is with VAT. */
type ReducedPart = { sku: string; name: string; units: number; before: number; net: Minor; reduction: Minor }

export type FiguresPage = {
  period: Days
  before: Days
  comparison: Comparison
  isWrong: boolean
  /** Periods that are asked for often, with their addresses. */
  quick: readonly { name: 'week' | 'month' | 'this_month' | 'last_month' | 'year'; address: string }[]
  currency: CurrencyCode
  /** Whether sums of other currencies were converted at today's rates. */
  isConverted: boolean
  sales: { now: SalesSums; before: SalesSums }
  /** Day by day, week by week or month by month: each is named by its first day. */
  buckets: readonly { from: string; now: SalesSums; before: SalesSums }[]
  step: 'day' | 'week' | 'month'
  margin: { now: MarginSums; before: MarginSums }
  steps: { now: CheckoutSteps; before: CheckoutSteps }
  /** The stock at its cost, as it is now; `unknown` parts have units but no cost. */
  stock: { parts: number; units: number; worth: Minor; unknown: number }
  parts: readonly PartFigures[]
  slow: readonly SlowPart[]
  returns: readonly ReturnedPart[]
  codes: readonly CodeFigures[]
  reduced: readonly ReducedPart[]
  /** Views of the pages of products. */
  viewed: {
    now: number
    before: number
    buckets: readonly { from: string; now: number; before: number }[]
    parts: readonly ViewedPart[]
  }
}
