import type { Database, Tables } from '../../src/server/platform/db/tables.ts'

/** How many times each record is repeated; lists show 50 of them on a page. */
const times = 60

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
      await repeat(transaction, table as keyof Tables, columns ?? [])
    await hire(transaction)
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

async function repeat(db: Database, table: keyof Tables, columns: readonly string[]): Promise<void> {
  const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().limit(3).execute()
  for (let at = 1; at <= times; at += 1)
    for (const row of rows) {
      const { seq: _seq, ...copy } = row
      const keys = columns.map((column) => [column, numbered(row[column], at)])
      await db
        .insertInto(table)
        .values({ ...copy, ...Object.fromEntries(keys) } as never)
        .execute()
    }
}

/** A number counts on, and other texts get one. */
function numbered(text: unknown, at: number): unknown {
  if (typeof text !== 'string') return text
  return /^\d+$/.test(text) ? String(Number(text) + 10 * at) : `${at}-${text}`
}
