import type { NewRow, Queryable, Row } from '../db/tables.ts'

/** Appends an entry. Nothing changes or deletes one. */
export async function insertAuditEntry(db: Queryable, entry: Omit<NewRow<'audit_log'>, 'seq'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

/** The newest entries about one record. */
export async function auditOf(
  db: Queryable,
  { kind, id }: { kind: string; id: string },
  limit = 50,
): Promise<Row<'audit_log'>[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** The newest entries of some operations. */
export async function entriesOf(
  db: Queryable,
  operations: readonly string[],
  limit: number,
): Promise<Row<'audit_log'>[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('operation', 'in', operations)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}
