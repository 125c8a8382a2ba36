import { sql } from 'kysely'
import type { Queryable } from '../../db/tables.ts'

export type Usage = { points: number; resets_at: string }
type Use = { key: string; points: number; now: string; resetsAt: string }

/**
 * Uses points of a key in one statement, which also starts a new window when the old one has ended; returns the points
 * used.
 */
export async function consumePoints(db: Queryable, { key, points, now, resetsAt }: Use): Promise<Usage> {
  return db
    .insertInto('rate_limits')
    .values({ key, points, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        points: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.points
          else rate_limits.points + excluded.points end`,
        resets_at: sql<string>`case when rate_limits.resets_at <= ${now} then excluded.resets_at
          else rate_limits.resets_at end`,
      }),
    )
    .returning(['points', 'resets_at'])
    .executeTakeFirstOrThrow()
}

/** Refunds points of the current window. */
export async function refundPoints(
  db: Queryable,
  { key, points, now }: Pick<Use, 'key' | 'points' | 'now'>,
): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ points: row('points', '-', points) }))
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .where('points', '>=', points)
    .execute()
}

/** Keeps the window of a key open until `resetsAt`. */
export async function extendWindow(db: Queryable, key: string, resetsAt: string): Promise<void> {
  await db
    .insertInto('rate_limits')
    .values({ key, points: 1, resets_at: resetsAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ resets_at: resetsAt }))
    .execute()
}

/** Returns those of the keys whose windows are open. */
export async function openWindows(db: Queryable, keys: readonly string[], now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'in', keys)
    .where('resets_at', '>', now)
    .execute()
  return rows.map(({ key }) => key)
}

/** Deletes windows that have ended, oldest first; returns their number. */
export async function deleteOldWindows(db: Queryable, now: string, limit: number): Promise<number> {
  const over = db
    .selectFrom('rate_limits')
    .select('key')
    .where('resets_at', '<=', now)
    .orderBy('resets_at')
    .limit(limit)
  const result = await db
    .deleteFrom('rate_limits')
    .where('key', 'in', over)
    .where('resets_at', '<=', now)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
