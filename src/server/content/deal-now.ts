import type { LayoutDeal } from '../../contracts/catalog-pages/layout.ts'
import { activeTiers, tierFor } from '../../domain/money/price-tiers.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { productCards } from '../catalog/products/product-cards.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { earliest } from '../platform/http/pages/page-result.ts'
import { runningDeal, type DealRow } from './queries.ts'

/** Loads the running deal with this shopper's prices; null when none runs. */
export async function dealNow(
  db: Queryable,
  context: ShoppingContext,
  now: Date,
): Promise<{ deal: LayoutDeal | null; changesAt: string | null }> {
  const row = await runningDeal(db, context.language, now.toISOString())
  if (!row) return { deal: null, changesAt: null }
  const { deal, changesAt } = await dealWithPrices(db, context, row, now)
  return { deal, changesAt: earliest(row.expires_at, changesAt) }
}

/**
 * Prices a deal: the reduced price and the lowest price of the 30 days before, in the shopper's currency. The
 * percentage is computed from those two, not from the operator's text, and is 0 when nothing is reduced (7 a §
 * prisinformationslagen).
 */
export async function dealWithPrices(
  db: Queryable,
  context: ShoppingContext,
  { product_id: id, ...row }: DealRow,
  at: Date,
) {
  const {
    cards: [card],
    changesAt,
  } = await productCards(db, context, [id], at)
  const tier = card?.prices.c && tierFor(activeTiers(card.prices), 1)
  const reduced = card && tier?.o !== undefined && tier.d ? { price: tier.p, lowest: tier.o, vat: card.vat } : null
  const deal: LayoutDeal = { ...row, discount: reduced ? (tier?.d ?? 0) : 0, reduced }
  return { deal, changesAt }
}
