import type { Database } from '../platform/db/tables.ts'

const key = 'backup_state'

/** Reads what the backup job keeps for itself; undefined before it first failed. */
export async function readBackupState(db: Database): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function writeBackupState(db: Database, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
