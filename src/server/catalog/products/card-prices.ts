import { toMinor, type Minor } from '../../../domain/money/money.ts'
import { activeTiers, tierFor } from '../../../domain/money/price-tiers.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { variantIds } from './card-queries.ts'
import { shownFacts } from './product-cards.ts'
import { productFacts, type Reading } from './product-facts.ts'

/** Reads the prices of one that cards of these products show, in minor units; those without a price are left out. */
export async function cardPrices(
  db: Queryable,
  context: ShoppingContext,
  ids: readonly string[],
  now: Date,
  reading: Pick<Reading, 'pricing'>,
): Promise<Map<string, Minor>> {
  const choices = await variantIds(db, ids)
  const facts = await productFacts(db, context, [...ids, ...choices.map(({ id }) => id)], now, reading)
  const choicesOf = Map.groupBy(choices, (choice) => choice.parent_id)
  return new Map(
    ids.flatMap((id) => {
      const own = facts.get(id)
      if (!own) return []
      const variants = (choicesOf.get(id) ?? []).flatMap((choice) => facts.get(choice.id) ?? [])
      const shown = tierFor(activeTiers(shownFacts(own, variants).prices), 1)
      return shown ? [[id, toMinor(shown.p)] as const] : []
    }),
  )
}
