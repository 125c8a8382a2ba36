import type { Database, Tables } from '../../src/server/platform/db/tables.ts'
import { repeat, times } from './repeat-rows.ts'

/** The columns in which no two rows may be the same, by table. */
const apart: Partial<Record<keyof Tables, readonly string[]>> = {
  orders: ['id', 'number', 'checkout_id', 'access_token'],
  order_events: ['id'],
  payment_attempts: ['id', 'order_id'],
  customers: ['id', 'email'],
  organizations: ['id', 'number'],
  quotes: ['id', 'number'],
  part_requests: ['id', 'number'],
  returns: ['id', 'number'],
  gift_cards: ['id'],
  subscriptions: ['id', 'order_id'],
  staff_notes: ['id'],
  audit_log: ['id'],
  webhook_endpoints: ['id'],
  webhook_deliveries: ['id'],
  outbox: ['id', 'dedupe_key'],
  payouts: ['id', 'hash'],
  payout_rows: ['id'],
}

/** Repeats the records of people and orders, so that every list and the lists within records have many rows. */
export async function repeatRecords(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const [table, columns] of Object.entries(apart))
      await repeat(transaction, table as keyof Tables, columns ?? [], 3)
    await hire(transaction)
    await addRoles(transaction)
    const rows = await transaction.selectFrom('bulk_rows').selectAll().execute()
    for (const at of Array.from({ length: times }, (_, index) => index + 2))
      await transaction
        .insertInto('bulk_rows')
        .values(rows.map((row) => ({ ...row, position: at, subject_id: `x${at}`, subject: String(100_000 + at) })))
        .execute()
  })
}

async function hire(db: Database): Promise<void> {
  const access = { role: 'seller', password_hash: null, totp_secret: null, totp_step: 0, version: 1 }
  for (let at = 1; at <= times; at += 1)
    await db
      .insertInto('staff')
      .values({
        ...access,
        id: `seller-${at}`,
        email: `seller-${at}@example.com`,
        name: `Elin Säljare ${at}`,
        language: 'sv',
        is_active: at % 7 === 0 ? 0 : 1,
        created_at: '2026-11-20T09:00:00.000Z',
      })
      .execute()
}

/** Roles of the shop's own, and people who are invited. */
async function addRoles(db: Database): Promise<void> {
  for (let at = 1; at <= times; at += 1) {
    await db
      .insertInto('staff_roles')
      .values({ name: `butik-${at}`, permissions: JSON.stringify(['orders.view']), version: 1 } as never)
      .execute()
    await db
      .insertInto('staff_invitations')
      .values({
        hash: `invited-${at}`,
        id: `invited-${at}`,
        email: `invited-${at}@example.com`,
        role: 'seller',
        language: 'sv',
        staff_id: null,
        invited_by: 'Karin Ägare',
        created_at: '2026-11-20T09:00:00.000Z',
        expires_at: '2099-11-20T09:00:00.000Z',
      })
      .execute()
  }
}
