import { sql } from 'kysely'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import type { Membership } from '../../identity/organizations/organization-queries.ts'
import { lowerCase } from '../../platform/db/statements/lower-case.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The customer whose orders are read; `email` is null until it is verified. */
export type OrderReader = {
  customerId: string
  email: string | null
  organization: { id: string; isAdmin: boolean } | null
}

/**
 * Selects the orders that a customer may see: those placed while signed in; guest orders with the customer's verified
 * address; in an organization, the member's own orders, or all of them for an administrator. Guest orders that name an
 * organization are excluded until the operator releases them. Former members see none of the organization's orders.
 */
function ownOrders(db: Queryable, { customerId, email, organization }: OrderReader) {
  const all = () => db.selectFrom('orders as theirs').select('theirs.seq')
  const personal = () => all().where(isNull('organization_id'))
  let found = personal().where('customer_id', '=', customerId)
  if (email) {
    const asGuest = personal().where(isNull('customer_id')).where('email', '=', email)
    found = found.unionAll(asGuest.where(sql<boolean>`coalesce(theirs.hold, '') <> 'known_organization'`))
  }
  if (organization) {
    const placed = all().where('organization_id', '=', organization.id)
    found = found.unionAll(organization.isAdmin ? placed : placed.where('customer_id', '=', customerId))
  }
  return db.selectFrom('orders').where('orders.seq', 'in', found)
}

/**
 * Whether a column is null. It is in most orders, so SQLite must not use the column's index instead of the customer's:
 * `coalesce` keeps it from that.
 */
function isNull(column: 'organization_id' | 'customer_id') {
  return sql<boolean>`coalesce(${sql.ref(`theirs.${column}`)}, '') = ''`
}

export function orderReaderOf(
  { id, email, verified_at: verifiedAt }: CustomerRow,
  membership: Membership | undefined,
): OrderReader {
  return {
    customerId: id,
    email: verifiedAt === null ? null : email,
    organization: membership ? { id: membership.id, isAdmin: membership.role === 'admin' } : null,
  }
}

/** Orders that were never paid are not listed. */
const unseen: OrderStatus[] = ['failed', 'expired']

/** Which of the orders are wanted: those with all of some words, or with one of some numbers. */
export type WantedOrders = { words?: readonly string[]; numbers?: readonly string[] }

function wantedOrders(db: Queryable, reader: OrderReader, { words = [], numbers }: WantedOrders) {
  return ownOrders(db, reader)
    .where('orders.status', 'not in', unseen)
    .$if(words.length > 0, (query) => query.where((on) => on.and(words.map(hasWord))))
    .$if(numbers !== undefined, (query) => query.where('orders.number', 'in', [...(numbers ?? []), '']))
}

/** Whether a word is in an order's number or references, or in the number or name of one of its parts. */
function hasWord(word: string) {
  const pattern = `%${word.toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`
  const has = (column: string) => sql`${lowerCase(sql.ref(column))} like ${pattern} escape '!'`
  const isLine = sql`line.order_id = orders.id and (${has('line.sku')} or ${has('line.name')})`
  return sql<boolean>`(${has('orders.number')} or ${has('orders.order_reference')} or ${has('orders.cost_centre')}
    or exists (select 1 from order_lines as line where ${isLine}))`
}

export async function countOwnOrders(db: Queryable, reader: OrderReader, wanted: WantedOrders = {}): Promise<number> {
  const row = await wantedOrders(db, reader, wanted)
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function ownOrderRows(
  db: Queryable,
  reader: OrderReader,
  { limit, offset, ...wanted }: WantedOrders & { limit: number; offset: number },
) {
  return wantedOrders(db, reader, wanted)
    .leftJoin('customers as c', 'c.id', 'orders.customer_id')
    .select([
      'orders.id',
      'number',
      'status',
      'placed_at',
      'total',
      'currency',
      'reverse_charge',
      'order_reference',
      'orders.customer_id',
      'c.name as customer_name',
    ])
    .orderBy('placed_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function ownOrder(db: Queryable, reader: OrderReader, number: string) {
  return ownOrders(db, reader).where('orders.number', '=', number).selectAll('orders').executeTakeFirst()
}

/** Reads names and quantities of the lines of some orders, in line order. */
export async function lineNames(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'quantity'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}

/** Lists the returns of all orders that a customer may see, newest first, at most 200. */
export async function ownReturnRows(db: Queryable, reader: OrderReader) {
  return ownOrders(db, reader)
    .innerJoin('returns as r', 'r.order_id', 'orders.id')
    .leftJoin('order_refunds as paid', 'paid.id', 'r.refund_id')
    .leftJoin('order_exchanges as e', 'e.refund_id', 'r.refund_id')
    .select([
      'r.id',
      'r.number',
      'r.kind',
      'r.status',
      'r.requested_at',
      'r.received_at',
      'r.refusal',
      'paid.amount as refunded',
      'paid.set_off',
      'e.order_id as exchange_order',
      'orders.number as order_number',
    ])
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.number', 'desc')
    .limit(200)
    .execute()
}

export async function returnNames(db: Queryable, returnIds: readonly string[]) {
  if (returnIds.length === 0) return []
  return db
    .selectFrom('return_lines as l')
    .innerJoin('returns as r', 'r.id', 'l.return_id')
    .innerJoin('order_lines as o', (join) =>
      join.onRef('o.order_id', '=', 'r.order_id').onRef('o.position', '=', 'l.position'),
    )
    .select(['l.return_id', 'o.name', 'l.quantity'])
    .where('l.return_id', 'in', returnIds)
    .orderBy('l.position')
    .execute()
}

/** Lists orders with at least one shipment, newest first. */
export async function sentOrders(db: Queryable, reader: OrderReader, limit: number) {
  return ownOrders(db, reader)
    .where((order) =>
      order.exists(
        order.selectFrom('shipments').select('shipments.id').whereRef('shipments.order_id', '=', 'orders.id'),
      ),
    )
    .select(['orders.id', 'number'])
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
}
