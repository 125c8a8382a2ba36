import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { check, counter, index, table } from './columns.ts'

export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await system(db, kind)
  await customers(db)
  await organizations(db)
  await carts(db)
  await orders(db, kind)
  await orderLines(db)
  await orderEvents(db, kind)
  await payments(db)
}

async function system(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('invalidations')
    .addColumn('seq', counter(kind))
    .addColumn('tag', 'text', (tag) => tag.notNull())
    .addColumn('created_at', 'text', (at) => at.notNull())
    .execute()
  await table(db, 'settings', { key: 'text', value: 'text' }).addPrimaryKeyConstraint('settings_pk', ['key']).execute()
  await table(db, 'outbox', {
    id: 'text',
    kind: 'text',
    dedupe_key: 'text',
    payload: 'text',
    run_at: 'text',
    attempts: 'int',
    last_error: 'text?',
    done_at: 'text?',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('outbox_pk', ['id'])
    .addUniqueConstraint('outbox_once', ['dedupe_key'])
    .execute()
  await index(db, 'outbox_by_time', 'outbox', ['done_at', 'run_at'])
  await table(db, 'redirects', { path: 'text', target: 'text', status: 'int' })
    .addPrimaryKeyConstraint('redirects_pk', ['path'])
    .execute()
}

async function customers(db: Kysely<unknown>): Promise<void> {
  await table(db, 'customers', {
    id: 'text',
    email: 'text',
    password_hash: 'text?',
    name: 'text',
    phone: 'text',
    language: 'text',
    country: 'text',
    currency_id: 'int',
    mail_consent: 'flag',
    verified_at: 'text?',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('customers_pk', ['id'])
    .addUniqueConstraint('customers_email', ['email'])
    .execute()
  await table(db, 'addresses', {
    id: 'text',
    customer_id: 'text?',
    organization_id: 'text?',
    name: 'text',
    line1: 'text',
    line2: 'text',
    postal_code: 'text',
    city: 'text',
    country: 'text',
  })
    .addPrimaryKeyConstraint('addresses_pk', ['id'])
    .execute()
}

async function organizations(db: Kysely<unknown>): Promise<void> {
  await table(db, 'organizations', {
    id: 'text',
    name: 'text',
    organization_number: 'text',
    vat_number: 'text?',
    country: 'text',
    credit_limit: 'money',
    cost_centre: 'text',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('organizations_pk', ['id'])
    .execute()
  await table(db, 'organization_members', { organization_id: 'text', customer_id: 'text', role: 'text' })
    .addPrimaryKeyConstraint('organization_members_pk', ['organization_id', 'customer_id'])
    .execute()
  await table(db, 'personal_discounts', {
    id: 'text',
    customer_id: 'text?',
    organization_id: 'text?',
    discount_category: 'text',
    percent: 'int',
  })
    .addPrimaryKeyConstraint('personal_discounts_pk', ['id'])
    .execute()
}

async function carts(db: Kysely<unknown>): Promise<void> {
  await table(db, 'carts', {
    checkout_id: 'text',
    language: 'text',
    currency: 'text',
    country: 'text',
    lines: 'text',
    coupons: 'text',
    form: 'text',
    campaign_data: 'text',
    internal: 'flag',
    customer_id: 'text?',
    created_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('carts_pk', ['checkout_id'])
    .execute()
  await table(db, 'coupons', {
    code: 'text',
    percentage: 'int?',
    fixed_amounts: 'text?',
    groups: 'text',
    excluded_groups: 'text',
    discount_categories: 'text',
    minimum_spend: 'money',
    customer_id: 'text?',
    starts_at: 'text?',
    ends_at: 'text?',
    usage_limit: 'int?',
    used: 'int',
    adds_sku: 'text?',
  })
    .addPrimaryKeyConstraint('coupons_pk', ['code'])
    .addCheckConstraint('coupons_within_limit', check('usage_limit is null or used <= usage_limit'))
    .execute()
}

async function orders(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const columns = {
    id: 'text',
    number: 'text',
    checkout_id: 'text',
    language: 'text',
    currency: 'text',
    country: 'text',
    status: 'text',
    customer_id: 'text?',
    organization_id: 'text?',
    guest_token_hash: 'text?',
    email: 'text',
    phone: 'text',
    customer_kind: 'text',
    organization_number: 'text?',
    address: 'text',
    delivery_method: 'text',
    payment_method: 'text',
    items_total: 'money',
    discount_total: 'money',
    delivery_total: 'money',
    vat_total: 'money',
    total: 'money',
    coupons: 'text',
    campaign_data: 'text',
    placed_at: 'text',
    updated_at: 'text',
  } as const
  await table(db, 'orders', columns)
    .addColumn('seq', counter(kind))
    .addUniqueConstraint('orders_id', ['id'])
    .addUniqueConstraint('orders_number', ['number'])
    .execute()
  await sql`create unique index orders_one_live_per_checkout on orders (checkout_id)
    where status not in ('failed', 'expired', 'cancelled')`.execute(db)
  await index(db, 'orders_by_checkout', 'orders', ['checkout_id'])
  await index(db, 'orders_by_customer', 'orders', ['customer_id', 'placed_at'])
}

async function orderLines(db: Kysely<unknown>): Promise<void> {
  await table(db, 'order_lines', {
    id: 'text',
    order_id: 'text',
    position: 'int',
    product_id: 'text',
    sku: 'text',
    name: 'text',
    type: 'int',
    quantity: 'int',
    unit_price: 'money',
    ordinary_price: 'money',
    discount_percent: 'int',
    vat_rate: 'int',
    line_total: 'money',
    vat_total: 'money',
    set_id: 'text?',
    details: 'text',
  })
    .addPrimaryKeyConstraint('order_lines_pk', ['order_id', 'position'])
    .execute()
}

async function orderEvents(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'order_events', {
    id: 'text',
    order_id: 'text',
    at: 'text',
    actor: 'text',
    from_status: 'text?',
    to_status: 'text',
    note: 'text',
  })
    .addColumn('seq', counter(kind))
    .addUniqueConstraint('order_events_id', ['id'])
    .execute()
  await index(db, 'order_events_by_order', 'order_events', ['order_id', 'seq'])
}

async function payments(db: Kysely<unknown>): Promise<void> {
  await table(db, 'payment_attempts', {
    id: 'text',
    order_id: 'text',
    provider: 'text',
    amount: 'money',
    currency: 'text',
    status: 'text',
    provider_reference: 'text?',
    reason: 'text?',
    created_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('payment_attempts_pk', ['id'])
    .execute()
  await index(db, 'payment_attempts_by_order', 'payment_attempts', ['order_id'])
  await table(db, 'payment_events', {
    provider: 'text',
    event_id: 'text',
    attempt_id: 'text?',
    kind: 'text',
    payload: 'text',
    received_at: 'text',
  })
    .addPrimaryKeyConstraint('payment_events_pk', ['provider', 'event_id'])
    .execute()
  await table(db, 'stock_reservations', {
    id: 'text',
    order_id: 'text',
    product_id: 'text',
    quantity: 'int',
    status: 'text',
    expires_at: 'text?',
  })
    .addPrimaryKeyConstraint('stock_reservations_pk', ['id'])
    .execute()
  await index(db, 'stock_reservations_by_order', 'stock_reservations', ['order_id'])
  await index(db, 'stock_reservations_by_expiry', 'stock_reservations', ['status', 'expires_at'])
}
