import type { WebhookEvent } from '../../../contracts/calls/webhook-events.ts'
import { kindOf } from '../db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../db/tables.ts'

export type EndpointRow = Row<'webhook_endpoints'>

/** Every endpoint that was not removed, the newest first. */
export async function allEndpoints(db: Queryable): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('state', '<>', 'removed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function endpointById(db: Queryable, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .executeTakeFirst()
}

export async function eventsOf(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('webhook_subscriptions')
    .select(['endpoint_id', 'event'])
    .where('endpoint_id', 'in', ids)
    .orderBy('event')
    .execute()
}

/** The active endpoints that an event is sent to. */
export async function endpointsFor(db: Queryable, events: readonly WebhookEvent[]): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_subscriptions as s')
    .innerJoin('webhook_endpoints as e', 'e.id', 's.endpoint_id')
    .select('e.id')
    .distinct()
    .where('s.event', 'in', events)
    .where('e.state', '=', 'live')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertEndpoint(trx: DatabaseTransaction, row: NewRow<'webhook_endpoints'>): Promise<void> {
  await trx.insertInto('webhook_endpoints').values(row).execute()
}

/** Reads an endpoint and locks it, so that of two changes at once the second reads what the first has written. */
export async function lockEndpoint(trx: DatabaseTransaction, id: string): Promise<EndpointRow | undefined> {
  const query = trx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).where('state', '<>', 'removed')
  return (kindOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Changes an endpoint that was not removed; returns false if there is none, or it is not in one of the states. */
export async function changeEndpoint(
  trx: DatabaseTransaction,
  id: string,
  changes: Partial<Omit<EndpointRow, 'id' | 'created_by' | 'created_at'>>,
  from: readonly EndpointRow['state'][] = ['live', 'paused', 'off'],
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceEvents(
  trx: DatabaseTransaction,
  id: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  await trx.deleteFrom('webhook_subscriptions').where('endpoint_id', '=', id).execute()
  if (events.length > 0)
    await trx
      .insertInto('webhook_subscriptions')
      .values(events.map((event) => ({ endpoint_id: id, event })))
      .execute()
}
