import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

export type Waiting = { kind: string; waiting: number; failing: number; oldest: string }

/** Reads the effects that are due and not done, by kind: how many, how many have failed before, and the oldest. */
export async function waitingEffects(db: Database, now: Date): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind'])
    .select((row) => [
      row.fn.countAll<number>().as('waiting'),
      sql<number>`sum(case when attempts > 0 then 1 else 0 end)`.as('failing'),
      row.fn.min('run_at').as('oldest'),
    ])
    .where('done_at', 'is', null)
    .where((row) => row.or([row('run_at', '<=', now.toISOString()), row('attempts', '>', 0)]))
    .groupBy('kind')
    .execute()
  return rows.map((row) => ({ ...row, waiting: Number(row.waiting), failing: Number(row.failing) }))
}

/** Reads when the oldest delivery of a webhook that is due should have been sent, as UTC ISO text. */
export async function oldestWebhook(db: Database, now: Date): Promise<string | undefined> {
  const rows = await db
    .selectFrom('webhook_endpoints as e')
    .select((endpoint) =>
      endpoint
        .selectFrom('webhook_deliveries as d')
        .select((row) => row.fn.min('d.run_at').as('oldest'))
        .whereRef('d.endpoint_id', '=', 'e.id')
        .where('d.state', '=', 'waiting')
        .where('d.run_at', '<=', now.toISOString())
        .as('oldest'),
    )
    .execute()
  return rows
    .flatMap(({ oldest }) => oldest ?? [])
    .sort()
    .at(0)
}

/** Reads the number of the newest entry in the history of orders that was written before this time. */
export async function newestOrderEvent(db: Database, before: Date): Promise<number> {
  const row = await db
    .selectFrom('order_events')
    .select('seq')
    .where('at', '<=', before.toISOString())
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}

/** Counts the changes of orders' statuses between two entries of the history, without the first one. */
export async function orderEventsBetween(db: Database, after: number, last: number) {
  const rows = await db
    .selectFrom('order_events')
    .select(['to_status as status'])
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .where((row) => row.or([row('from_status', 'is', null), row('from_status', '<>', row.ref('to_status'))]))
    .groupBy('to_status')
    .execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}
