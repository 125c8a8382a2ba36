import type { Database } from './tables.ts'

/**
 * Tells whether this process is the first to do something in a period: of all processes one gets true, and the next
 * `everyMs` later. `name` is a key of the table `settings`.
 */
export async function claimTurn(db: Database, name: string, now: Date, everyMs: number): Promise<boolean> {
  const value = now.toISOString()
  const first = await db
    .insertInto('settings')
    .values({ key: name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return true
  const next = await db
    .updateTable('settings')
    .set({ value })
    .where('key', '=', name)
    .where('value', '<=', new Date(now.getTime() - everyMs).toISOString())
    .executeTakeFirst()
  return next.numUpdatedRows === 1n
}
