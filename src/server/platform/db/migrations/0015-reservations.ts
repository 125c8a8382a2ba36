import type { Kysely } from 'kysely'

/**
 * Only reservations that run out are looked for by their expiry. Without them the index is small, and SQLite no longer
 * takes it, with every piece that is held, for one order's reservations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('stock_reservations_by_expiry').execute()
  await db.schema
    .createIndex('stock_reservations_by_expiry')
    .on('stock_reservations')
    .columns(['status', 'expires_at'])
    .where('expires_at', 'is not', null)
    .execute()
}
