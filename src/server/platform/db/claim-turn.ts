import type { Database } from './tables.ts'

/**
 * Tells whether this process is the first to do something in a period: of all processes one gets true, and the next
 * `everyMs` later. `name` is a key of the table `settings`. A turn that lies more than a period ahead was taken while
 * the clock was wrong, and is no turn.
 */
export async function claimTurn(db: Database, name: string, now: Date, everyMs: number): Promise<boolean> {
  const value = now.toISOString()
  const first = await db
    .insertInto('settings')
    .values({ key: name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return true
  const [past, ahead] = [-everyMs, everyMs].map((ms) => new Date(now.getTime() + ms).toISOString())
  const next = await db
    .updateTable('settings')
    .set({ value })
    .where('key', '=', name)
    .where((row) => row.or([row('value', '<=', past ?? ''), row('value', '>', ahead ?? '')]))
    .executeTakeFirst()
  return next.numUpdatedRows === 1n
}
