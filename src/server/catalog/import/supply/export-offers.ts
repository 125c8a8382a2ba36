import { amountCell } from '../../../../i18n/money.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { offersOf, stockOf, suppliedStockOf } from './offer-queries.ts'
import { offeredProducts, suppliedProducts } from './product-queries.ts'

const batch = 500

/** Writes what suppliers offer, a row for each product and supplier, for the operator alone. */
export async function* offerRows({ db, kind }: { db: Database; kind: DatabaseKind }): AsyncGenerator<string[]> {
  yield [
    'article_number',
    'supplier',
    'supplier_number',
    'cost',
    'currency',
    'units',
    'delivery_days',
    'sold',
    'own_units',
  ]
  for (let after = ''; ;) {
    const ids = await offeredProducts(db, after, batch)
    const last = ids.at(-1)
    if (last === undefined) return
    const skus = new Map((await suppliedProducts(db, kind, ids)).map(({ id, sku }) => [id, sku]))
    const own = new Map((await stockOf(db, kind, ids)).map((row) => [row.product_id, row.on_hand - row.units]))
    const sold = new Map((await suppliedStockOf(db, kind, ids)).map((row) => [row.product_id, row.supplier]))
    for (const row of await offersOf(db, kind, ids))
      yield [
        skus.get(row.product_id) ?? '',
        row.supplier,
        row.number,
        row.cost === null ? '' : amountCell(row.cost),
        row.cost === null ? '' : row.currency,
        String(row.stock ?? ''),
        String(row.delivery_days ?? ''),
        sold.get(row.product_id) === row.supplier ? 'yes' : 'no',
        String(own.get(row.product_id) ?? 0),
      ]
    after = last
  }
}
