import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { shownDeals } from '../queries.ts'

/** Reads a product by its id or SKU, published or not. */
export async function anyProduct(db: Queryable, idOrSku: string) {
  return db
    .selectFrom('products')
    .select(['id', 'parent_id'])
    .where((row) => row.or([row('id', '=', idOrSku), row('sku', '=', idOrSku)]))
    .executeTakeFirst()
}

/** Reads a deal as the banner shows it, whether it runs now or not. */
export async function anyDeal(db: Queryable, language: Language, id: string) {
  return shownDeals(db, language).where('d.id', '=', id).executeTakeFirst()
}
