import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { counter, index, table } from './columns.ts'

/** Endpoints of other systems, what they want to be told, and what became of each delivery. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createEndpoints(db)
  await createDeliveries(db, kind)
  await createStockNews(db, kind)
}

async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  await table(db, 'webhook_endpoints', {
    id: 'text',
    name: 'text',
    url: 'text',
    secret: 'text',
    old_secret: 'text?',
    old_secret_until: 'text?',
    state: 'text',
    failures: 'int',
    failing_since: 'text?',
    resume_at: 'text',
    created_by: 'text',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('webhook_endpoints_key', ['id'])
    .execute()
  await table(db, 'webhook_subscriptions', { endpoint_id: 'text', event: 'text' })
    .addPrimaryKeyConstraint('webhook_subscriptions_key', ['endpoint_id', 'event'])
    .addForeignKeyConstraint('webhook_subscriptions_of', ['endpoint_id'], 'webhook_endpoints', ['id'])
    .execute()
  await index(db, 'webhook_subscriptions_by_event', 'webhook_subscriptions', ['event'])
}

async function createDeliveries(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'webhook_deliveries', {
    id: 'text',
    endpoint_id: 'text',
    event: 'text',
    subject: 'text',
    payload: 'text',
    state: 'text',
    attempts: 'int',
    first_tried_at: 'text?',
    run_at: 'text',
    done_at: 'text?',
    created_at: 'text',
  })
    .addColumn('seq', counter(kind))
    .addUniqueConstraint('webhook_deliveries_once', ['endpoint_id', 'id'])
    .addForeignKeyConstraint('webhook_deliveries_to', ['endpoint_id'], 'webhook_endpoints', ['id'])
    .execute()
  await index(db, 'webhook_deliveries_in_turn', 'webhook_deliveries', ['endpoint_id', 'state', 'subject', 'seq'])
  await index(db, 'webhook_deliveries_due', 'webhook_deliveries', ['endpoint_id', 'state', 'run_at'])
  await index(db, 'webhook_deliveries_listed', 'webhook_deliveries', ['endpoint_id', 'seq'])
  await index(db, 'webhook_deliveries_by_time', 'webhook_deliveries', ['created_at'])
  await table(db, 'webhook_attempts', {
    delivery: 'money',
    attempt: 'int',
    at: 'text',
    status: 'int?',
    milliseconds: 'int',
    answer: 'text',
  })
    .addPrimaryKeyConstraint('webhook_attempts_key', ['delivery', 'attempt'])
    .execute()
}

async function createStockNews(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'stock_news', { endpoint_id: 'text', product_id: 'text' }).addColumn('seq', counter(kind)).execute()
  await index(db, 'stock_news_in_turn', 'stock_news', ['endpoint_id', 'seq'])
  await index(db, 'stock_news_of_product', 'stock_news', ['endpoint_id', 'product_id'])
  await table(db, 'told_low_stock', { endpoint_id: 'text', product_id: 'text' })
    .addPrimaryKeyConstraint('told_low_stock_key', ['endpoint_id', 'product_id'])
    .execute()
}
