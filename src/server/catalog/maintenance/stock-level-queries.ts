import { sql } from 'kysely'
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
  await trx.deleteFrom('stock_levels').where('product_id', '=', productId).execute()
  if (level > 0) await trx.insertInto('stock_levels').values({ product_id: productId, level }).execute()
}

/**
 * Parts with fewer available units than their level, those that lack most of it first. Names are read of the shown ones
 * alone: many parts can be below their level.
 */
export async function partsBelowLevel(db: Queryable, language: Language, limit: number) {
  const available = sql<number>`coalesce(s.on_hand - s.reserved, 0)`
  const worst = db
    .selectFrom('stock_levels as l')
    .leftJoin('stock as s', 's.product_id', 'l.product_id')
    .select(['l.product_id', 'l.level', 's.incoming_at', available.as('available')])
    .select(sql<number>`count(*) over ()`.as('all'))
    .where(available, '<', sql<number>`l.level`)
    .orderBy(sql`l.level - ${available}`, 'desc')
    .orderBy('l.product_id')
    .limit(limit)
  const rows = await db
    .selectFrom(worst.as('w'))
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .leftJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.sku', 't.name', 'w.level', 'w.incoming_at', 'w.available', 'w.all'])
    .orderBy(sql`w.level - w.available`, 'desc')
    .orderBy('p.sku')
    .execute()
  return { count: Number(rows[0]?.all ?? 0), parts: rows }
}
