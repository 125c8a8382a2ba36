import { dayMs } from '../../../domain/durations.ts'
import type { RiskFacts } from '../../../domain/orders/risk-hints.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Counting stops here: more is not riskier. */
const maxCounted = 100

/** Reads what the risk hints of an order are made of. An order whose buyer was erased has no facts of the buyer. */
export async function riskFactsOf(db: Queryable, order: OrderRow): Promise<RiskFacts> {
  const { email, network, placed_at: at } = order
  const since = new Date(Date.parse(at) - dayMs).toISOString()
  const until = new Date(Date.parse(at) + dayMs).toISOString()
  const around = { since, until: at }
  const byEmail = await countOrders(db, 'email', email, around)
  const byNetwork = await countOrders(db, 'network', network, around)
  return {
    deliveryCountry: order.country,
    billingCountry: await billingCountry(db, order),
    ordersWithinDay: Math.max(byEmail, byNetwork),
    hasOrderedBefore: email === '' || (await hasOrderedBefore(db, email, at)),
    total: order.total,
    currency: order.currency,
    failedPayments: email === '' ? 0 : await countFailures(db, email, { since, until }),
  }
}

type Between = { since: string; until: string }

async function countOrders(
  db: Queryable,
  column: 'email' | 'network',
  value: string,
  { since, until }: Between,
): Promise<number> {
  if (value === '') return 0
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(column, '=', value)
    // The index of networks leaves out orders without one.
    .where(column, '<>', '')
    .where('placed_at', '>', since)
    .where('placed_at', '<=', until)
    .limit(maxCounted)
    .execute()
  return rows.length
}

async function hasOrderedBefore(db: Queryable, email: string, at: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('email', '=', email)
    .where('placed_at', '<', at)
    .where('status', 'not in', ['pending_payment', 'failed', 'expired', 'cancelled'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function countFailures(db: Queryable, email: string, { since, until }: Between): Promise<number> {
  const rows = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('a.id')
    .where('o.email', '=', email)
    .where('o.placed_at', '>', since)
    .where('o.placed_at', '<', until)
    .where('a.status', '=', 'failed')
    .limit(maxCounted)
    .execute()
  return rows.length
}

/** The country of the organization that bought, else of the account. */
async function billingCountry(
  db: Queryable,
  { organization_id: organization, customer_id: customer }: OrderRow,
): Promise<string | null> {
  const row = organization
    ? await db.selectFrom('organizations').select('country').where('id', '=', organization).executeTakeFirst()
    : customer
      ? await db.selectFrom('customers').select('country').where('id', '=', customer).executeTakeFirst()
      : undefined
  return row?.country || null
}
