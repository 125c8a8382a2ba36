import { sql } from 'kysely'
import { anonymizeOrder } from '../ordering/account/anonymize-queries.ts'
import { deleteRequests } from '../ordering/requests/delete-queries.ts'
import { orderColumns } from '../platform/db/columns.ts'
import type { Database, DatabaseTransaction, Queryable } from '../platform/db/tables.ts'

/**
 * The rows that a rule applies to, before a moment: how many, the ids of the oldest, and how to delete or anonymize
 * them.
 */
export type Source = {
  count: (db: Queryable, before: string) => Promise<number>
  oldest: (db: Queryable, before: string, limit: number) => Promise<readonly string[]>
  /** Checks the moment again, because a row may have been used since it was found. */
  cut: (trx: DatabaseTransaction, ids: readonly string[], before: string) => Promise<void>
}

type Ids = { execute: () => Promise<{ id: string }[]> }
type Finding = { limit: (max: number) => Ids }
type Counted = { executeTakeFirstOrThrow: () => Promise<{ rows: number | string | bigint }> }

function source(
  find: (db: Queryable, before: string) => Finding,
  count: (db: Queryable, before: string) => Counted,
  cut: Source['cut'],
): Source {
  return {
    count: async (db, before) => Number((await count(db, before).executeTakeFirstOrThrow()).rows),
    oldest: async (db, before, limit) => (await find(db, before).limit(limit).execute()).map(({ id }) => id),
    cut,
  }
}

const rows = sql<number>`count(*)`.as('rows')
const deliveryKey = sql<string>`cast(seq as text)`.as('id')

/** Selects carts that no unpaid order, due subscription or open quote refers to. */
function idleCarts(db: Queryable, before: string) {
  return db
    .selectFrom('carts as c')
    .where('c.updated_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as o')
            .select('o.id')
            .whereRef('o.checkout_id', '=', 'c.checkout_id')
            .where('o.status', '=', 'pending_payment'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscription_renewals as r')
            .select('r.due_at')
            .whereRef('r.checkout_id', '=', 'c.checkout_id')
            .where('r.status', 'in', ['open', 'unpaid']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotes as q')
            .select('q.id')
            .whereRef('q.id', '=', 'c.quote_id')
            .where('q.valid_until', '>=', before)
            .where('q.order_id', 'is', null),
        ),
      ),
    )
}

const filledCarts = (db: Queryable, before: string) =>
  idleCarts(db, before).where(sql<boolean>`(form <> '{}' or campaign_data <> '{}')`)
const sentEffects = (db: Queryable, before: string) =>
  db.selectFrom('outbox').where('done_at', 'is not', null).where('done_at', '<', before)
const fullEffects = (db: Queryable, before: string) => sentEffects(db, before).where(sql<boolean>`payload <> '{}'`)
const fullEvents = (db: Queryable, before: string) =>
  db
    .selectFrom('payment_events')
    .where('received_at', '<', before)
    .where(sql<boolean>`payload <> '{}'`)
const eventKey = sql<string>`provider || ' ' || event_id`

export const checkoutForms = source(
  (db, before) => filledCarts(db, before).select('c.checkout_id as id').orderBy('c.updated_at'),
  (db, before) => filledCarts(db, before).select(rows),
  async (trx, ids, before) =>
    void (await trx
      .updateTable('carts')
      .set({ form: '{}', campaign_data: '{}' })
      .where('checkout_id', 'in', ids)
      .where('updated_at', '<', before)
      .execute()),
)

export const carts = source(
  (db, before) => idleCarts(db, before).select('c.checkout_id as id').orderBy('c.updated_at'),
  (db, before) => idleCarts(db, before).select(rows),
  async (trx, ids, before) =>
    void (await trx.deleteFrom('carts').where('checkout_id', 'in', ids).where('updated_at', '<', before).execute()),
)

export const savedCarts = source(
  (db, before) =>
    db.selectFrom('saved_carts').where('updated_at', '<', before).select('customer_id as id').orderBy('updated_at'),
  (db, before) => db.selectFrom('saved_carts').where('updated_at', '<', before).select(rows),
  async (trx, ids, before) =>
    void (await trx
      .deleteFrom('saved_carts')
      .where('customer_id', 'in', ids)
      .where('updated_at', '<', before)
      .execute()),
)

/** Payloads of finished effects; the keys stay for a while, so that the effects are not written again. */
export const outboxContents = source(
  (db, before) => fullEffects(db, before).select('id').orderBy('done_at'),
  (db, before) => fullEffects(db, before).select(rows),
  async (trx, ids) =>
    void (await trx
      .updateTable('outbox')
      .set({ payload: '{}', last_error: null })
      .where('id', 'in', ids)
      .where('done_at', 'is not', null)
      .execute()),
)

export const outboxRows = source(
  (db, before) => sentEffects(db, before).select('id').orderBy('done_at'),
  (db, before) => sentEffects(db, before).select(rows),
  async (trx, ids) =>
    void (await trx.deleteFrom('outbox').where('id', 'in', ids).where('done_at', 'is not', null).execute()),
)

/** Answers to other systems, which may repeat a request for a day. */
export const apiAnswers = source(
  (db, before) => db.selectFrom('api_answers').where('created_at', '<', before).select('id').orderBy('created_at'),
  (db, before) => db.selectFrom('api_answers').where('created_at', '<', before).select(rows),
  async (trx, ids) => void (await trx.deleteFrom('api_answers').where('id', 'in', ids).execute()),
)

/** Forms of the console and their answers; a page that is open for longer is sent as a new one. */
export const sentForms = source(
  (db, before) => db.selectFrom('sent_forms').where('created_at', '<', before).select('id').orderBy('created_at'),
  (db, before) => db.selectFrom('sent_forms').where('created_at', '<', before).select(rows),
  async (trx, ids) => void (await trx.deleteFrom('sent_forms').where('id', 'in', ids).execute()),
)

