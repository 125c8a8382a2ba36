import type { Queryable } from '../../platform/db/tables.ts'

/** Reads orders in the order in which they were placed, beginning after `after`. */
export function ordersAfter(db: Queryable, after: number, limit: number) {
  return db
    .selectFrom('orders')
    .select(['seq', 'id', 'number', 'placed_at', 'status', 'customer_kind', 'email', 'phone', 'address', 'country'])
    .select([
      'organization_number',
      'vat_number',
      'order_reference',
      'cost_centre',
      'delivery_method',
      'payment_method',
    ])
    .select(['currency', 'items_total', 'discount_total', 'delivery_total', 'vat_total', 'total', 'gift_card_total'])
    .select(['reverse_charge', 'coupons'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Reads customers in the order of their ids, beginning after `after`; no passwords, and nobody who was erased. */
export function customersAfter(db: Queryable, after: string, limit: number) {
  return db
    .selectFrom('customers')
    .select(['id', 'email', 'name', 'phone', 'language', 'country', 'mail_consent', 'verified_at', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
