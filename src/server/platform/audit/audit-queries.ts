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

/** The newest entries of some operations; with `before`, those with a lower `seq`. */
export async function entriesOf(
  db: Queryable,
  operations: readonly string[],
  limit: number,
  before?: number,
): Promise<Row<'audit_log'>[]> {
  const query = db.selectFrom('audit_log').selectAll().where('operation', 'in', operations)
  const older = before === undefined ? query : query.where('seq', '<', before)
  return older.orderBy('seq', 'desc').limit(limit).execute()
}

export async function entryById(db: Queryable, id: string): Promise<Row<'audit_log'> | undefined> {
  return db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst()
}
