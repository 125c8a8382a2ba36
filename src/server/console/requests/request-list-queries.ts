import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { partRequestStatuses } from '../../../domain/orders/part-requests.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }

/** One page of the requests for parts, by key. */
export async function requestListRows(shop: Services, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(shop, query)
    .select(['id', 'number', 'status', 'requested_at', 'name', 'email', 'organization', 'country', 'device'])
    .select((row) => [
      row
        .selectFrom('part_request_lines as l')
        .select((line) => line.fn.countAll<number>().as('count'))
        .whereRef('l.request_id', '=', 'part_requests.id')
        .as('parts'),
      row.selectFrom('quotes as q').select('q.number').whereRef('q.id', '=', 'part_requests.quote_id').as('quote'),
    ])
  return pageByKey(selected, { sort: 'requested_at', id: 'id', isDescending, cursor, limit })
}

export async function countRequests(shop: Services, query: ListQuery): Promise<number> {
  return countRows(shop.db, filtered(shop, query).select('id'))
}

/** Searched by number, or by the beginning of the sender's e-mail address. */
function filtered({ db, kind }: Services, { search, filters }: ListQuery) {
  let query = db.selectFrom('part_requests')
  if (search !== '')
    query = query.where((row) =>
      row.or([row('number', '=', search.toUpperCase()), beginsWith(kind, sql.ref('email'), search.toLowerCase())]),
    )
  const status = partRequestStatuses.find((each) => each === filters['status'])
  if (status) query = query.where('status', '=', status)
  if (filters['from']) query = query.where('requested_at', '>=', filters['from'])
  if (filters['to']) query = query.where('requested_at', '<', filters['to'])
  return query
}
