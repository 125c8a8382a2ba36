import type { CustomerRow } from '../../identity/customer-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The subscriptions of a person, as the orders: of the account, and of guests with its verified address. */
export async function subscriptionsOf(db: Queryable, { id, email, verified_at: verifiedAt }: CustomerRow) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'sku', 'name', 'quantity', 'interval_days', 'next_at', 'status', 'created_at', 'country', 'form'])
    .where((row) =>
      row.or([
        row('customer_id', '=', id),
        ...(verifiedAt === null ? [] : [row.and([row('customer_id', 'is', null), row('email', '=', email)])]),
      ]),
    )
    .execute()
}

export async function alertsOf(
  db: Queryable,
  { email, verified_at: verifiedAt }: Pick<CustomerRow, 'email' | 'verified_at'>,
) {
  if (verifiedAt === null) return []
  return db
    .selectFrom('stock_alerts')
    .select(['product_id', 'created_at', 'confirmed_at', 'stopped_at', 'notified_at'])
    .where('email', '=', email)
    .execute()
}

export async function cartsOf(db: Queryable, customerId: string) {
  return db
    .selectFrom('carts')
    .select(['created_at', 'updated_at', 'currency', 'country', 'lines', 'form'])
    .where('customer_id', '=', customerId)
    .execute()
}

export async function savedCartOf(db: Queryable, customerId: string) {
  return db
    .selectFrom('saved_carts')
    .select(['lines', 'updated_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export async function quotesOfCustomer(db: Queryable, customerId: string) {
  return db.selectFrom('quotes').selectAll().where('customer_id', '=', customerId).orderBy('requested_at').execute()
}

export async function listsMadeBy(db: Queryable, customerId: string) {
  return db
    .selectFrom('part_lists')
    .select(['id', 'name', 'organization_id', 'created_at', 'updated_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .execute()
}

export async function devicesSavedBy(db: Queryable, customerId: string) {
  return db
    .selectFrom('saved_devices as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(['d.brand', 'd.series', 'd.model', 's.name', 's.saved_at'])
    .where('s.customer_id', '=', customerId)
    .orderBy('s.saved_at')
    .execute()
}
