import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

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
  return db
    .selectFrom('deals as d')
    .innerJoin('deal_texts as t', (join) => join.onRef('t.deal_id', '=', 'd.id').on('t.language', '=', language))
    .innerJoin('product_texts as p', (join) =>
      join.onRef('p.product_id', '=', 'd.product_id').on('p.language', '=', language),
    )
    .select([
      'd.product_id',
      't.title',
      'p.name as product_name',
      'p.slug as product_slug',
      'd.starts_at',
      'd.expires_at',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
}
