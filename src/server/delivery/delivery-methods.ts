import type { InferResult } from 'kysely'
import type { DeliveryMethod } from '../../domain/delivery-methods.ts'
import type { Language } from '../../domain/locales.ts'
import type { Queryable } from '../db/tables.ts'
import { together } from '../db/together.ts'
import { cartWeight, weighed, type Line } from './cart-weight.ts'
import { methodRows, pieceWeightRows, weightRows } from './queries.ts'

type Row = InferResult<ReturnType<typeof methodRows>>[number]

/** The ways of delivery of a country with their bands, in the merchant's order. */
export async function deliveryMethods(db: Queryable, country: string, language: Language): Promise<DeliveryMethod[]> {
  return methodsOf(await methodRows(db, country, language).execute())
}

/** The same with what a cart weighs, in grams. */
export async function methodsAndWeight(
  db: Queryable, country: string, language: Language, lines: readonly Line[],
): Promise<{ methods: DeliveryMethod[]; grams: number }> {
  const { own, sets } = weighed(lines)
  const [rows, single = []] = await together(db, methodRows(db, country, language), ...(own.length > 0 ? [weightRows(db, own)] : []))
  const pieces = sets.length > 0 ? await pieceWeightRows(db, sets).execute() : []
  return { methods: methodsOf(rows), grams: cartWeight(lines, { single, pieces }) }
}

function methodsOf(rows: readonly Row[]): DeliveryMethod[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(methodOf)
}

function methodOf(rows: readonly Row[]): DeliveryMethod[] {
  const [first] = rows
  if (!first) return []
  const { id, kind, name, days_from: from, days_to: to, free_from: freeFrom, above_grams: aboveGrams } = first
  return [{
    id, kind, name: name ?? '', days: [from, to], freeFrom: freeFrom === null ? null : Number(freeFrom), aboveGrams,
    bands: rows.map(({ up_to_grams: upToGrams, price }) => ({ upToGrams, price: Number(price) })),
  }]
}

/** How many working days a parcel takes to a country, as its product pages promise; null where none of the shop's ways leads. */
export async function promisedDays(db: Queryable, country: string, language: Language): Promise<DeliveryMethod['days'] | null> {
  const methods = await deliveryMethods(db, country, language)
  return (methods.find(({ kind }) => kind === 'home') ?? methods[0])?.days ?? null
}
