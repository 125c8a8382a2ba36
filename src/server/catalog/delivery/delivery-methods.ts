import type { DeliveryMethod } from '../../../domain/cart/delivery-methods.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { methodRows } from './queries.ts'

type Row = Awaited<ReturnType<typeof methodRows>>[number]

/** Reads the delivery methods of a country with their price bands, in the merchant's order. */
export async function deliveryMethods(db: Queryable, country: string, language: Language): Promise<DeliveryMethod[]> {
  const rows = await methodRows(db, country, language)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(methodOf)
}

function methodOf(rows: readonly Row[]): DeliveryMethod[] {
  const [first] = rows
  if (!first) return []
  const { id, kind, name, days_from: from, days_to: to, free_from: freeFrom, above_grams: aboveGrams } = first
  return [
    {
      id,
      kind,
      name: name ?? '',
      days: [from, to],
      freeFrom: freeFrom === null ? null : Number(freeFrom),
      aboveGrams,
      bands: rows.map(({ up_to_grams: upToGrams, price }) => ({ upToGrams, price: Number(price) })),
    },
  ]
}
