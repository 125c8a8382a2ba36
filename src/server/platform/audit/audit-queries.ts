import type { NewRow, Queryable, Row } from '../db/tables.ts'

/** Appends an entry. Nothing changes or deletes one. */
export async function insertAuditEntry(db: Queryable, entry: Omit<NewRow<'audit_log'>, 'seq'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

/** Stores why something was done, beside its entry. */
export async function insertAuditReason(db: Queryable, reason: NewRow<'audit_reasons'>): Promise<void> {
  await db.insertInto('audit_reasons').values(reason).execute()
}

/** Entries with the reasons that are kept of them as their notes. */
export async function withReasons<Entry extends Pick<Row<'audit_log'>, 'id' | 'note'>>(
  db: Queryable,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => id)
  const rows = await db
    .selectFrom('audit_reasons')
    .select(['entry_id', 'reason'])
    .where('entry_id', 'in', ids)
    .execute()
  const reasons = new Map(rows.map(({ entry_id: id, reason }) => [id, reason]))
  return entries.map((entry) => ({ ...entry, note: reasons.get(entry.id) ?? entry.note }))
}

/** Deletes the reasons of what was done with a record. */
export async function deleteAuditReasons(db: Queryable, { kind, id }: { kind: string; id: string }): Promise<void> {
  await db.deleteFrom('audit_reasons').where('subject_kind', '=', kind).where('subject_id', '=', id).execute()
}

/** Changes the reasons of what was done with records of a kind. */
export async function changeAuditReasons(
  db: Queryable,
  { kind, ids }: { kind: string; ids: readonly string[] },
  change: (reason: string) => string,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('audit_reasons')
    .select(['entry_id', 'reason'])
    .where('subject_kind', '=', kind)
    .where('subject_id', 'in', ids)
    .execute()
  for (const { entry_id: id, reason } of rows.filter((row) => change(row.reason) !== row.reason))
    await db
      .updateTable('audit_reasons')
      .set({ reason: change(reason) })
      .where('entry_id', '=', id)
      .execute()
}

/** The newest entries about one record. */
export async function auditOf(
  db: Queryable,
  { kind, id }: { kind: string; id: string },
  limit = 50,
): Promise<Row<'audit_log'>[]> {
  const entries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return withReasons(db, entries)
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
