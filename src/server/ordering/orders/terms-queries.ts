import type { DiscountTerms } from '../../../domain/cart/discount-terms.ts'
import { termsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

/**
 * Reads the discount terms of an order; undefined for orders whose refunds cannot change the discount, and for orders
 * from before terms were stored.
 */
export async function termsOf(db: Queryable, orderId: string): Promise<DiscountTerms | undefined> {
  const row = await db.selectFrom('order_terms').select('terms').where('order_id', '=', orderId).executeTakeFirst()
  return row && termsJson.read(row.terms)
}

export function termsToInsert(trx: DatabaseTransaction, row: NewRow<'order_terms'>) {
  return trx.insertInto('order_terms').values(row)
}

/** Counts refunded units that the shopper returned by choice, by line position. */
export async function unitsReturnedByChoice(db: Queryable, orderId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('order_refund_lines as l')
    .innerJoin('order_refunds as r', 'r.id', 'l.refund_id')
    .select((row) => ['l.position', row.fn.sum<number>('l.by_choice').as('units')])
    .where('r.order_id', '=', orderId)
    .groupBy('l.position')
    .execute()
  return new Map(rows.map(({ position, units }) => [position, Number(units)]))
}
