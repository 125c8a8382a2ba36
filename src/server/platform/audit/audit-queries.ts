import type { NewRow, Queryable } from '../db/tables.ts'

/** Appends an entry. Nothing changes or deletes one. */
export async function insertAuditEntry(db: Queryable, entry: Omit<NewRow<'audit_log'>, 'seq'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}
