import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { check, index, orderedByKey, table } from './columns.ts'

/** Creates gift cards, subscriptions, and back-in-stock alerts with their mailed links. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await giftCards(db, kind)
  await subscriptions(db)
  await alerts(db)
  await table(db, 'mail_links', { hash: 'text', purpose: 'text', subject: 'text', expires_at: 'text' })
    .addPrimaryKeyConstraint('mail_links_pk', ['hash'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'mail_links_by_expiry', 'mail_links', ['expires_at'])
}

async function giftCards(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('gift_card_total', 'bigint', (define) => define.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('carts')
    .addColumn('gift_cards', 'text', (define) => define.notNull().defaultTo('[]'))
    .execute()
  await table(db, 'gift_cards', {
    id: 'text',
    currency: 'text',
    amount: 'money',
    balance: 'money',
    status: 'text',
    order_id: 'text?',
    position: 'int?',
    piece: 'int?',
    email: 'text',
    language: 'text',
    actor: 'text',
    expires_at: 'text',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('gift_cards_pk', ['id'])
    .addUniqueConstraint('gift_cards_once', ['order_id', 'position', 'piece'])
    .addCheckConstraint('gift_cards_balance', check('balance >= 0 and balance <= amount'))
    .execute()
  await table(db, 'gift_card_codes', { hash: 'text', gift_card_id: 'text', ending: 'text', created_at: 'text' })
    .addPrimaryKeyConstraint('gift_card_codes_pk', ['hash'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'gift_card_codes_by_card', 'gift_card_codes', ['gift_card_id'])
  await table(db, 'gift_card_uses', {
    order_id: 'text',
    gift_card_id: 'text',
    amount: 'money',
    returned: 'money',
    used_at: 'text',
  })
    .addPrimaryKeyConstraint('gift_card_uses_pk', ['order_id', 'gift_card_id'])
    .addCheckConstraint('gift_card_uses_returned', check('returned >= 0 and returned <= amount'))
    .execute()
  await index(db, 'gift_card_uses_by_card', 'gift_card_uses', ['gift_card_id'])
}

async function subscriptions(db: Kysely<unknown>): Promise<void> {
  await table(db, 'subscriptions', {
    id: 'text',
    order_id: 'text',
    position: 'int',
    customer_id: 'text?',
    email: 'text',
    language: 'text',
    currency: 'text',
    country: 'text',
    product_id: 'text',
    sku: 'text',
    name: 'text',
    quantity: 'int',
    interval_days: 'int',
    next_at: 'text',
    status: 'text',
    reminded_for: 'text?',
    form: 'text',
    created_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('subscriptions_pk', ['id'])
    .addUniqueConstraint('subscriptions_once', ['order_id', 'position'])
    .execute()
  await index(db, 'subscriptions_by_date', 'subscriptions', ['status', 'next_at'])
  await index(db, 'subscriptions_by_customer', 'subscriptions', ['customer_id'])
  await table(db, 'subscription_renewals', {
    subscription_id: 'text',
    due_at: 'text',
    checkout_id: 'text',
    status: 'text',
    tries: 'int',
    try_at: 'text',
    order_id: 'text?',
    opened_at: 'text',
  })
    .addPrimaryKeyConstraint('subscription_renewals_pk', ['subscription_id', 'due_at'])
    .execute()
  await index(db, 'subscription_renewals_open', 'subscription_renewals', ['status', 'try_at'])
}

async function alerts(db: Kysely<unknown>): Promise<void> {
  await table(db, 'stock_alerts', {
    id: 'text',
    product_id: 'text',
    email: 'text',
    language: 'text',
    created_at: 'text',
    confirmed_at: 'text?',
    stopped_at: 'text?',
    notified_at: 'text?',
  })
    .addPrimaryKeyConstraint('stock_alerts_pk', ['id'])
    .addUniqueConstraint('stock_alerts_once', ['product_id', 'email'])
    .execute()
  await sql`create index stock_alerts_waiting on stock_alerts (product_id)
    where confirmed_at is not null and stopped_at is null and notified_at is null`.execute(db)
  await index(db, 'stock_alerts_by_age', 'stock_alerts', ['created_at'])
}
