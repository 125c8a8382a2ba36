import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { InvoiceState } from '../../platform/db/tables/invoice-tables.ts'
import { namedIn } from '../customers/name-search-queries.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind; settings: Shop['settings'] }
/** An invoice is overdue if its last day is before `today`, the moment at which the day begins. */
type InvoiceFilter = { query: ListQuery; today: string }
const sortColumns = { issued: 'i.issued_at', due: 'i.due_at' } as const

/** One page of the invoices, by key. */
export async function invoiceListRows(shop: Services, filter: InvoiceFilter, limit: number) {
  const { isDescending, cursor, sort: by } = filter.query
  const sort = by === 'due' ? sortColumns.due : sortColumns.issued
  const selected = filtered(shop, filter).select([
    'i.number',
    'i.issued_at',
    'i.due_at',
    'i.amount',
    'i.credited',
    'i.paid',
    'i.state',
    'o.number as order_number',
    'o.currency',
    'o.address',
    'o.email',
  ])
  return pageByKey(selected, { sort, id: 'i.number', isDescending, cursor, limit })
}

export async function countInvoices(shop: Services, filter: InvoiceFilter): Promise<number> {
  return countRows(shop.db, filtered(shop, filter).select('i.number'))
}

function filtered(shop: Services, { query: { search, filters }, today }: InvoiceFilter) {
  const { state, from, to } = filters
  let query = shop.db.selectFrom('invoices as i').innerJoin('orders as o', 'o.id', 'i.order_id')
  if (search !== '') query = query.where('i.number', 'in', invoicesMatching(shop, search.replace(/^#/, '')))
  if (state) query = query.where('i.state', '=', state === 'overdue' ? 'open' : (state as InvoiceState))
  if (state === 'overdue') query = query.where('i.due_at', '<', today)
  if (from) query = query.where('i.issued_at', '>=', from)
  if (to) query = query.where('i.issued_at', '<', to)
  return query
}

/**
 * The invoices that a search names: by number with or without what stands before its digits, order, reference of a
 * payment, or the beginning of the buyer's address or of words in their name or organization.
 */
function invoicesMatching({ db, kind, settings }: Services, text: string) {
  const numbers = [text.toUpperCase(), `F${text}`, `${settings.all.payment.invoicePrefix}${text}`]
  const byNumber = db.selectFrom('invoices').select('number').where('number', 'in', numbers)
  const ofOrders = db.selectFrom('orders as o').innerJoin('invoices as i', 'i.order_id', 'o.id').select('i.number')
  const byOrder = ofOrders.where('o.number', '=', text)
  const byEmail = ofOrders.where(beginsWith(kind, sql.ref('o.email'), text.toLowerCase()))
  // A cross join keeps SQLite from beginning with every order or invoice.
  const ofBuyers = (buyers: RawBuilder<string>, column: 'customer_id' | 'organization_id') =>
    sql<{ number: string }>`select i.number from (${buyers}) as b cross join orders as o cross join invoices as i
      where ${sql.ref(`o.${column}`)} = b.subject_id and i.order_id = o.id`
  const byReference = db
    .selectFrom('invoice_payments as p')
    .innerJoin('invoices as i', 'i.order_id', 'p.order_id')
    .select('i.number')
    .where('p.reference', '=', text)
  const numbered = sql<string>`select id as subject_id from organizations where organization_number = ${text}`
  return byNumber
    .union(byOrder)
    .union(byEmail)
    .union(byReference)
    .union(ofBuyers(numbered, 'organization_id'))
    .union(ofBuyers(namedIn(kind, 'customer', text), 'customer_id'))
    .union(ofBuyers(namedIn(kind, 'organization', text), 'organization_id'))
}
