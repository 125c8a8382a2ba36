import { sql, type Kysely } from 'kysely'

/** Indexes by which each retention rule finds its oldest rows without reading those it has already processed. */
const indexes = [
  `create index carts_by_age on carts (updated_at)`,
  `create index carts_to_cut on carts (updated_at) where form <> '{}' or campaign_data <> '{}'`,
  `create index saved_carts_by_age on saved_carts (updated_at)`,
  `create index outbox_done on outbox (done_at) where done_at is not null`,
  `create index outbox_to_cut on outbox (done_at) where done_at is not null and payload <> '{}'`,
  `create index payment_events_to_cut on payment_events (received_at) where payload <> '{}'`,
  `create index session_tokens_used on session_tokens (used_at) where used_at is not null`,
  `create index orders_with_contact on orders (placed_at) where phone <> '' or campaign_data <> '{}'`,
  `create index orders_with_buyer on orders (placed_at) where email <> ''`,
]

/**
 * Creates the indexes, and adds to carts the browser that typed the checkout form, by its secret's hash: only that
 * browser is shown the form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('carts')
    .addColumn('typed_by', 'text', (define) => define.notNull().defaultTo(''))
    .execute()
  for (const statement of indexes) await sql.raw(statement).execute(db)
}
