import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { quoteStatuses } from '../../../domain/orders/quotes.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind; now: () => Date }

/** One page of the quotes, by key. */
export async function quoteListRows(shop: Services, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(shop, query)
    .leftJoin('customers as c', 'c.id', 'q.customer_id')
    .leftJoin('organizations as o', 'o.id', 'q.organization_id')
    .select(['q.id', 'q.number', 'q.status', 'q.currency', 'q.country', 'q.requested_at', 'q.valid_until'])
    .select('q.organization_id')
    .select(['c.name', 'c.email', 'o.name as organization'])
    .select((row) =>
      row.selectFrom('part_requests as r').select('r.email').whereRef('r.quote_id', '=', 'q.id').limit(1).as('sender'),
    )
  return pageByKey(selected, { sort: 'q.requested_at', id: 'q.id', isDescending, cursor, limit })
}

export async function countQuotes(shop: Services, query: ListQuery): Promise<number> {
  return countRows(shop.db, filtered(shop, query).select('q.id'))
}

/** Searched by number, or by the beginning of the buyer's e-mail address. */
function filtered({ db, kind, now }: Services, { search, filters }: ListQuery) {
  let query = db.selectFrom('quotes as q')
  if (search !== '') {
    const start = search.toLowerCase()
    const buyers = db
      .selectFrom('customers')
      .select('customers.id')
      .where(beginsWith(kind, sql.ref('email'), start))
    const guests = db
      .selectFrom('part_requests')
      .select('part_requests.quote_id')
      .where(beginsWith(kind, sql.ref('email'), start))
    query = query.where((row) =>
      row.or([
        row('q.number', '=', search.toUpperCase()),
        row('q.customer_id', 'in', buyers),
        row('q.id', 'in', guests),
      ]),
    )
  }
  const wanted = filters['status']
  const status = quoteStatuses.find((each) => each === (wanted === 'expired' ? 'priced' : wanted))
  if (status) query = query.where('q.status', '=', status)
  if (wanted === 'expired') query = query.where('q.valid_until', '<', now().toISOString())
  if (wanted === 'priced') query = query.where('q.valid_until', '>=', now().toISOString())
  if (filters['from']) query = query.where('q.requested_at', '>=', filters['from'])
  if (filters['to']) query = query.where('q.requested_at', '<', filters['to'])
  return query
}
