import { sql } from 'kysely'
import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../db/tables.ts'
import type { EndpointRow } from './webhook-queries.ts'

export type DeliveryRow = Row<'webhook_deliveries'>

const atOnce = 8

export async function insertDeliveries(
  trx: DatabaseTransaction,
  rows: readonly NewRow<'webhook_deliveries'>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('webhook_deliveries').values(rows).execute()
}

/** The live endpoints that are not at rest and have something to be told. */
export async function endpointsWithWork(db: Queryable, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as e')
    .select('e.id')
    .where('e.state', '=', 'live')
    .where('e.resume_at', '<=', now)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('webhook_deliveries as d')
            .select('d.seq')
            .whereRef('d.endpoint_id', '=', 'e.id')
            .where('d.state', '=', 'waiting')
            .where('d.run_at', '<=', now),
        ),
        exists(selectFrom('stock_news as n').select('n.seq').whereRef('n.endpoint_id', '=', 'e.id')),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The next deliveries of an endpoint: of each subject the first that waits, where it is due. Asked whether there is
 * one before it, PostgreSQL without new statistics compares all that wait with each other. After failures one alone
 * asks whether the receiver is back, that with the fewest attempts: an old one may fail for a reason of its own.
 */
export async function nextDeliveries(
  db: Queryable,
  { id, failures }: EndpointRow,
  now: string,
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .where('d.endpoint_id', '=', id)
    .where('d.state', '=', 'waiting')
    .where('d.run_at', '<=', now)
    .where(({ eb, selectFrom }) =>
      eb(
        'd.seq',
        '=',
        selectFrom('webhook_deliveries as first')
          .select(({ fn }) => fn.min('first.seq').as('seq'))
          .whereRef('first.endpoint_id', '=', 'd.endpoint_id')
          .whereRef('first.subject', '=', 'd.subject')
          .where('first.state', '=', 'waiting'),
      ),
    )
    .orderBy(failures > 0 ? 'd.attempts' : 'd.seq')
    .orderBy('d.seq')
    .limit(failures > 0 ? 1 : atOnce)
    .execute()
}

/** Whether an endpoint has accepted a delivery since a moment. */
export async function hasAccepted(db: Queryable, endpointId: string, since: string): Promise<boolean> {
  const accepted = await db
    .selectFrom('webhook_deliveries')
    .select('seq')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'delivered')
    // Its last claim, which ended later: by this the index finds it.
    .where('run_at', '>=', since)
    .where('done_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return accepted !== undefined
}

/** Claims a delivery for this process until `until`; returns false when another process has claimed it. */
export async function claimDelivery(
  db: Database,
  { seq, run_at: runAt, attempts, first_tried_at: first }: DeliveryRow,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ run_at: until, attempts: attempts + 1, first_tried_at: first ?? now })
    .where('seq', '=', seq)
    .where('state', '=', 'waiting')
    .where('run_at', '=', runAt)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes a try; what another process has claimed meanwhile is left alone. */
export async function recordAttempt(
  trx: DatabaseTransaction,
  attempt: Row<'webhook_attempts'>,
  changes: Partial<Pick<DeliveryRow, 'state' | 'run_at' | 'done_at'>>,
): Promise<void> {
  await trx.insertInto('webhook_attempts').values(attempt).execute()
  await trx
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('seq', '=', attempt.delivery)
    .where('attempts', '=', attempt.attempt)
    .where('state', '=', 'waiting')
    .execute()
}

/** Gives back a delivery that was claimed and not sent, because the shop is stopping. */
export async function releaseDelivery(db: Database, { seq, attempts }: DeliveryRow, now: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ run_at: now })
    .where('seq', '=', seq)
    .where('attempts', '=', attempts + 1)
    .where('state', '=', 'waiting')
    .execute()
}

export type Listed = Pick<
  DeliveryRow,
  'seq' | 'id' | 'event' | 'subject' | 'state' | 'attempts' | 'run_at' | 'created_at'
> & { status: number | null; milliseconds: number | null; answer: string | null }

/** Deliveries to an endpoint with their last try, the newest first, before a sequence number. */
export async function deliveriesTo(
  db: Queryable,
  endpointId: string,
  { before, state, limit }: { before?: number | undefined; state?: DeliveryRow['state'] | undefined; limit: number },
): Promise<Listed[]> {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhook_attempts as a', (join) =>
      join.onRef('a.delivery', '=', 'd.seq').onRef('a.attempt', '=', 'd.attempts'),
    )
    .select(['d.seq', 'd.id', 'd.event', 'd.subject', 'd.state', 'd.attempts', 'd.run_at', 'd.created_at'])
    .select(['a.status', 'a.milliseconds', 'a.answer'])
    .where('d.endpoint_id', '=', endpointId)
  if (before !== undefined) query = query.where('d.seq', '<', before)
  if (state) query = query.where('d.state', '=', state)
  return query.orderBy('d.seq', 'desc').limit(limit).execute()
}

/** The newest delivery of a message to an endpoint. */
export async function deliveryById(db: Queryable, endpointId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function attemptsOf(db: Queryable, seq: number) {
  return db
    .selectFrom('webhook_attempts')
    .select(['attempt', 'at', 'status', 'milliseconds', 'answer'])
    .where('delivery', '=', seq)
    .orderBy('attempt', 'desc')
    .execute()
}

/** Lets a delivery that is over begin anew, under its own id; returns false if it waits already. */
export async function restartDelivery(trx: DatabaseTransaction, seq: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', run_at: now, first_tried_at: null, done_at: null })
    .where('seq', '=', seq)
    .where('state', '<>', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many deliveries to each endpoint wait or were given up. */
export async function countOpen(db: Queryable) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['endpoint_id', 'state', sql<number>`count(*)`.as('count')])
    .where('state', '<>', 'delivered')
    .groupBy(['endpoint_id', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
