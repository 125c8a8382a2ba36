import { expressionBuilder } from 'kysely'
import type { QuoteStatus } from '../../../domain/orders/quotes.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row, Tables } from '../../platform/db/tables.ts'

export type QuoteRow = Row<'quotes'>
export type QuoteLineRow = Row<'quote_lines'>

export async function insertQuote(
  trx: DatabaseTransaction,
  quote: NewRow<'quotes'>,
  lines: NewRow<'quote_lines'>[],
): Promise<void> {
  await trx.insertInto('quotes').values(quote).execute()
  await trx.insertInto('quote_lines').values(lines).execute()
}

export async function quoteById(db: Queryable, id: string): Promise<QuoteRow | undefined> {
  return db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function quoteByNumber(db: Queryable, number: string): Promise<QuoteRow | undefined> {
  return db.selectFrom('quotes').selectAll().where('number', '=', number).executeTakeFirst()
}

export async function quoteLinesOf(db: Queryable, quoteIds: readonly string[]): Promise<QuoteLineRow[]> {
  if (quoteIds.length === 0) return []
  return db
    .selectFrom('quote_lines')
    .selectAll()
    .where('quote_id', 'in', quoteIds)
    .orderBy('quote_id')
    .orderBy('position')
    .execute()
}

export type QuoteReader = { customerId: string; organization: { id: string; isAdmin: boolean } | null }

/** Selects the quotes that a customer may see: their own, and all of the organization for its administrators. */
export function quotesOf(db: Queryable, { customerId, organization }: QuoteReader) {
  return db
    .selectFrom('quotes')
    .selectAll()
    .where((row) => {
      const own = row('customer_id', '=', customerId)
      const isTheirs = row('organization_id', '=', organization?.id ?? '')
      return row.or([
        row.and([own, row('organization_id', 'is', null)]),
        organization?.isAdmin ? isTheirs : row.and([own, isTheirs]),
      ])
    })
}

export async function openQuotes(db: Queryable, customerId: string, statuses: readonly QuoteStatus[]): Promise<number> {
  const row = await db
    .selectFrom('quotes')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function listQuotes(db: Queryable, status: QuoteStatus | undefined) {
  const all = db
    .selectFrom('quotes as q')
    .leftJoin('customers as c', 'c.id', 'q.customer_id')
    .leftJoin('organizations as o', 'o.id', 'q.organization_id')
    .leftJoin('part_requests as r', 'r.quote_id', 'q.id')
    .selectAll('q')
    .select((row) => [
      row.fn.coalesce('c.email', 'r.email').as('email'),
      row.fn.coalesce('c.name', 'r.name').as('name'),
      'o.name as organization',
    ])
    .orderBy('q.requested_at', 'desc')
    .limit(500)
  return (status === undefined ? all : all.where('q.status', '=', status)).execute()
}

/** Reads and locks a quote until the transaction ends, which also protects its lines. */
export async function lockQuote(trx: DatabaseTransaction, id: string): Promise<QuoteRow | undefined> {
  return trx
    .updateTable('quotes')
    .set((row) => ({ number: row.ref('number') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Updates a quote if its status is one of `from`; returns false otherwise. */
export async function moveQuote(
  trx: DatabaseTransaction,
  id: string,
  from: readonly QuoteStatus[],
  change: Partial<QuoteRow>,
): Promise<boolean> {
  const result = await trx
    .updateTable('quotes')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type LinePrices = Pick<QuoteLineRow, 'quote_id' | 'position' | 'list_price' | 'unit_price' | 'vat_rate'>

export async function setLinePrices(trx: DatabaseTransaction, line: LinePrices): Promise<void> {
  const { quote_id: quoteId, position, list_price, unit_price, vat_rate } = line
  await trx
    .updateTable('quote_lines')
    .set({ list_price, unit_price, vat_rate })
    .where('quote_id', '=', quoteId)
    .where('position', '=', position)
    .execute()
}

/** The VAT classes of products by their id. */
export async function vatClassesOf(db: Queryable, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['id', 'vat_class']).where('id', 'in', productIds).execute()
  return new Map(rows.map(({ id, vat_class: vatClass }) => [id, vatClass]))
}

/** Those of the quotes that companies asked for: as members of an organization, or by a request that names one. */
export async function companyQuotes(
  db: Queryable,
  quotes: readonly Pick<QuoteRow, 'id' | 'organization_id'>[],
): Promise<Set<string>> {
  const others = quotes.filter(({ organization_id: id }) => id === null).map(({ id }) => id)
  const members = quotes.filter(({ organization_id: id }) => id !== null).map(({ id }) => id)
  if (others.length === 0) return new Set(members)
  const requests = await db
    .selectFrom('part_requests')
    .select('quote_id')
    .where('quote_id', 'in', others)
    .where('organization', '<>', '')
    .execute()
  return new Set([...members, ...requests.flatMap(({ quote_id: id }) => id ?? [])])
}

/** Assigns a checkout to a quote unless it has one; returns the assigned checkout's id. */
export async function claimCheckout(trx: DatabaseTransaction, id: string, checkoutId: string): Promise<string | null> {
  await trx
    .updateTable('quotes')
    .set({ checkout_id: checkoutId })
    .where('id', '=', id)
    .where('checkout_id', 'is', null)
    .execute()
  return (await quoteById(trx, id))?.checkout_id ?? null
}

/** Tells whether the customer of an organization's quote is still a member of the organization. */
function isStillTheirs() {
  const quote = expressionBuilder<Tables, 'quotes'>()
  const asMember = quote
    .selectFrom('organization_members as m')
    .select('m.role')
    .whereRef('m.organization_id', '=', 'quotes.organization_id')
    .whereRef('m.customer_id', '=', 'quotes.customer_id')
  return quote.or([quote('quotes.organization_id', 'is', null), quote.exists(asMember)])
}

/** Reads a quote for its checkout; undefined once the customer has left the organization that it was given to. */
export async function quoteToOrder(db: Queryable, id: string): Promise<QuoteRow | undefined> {
  return db.selectFrom('quotes').selectAll().where('id', '=', id).where(isStillTheirs()).executeTakeFirst()
}

/** Locks a quote until the transaction ends if this checkout can order it now; returns false otherwise. */
export async function lockOpenQuote(
  trx: DatabaseTransaction,
  id: string,
  checkoutId: string,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('quotes')
    .set((row) => ({ number: row.ref('number') }))
    .where('id', '=', id)
    .where('checkout_id', '=', checkoutId)
    .where('status', 'in', ['priced', 'accepted'])
    .where('valid_until', '>=', at)
    .where(isStillTheirs())
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Marks a locked quote as ordered. */
export async function markQuoteOrdered(
  trx: DatabaseTransaction,
  id: string,
  orderId: string,
  at: string,
): Promise<void> {
  await trx
    .updateTable('quotes')
    .set({ status: 'accepted', order_id: orderId, decided_at: at })
    .where('id', '=', id)
    .execute()
}
