import type { Kysely } from 'kysely'

/**
 * Limits the index by expiry to reservations that can expire. It is then small, and SQLite no longer uses it, scanning
 * every reservation, to find one order's reservations.
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
