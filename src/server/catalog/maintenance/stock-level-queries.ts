import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

export async function productIdOf(db: Queryable, sku: string): Promise<string | undefined> {
  return (await db.selectFrom('products').select('id').where('sku', '=', sku).executeTakeFirst())?.id
}

export async function stockLevelOf(db: Queryable, productId: string): Promise<number | null> {
  const row = await db.selectFrom('stock_levels').select('level').where('product_id', '=', productId).executeTakeFirst()
  return row?.level ?? null
}

/** Sets the level of a product, or removes it. */
export async function writeStockLevel(trx: DatabaseTransaction, productId: string, level: number): Promise<void> {
  if (level === 0) await trx.deleteFrom('stock_levels').where('product_id', '=', productId).execute()
  else
    await trx
      .insertInto('stock_levels')
      .values({ product_id: productId, level })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ level }))
      .execute()
}

/** Parts with fewer available units than their level, those that lack most of it first, and how many there are. */
export async function partsBelowLevel(db: Queryable, language: Language, limit: number) {
  const worst = db
    .selectFrom('stock_levels')
    .select(['product_id', 'level', 'shortage'])
    .where('shortage', '>', 0)
    .orderBy('shortage', 'desc')
    .orderBy('product_id')
    .limit(limit)
  const parts = await db
    .selectFrom(worst.as('w'))
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .leftJoin('stock as s', 's.product_id', 'w.product_id')
    .leftJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.sku', 't.name', 'w.level', 's.incoming_at'])
    .select((row) => row('w.level', '-', row.ref('w.shortage')).as('available'))
    .orderBy('w.shortage', 'desc')
    .orderBy('p.sku')
    .execute()
  if (parts.length < limit) return { count: parts.length, parts }
  const { count } = await db
    .selectFrom('stock_levels')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('shortage', '>', 0)
    .executeTakeFirstOrThrow()
  return { count: Number(count), parts }
}
