import type { Queryable } from '../platform/db/tables.ts'

/** What backups keep of themselves in the table `settings`. */
type StateKey = 'backup_state' | 'backup_wanted' | 'backup_read'

export async function readStateValue(db: Queryable, key: StateKey): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function writeStateValue(db: Queryable, key: StateKey, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Replaces a value that is still `known`; returns whether it was. */
export async function compareAndSetStateValue(
  db: Queryable,
  key: StateKey,
  known: string,
  value: string,
): Promise<boolean> {
  const result = await db
    .updateTable('settings')
    .set({ value })
    .where('key', '=', key)
    .where('value', '=', known)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteStateValue(db: Queryable, key: StateKey): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute()
}
