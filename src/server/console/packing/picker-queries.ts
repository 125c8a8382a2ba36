import { sql } from 'kysely'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

/** Gives an order to a picker, if nobody else has had it since `before`; false if somebody has. */
export async function takeOrder(
  trx: DatabaseTransaction,
  picker: NewRow<'order_pickers'>,
  before: string,
): Promise<boolean> {
  const { staff_id: staffId, name, taken_at: at } = picker
  const taken = await trx
    .insertInto('order_pickers')
    .values(picker)
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ staff_id: staffId, name, taken_at: at })
        .where((row) =>
          row.or([row('order_pickers.staff_id', '=', staffId), row('order_pickers.taken_at', '<', before)]),
        ),
    )
    .executeTakeFirst()
  return Number(taken.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Takes an order from its picker; false if it was not theirs. */
export async function giveBackOrder(trx: DatabaseTransaction, orderId: string, staffId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('order_pickers')
    .where('order_id', '=', orderId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Forgets the orders of a picker that are packed. */
export async function forgetPacked(db: Queryable, staffId: string): Promise<void> {
  await db
    .deleteFrom('order_pickers')
    .where('staff_id', '=', staffId)
    .where('order_id', 'not in', (orders) =>
      orders
        .selectFrom('orders')
        .select('orders.id')
        .where('orders.status', 'in', ['confirmed', 'processing'])
        .where('orders.id', 'in', sql<string>`(select order_id from order_pickers where staff_id = ${staffId})`),
    )
    .execute()
}

/** Who has had an order since a moment. */
export async function pickerOf(db: Queryable, orderId: string, since: string) {
  return db
    .selectFrom('order_pickers')
    .select(['staff_id', 'name'])
    .where('order_id', '=', orderId)
    .where('taken_at', '>=', since)
    .executeTakeFirst()
}
