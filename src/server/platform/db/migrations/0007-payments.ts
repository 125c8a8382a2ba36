import { sql, type Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds an attempt's amounts, payment page and last query time, and creates refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await attempts(db)
  await table(db, 'refunds', {
    id: 'text',
    order_id: 'text',
    attempt_id: 'text',
    dedupe_key: 'text',
    amount: 'money',
    currency: 'text',
    reason: 'text',
    actor: 'text',
    status: 'text',
    provider_reference: 'text?',
    error: 'text?',
    refusals: 'int',
    created_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('refunds_pk', ['id'])
    .addUniqueConstraint('refunds_once', ['dedupe_key'])
    .execute()
  await index(db, 'refunds_by_order', 'refunds', ['order_id'])
}

async function attempts(db: Kysely<unknown>): Promise<void> {
  for (const column of ['url', 'payment_reference', 'asked_at']) {
    await db.schema.alterTable('payment_attempts').addColumn(column, 'text').execute()
  }
  for (const column of ['authorized', 'captured', 'refunded']) {
    await db.schema
      .alterTable('payment_attempts')
      .addColumn(column, 'bigint', (define) => define.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('payment_attempts')
    .addColumn('language', 'text', (define) => define.notNull().defaultTo(''))
    .execute()
  await sql`update payment_attempts set language = coalesce(
    (select language from orders where orders.id = payment_attempts.order_id), 'sv')`.execute(db)
  await sql`update payment_attempts set authorized = amount where status = 'succeeded'`.execute(db)
  await sql`update payment_attempts set captured = amount where status = 'succeeded' and provider <> 'invoice'`.execute(
    db,
  )
  await sql`create index payment_attempts_open on payment_attempts (created_at) where status = 'started'`.execute(db)
}
