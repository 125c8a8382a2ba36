import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type SourceRow = Row<'feed_sources'>

export async function sourceRows(db: Queryable): Promise<Map<string, SourceRow>> {
  const rows = await db.selectFrom('feed_sources').selectAll().execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Adds sources that are new in the settings; those that another process added stay. */
export async function addSourceRows(db: Queryable, rows: readonly NewRow<'feed_sources'>[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('feed_sources')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes a source for a run, so that no other process runs it until `until`. False when another one has it, or has run
 * it since `triedAt`.
 */
export async function leaseSource(
  db: Queryable,
  { name, tried_at: triedAt, next_at: nextAt }: SourceRow,
  { lease, now, until }: { lease: string; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_sources')
    .set({ lease, leased_until: until.toISOString() })
    .where('name', '=', name)
    .where('tried_at', '=', triedAt)
    .where((on) => (nextAt === null ? on('next_at', 'is', null) : on('next_at', '=', nextAt)))
    .where('leased_until', '<=', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that somebody wants a source to be run now. */
export async function wantSource(db: Queryable, name: string): Promise<void> {
  await db.updateTable('feed_sources').set({ is_wanted: 1 }).where('name', '=', name).execute()
}

/** Prolongs a lease; one that ends now frees the source. */
export async function prolongLease(db: Queryable, lease: string, until: Date): Promise<void> {
  await db
    .updateTable('feed_sources')
    .set({ leased_until: until.toISOString() })
    .where('lease', '=', lease)
    .executeTakeFirst()
}

/** Ends a run of a source; false when another process has taken the source meanwhile. */
export async function endLease(
  trx: DatabaseTransaction,
  lease: string,
  state: Omit<SourceRow, 'name' | 'lease'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('feed_sources')
    .set({ ...state, lease: '' })
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function addSourceRun(trx: DatabaseTransaction, run: NewRow<'feed_source_runs'>): Promise<void> {
  await trx.insertInto('feed_source_runs').values(run).execute()
}

/** Lists the newest runs of a source, or of all. */
export async function sourceRuns(db: Queryable, source: string | undefined, limit: number) {
  return db
    .selectFrom('feed_source_runs')
    .select(['source', 'started_at', 'ended_at', 'result', 'said', 'said_reasons', 'report'])
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest run of each source. */
export async function lastRuns(db: Queryable) {
  const rows = await db
    .selectFrom('feed_source_runs')
    .select(['source', 'started_at', 'result', 'said', 'said_reasons'])
    .where('id', 'in', (runs) =>
      runs
        .selectFrom('feed_source_runs')
        .select(({ fn }) => fn.max('id').as('id'))
        .groupBy('source'),
    )
    .execute()
  return new Map(rows.map((row) => [row.source, row]))
}

/** Forgets all but the newest runs of a source; @returns the names of their reports. */
export async function deleteOldRuns(db: Database, source: string, kept: number): Promise<string[]> {
  const oldest = await db
    .selectFrom('feed_source_runs')
    .select('id')
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return []
  const gone = await db
    .deleteFrom('feed_source_runs')
    .where('source', '=', source)
    .where('id', '<=', oldest.id)
    .returning('report')
    .execute()
  return gone.flatMap(({ report }) => (report === '' ? [] : [report]))
}
