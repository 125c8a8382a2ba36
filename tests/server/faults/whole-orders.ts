import type { Database } from '../../../src/server/platform/db/tables.ts'

/** The rows of each order, counted. */
export async function wholes(db: Database) {
  const count = async (table: 'order_lines' | 'stock_reservations' | 'payment_attempts' | 'order_events') => {
    const rows = await db.selectFrom(table).select('order_id').execute()
    return (orderId: string) => rows.filter((row) => row.order_id === orderId).length
  }
  const [lines, reservations, attempts, events] = [
    await count('order_lines'),
    await count('stock_reservations'),
    await count('payment_attempts'),
    await count('order_events'),
  ]
  const mails = await db.selectFrom('outbox').select('dedupe_key').where('kind', '=', 'mail.order_confirmed').execute()
  const ids = (await db.selectFrom('orders').select('id').orderBy('seq').execute()).map((order) => order.id)
  return ids.map((id) => ({
    id,
    lines: lines(id),
    reservations: reservations(id),
    attempts: attempts(id),
    events: events(id),
    mails: mails.filter((mail) => mail.dedupe_key === `mail.order_confirmed:${id}`).length,
  }))
}
