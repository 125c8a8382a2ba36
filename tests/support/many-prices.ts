import type { PriceListRow } from '../../src/domain/lists/price-list-rows.ts'
import { insertRows } from '../../src/server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../src/server/platform/db/connect.ts'

const begun = '2026-01-01T00:00:00.000Z'
const atOnce = 5_000

const plain = {
  type: 1,
  parent_id: null,
  position: 0,
  brand_id: null,
  main_category_id: null,
  picture_id: null,
  group_id: null,
  group_size: 1,
  discount_category: null,
  vat_class: 'standard',
  weight_grams: 100,
  weight_assumed: 0,
  status: 'published',
  notifyable: 1,
  decoration: '',
  popularity: 0,
  published_at: begun,
  free: 0,
  feed: null,
  content_hash: null,
  created_at: begun,
  updated_at: begun,
} as const
const offer = {
  supplier: 'nordic',
  number: '',
  cost: 500,
  currency: 'SEK',
  stock: 5,
  delivery_days: 3,
  is_priced: 0,
  changed_at: begun,
} as const

/** Products with one price, every tenth with prices of more units, every fifth with a supplier's cost. */
export async function writeManyPrices(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  products: number,
): Promise<void> {
  for (let from = 0; from < products; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, products - from) }, (_, at) => from + at)
    const idOf = (number: number) => `p${String(number).padStart(7, '0')}`
    const amountOf = (number: number) => 1_000 + ((number * 7_919) % 500_000)
    const price = (number: number, min_quantity: number, amount: number) => ({
      product_id: idOf(number),
      currency: 'SEK' as const,
      min_quantity,
      amount,
    })
    await db.transaction().execute(async (trx) => {
      await insertRows(
        trx,
        kind,
        'products',
        numbers.map((number) => ({
          ...plain,
          id: idOf(number),
          sku: idOf(number).toUpperCase(),
          sort_price: amountOf(number),
        })),
      )
      const prices = numbers.flatMap((number) =>
        number % 10 === 0
          ? [price(number, 1, amountOf(number)), price(number, 10, amountOf(number) - 100)]
          : [price(number, 1, amountOf(number))],
      )
      await insertRows(trx, kind, 'prices', prices)
      await insertRows(
        trx,
        kind,
        'price_history',
        numbers.map((number) => ({
          product_id: idOf(number),
          currency: 'SEK' as const,
          amount: amountOf(number),
          valid_from: begun,
          valid_until: null,
        })),
      )
      await insertRows(
        trx,
        kind,
        'stock',
        numbers.map((number) => ({ product_id: idOf(number), on_hand: 5, reserved: 0, incoming_at: null })),
      )
      await insertRows(
        trx,
        kind,
        'supplier_offers',
        numbers.filter((number) => number % 5 === 0).map((number) => ({ ...offer, product_id: idOf(number) })),
      )
    })
  }
}

/** Rows of a price list for these products: their net prices begin at `amount` and grow by one. */
export function manyListRows(amount: number, products: number): PriceListRow[] {
  return Array.from({ length: products }, (_, at) => ({
    row: at + 1,
    sku: `P${String(at).padStart(7, '0')}`,
    quantity: 1,
    amount: amount + at,
  }))
}