/** Answers to refused forms of the console, which nobody is shown after half an hour. */
export const keptAnswers = source(
  (db, before) => db.selectFrom('kept_answers').where('created_at', '<', before).select('id').orderBy('created_at'),
  (db, before) => db.selectFrom('kept_answers').where('created_at', '<', before).select(rows),
  async (trx, ids) => void (await trx.deleteFrom('kept_answers').where('id', 'in', ids).execute()),
)

/** New quantities and addresses of subscriptions that were typed and not confirmed. */
export const subscriptionDrafts = source(
  (db, before) =>
    db
      .selectFrom('subscription_drafts')
      .where('typed_at', '<', before)
      .select('subscription_id as id')
      .orderBy('typed_at'),
  (db, before) => db.selectFrom('subscription_drafts').where('typed_at', '<', before).select(rows),
  async (trx, ids, before) =>
    void (await trx
      .deleteFrom('subscription_drafts')
      .where('subscription_id', 'in', ids)
      .where('typed_at', '<', before)
      .execute()),
)

/** Payloads of payment events; the events' ids stay, so that repeated webhooks are ignored. */
export const paymentEvents = source(
  (db, before) => fullEvents(db, before).select(eventKey.as('id')).orderBy('received_at'),
  (db, before) => fullEvents(db, before).select(rows),
  async (trx, ids, before) =>
    void (await trx
      .updateTable('payment_events')
      .set({ payload: '{}' })
      .where(eventKey, 'in', ids)
      .where('received_at', '<', before)
      .execute()),
)

export const stockAlerts = source(
  (db, before) => db.selectFrom('stock_alerts').where('created_at', '<', before).select('id').orderBy('created_at'),
  (db, before) => db.selectFrom('stock_alerts').where('created_at', '<', before).select(rows),
  async (trx, ids) => void (await trx.deleteFrom('stock_alerts').where('id', 'in', ids).execute()),
)

/** What other systems were told, and what they answered. */
export const webhookDeliveries = source(
  (db, before) =>
    db.selectFrom('webhook_deliveries').where('created_at', '<', before).select(deliveryKey).orderBy('created_at'),
  (db, before) => db.selectFrom('webhook_deliveries').where('created_at', '<', before).select(rows),
  async (trx, ids) => {
    await trx.deleteFrom('webhook_attempts').where('delivery', 'in', ids.map(Number)).execute()
    await trx.deleteFrom('webhook_deliveries').where('seq', 'in', ids.map(Number)).execute()
  },
)

/** Requests for parts, some months after their quote has ended. */
export const partRequests = source(
  (db, before) => db.selectFrom('part_requests').where('updated_at', '<', before).select('id').orderBy('updated_at'),
  (db, before) => db.selectFrom('part_requests').where('updated_at', '<', before).select(rows),
  deleteRequests,
)

/** Used refresh tokens, kept for a while to detect a second use. */
export const refreshTokens = source(
  (db, before) =>
    db
      .selectFrom('session_tokens')
      .where('used_at', 'is not', null)
      .where('used_at', '<', before)
      .select('hash as id')
      .orderBy('used_at'),
  (db, before) =>
    db.selectFrom('session_tokens').where('used_at', 'is not', null).where('used_at', '<', before).select(rows),
  async (trx, ids) => void (await trx.deleteFrom('session_tokens').where('hash', 'in', ids).execute()),
)

const withContact = (db: Queryable, before: string) =>
  db
    .selectFrom('orders')
    .where('placed_at', '<', before)
    .where(sql<boolean>`(phone <> '' or campaign_data <> '{}')`)
const withBuyer = (db: Queryable, before: string) =>
  db
    .selectFrom('orders')
    .where('placed_at', '<', before)
    .where(sql<boolean>`email <> ''`)

const withNetwork = (db: Queryable, before: string) =>
  db.selectFrom('orders').where('network', '<>', '').where('placed_at', '<', before)

/** The network that an order came from (docs/decisions/0035). */
export const orderNetworks = source(
  (db, before) => withNetwork(db, before).select('id').orderBy('placed_at'),
  (db, before) => withNetwork(db, before).select(rows),
  async (trx, ids) => void (await trx.updateTable('orders').set({ network: '' }).where('id', 'in', ids).execute()),
)

/** The personal data of an order that bookkeeping does not need. */
export const orderContacts = source(
  (db, before) => withContact(db, before).select('id').orderBy('placed_at'),
  (db, before) => withContact(db, before).select(rows),
  async (trx, ids) =>
    void (await trx.updateTable('orders').set({ phone: '', campaign_data: '{}' }).where('id', 'in', ids).execute()),
)

/** Orders and documents after the bookkeeping period: amounts and lines stay, personal data goes. */
export const oldOrders = source(
  (db, before) => withBuyer(db, before).select('id').orderBy('placed_at'),
  (db, before) => withBuyer(db, before).select(rows),
  async (trx, ids) => {
    for (const order of await trx.selectFrom('orders').select(orderColumns).where('id', 'in', ids).execute())
      await anonymizeOrder(trx, order)
    await trx.deleteFrom('documents').where('order_id', 'in', ids).execute()
  },
)

/**
 * Processes one batch of some hundred rows in its own transaction, so that locks are short; returns the batch's size.
 */
export async function cutBatch(db: Database, { oldest, cut }: Source, before: string, limit: number): Promise<number> {
  const ids = await oldest(db, before, limit)
  if (ids.length > 0) await db.transaction().execute((trx) => cut(trx, ids, before))
  return ids.length
}
