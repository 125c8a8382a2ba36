import type { ListQuery } from '../../../contracts/console/lists.ts'
import { awaitedStatuses, type ReturnStatus } from '../../../domain/orders/returns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of the returns, by key. */
export async function returnListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(db, query)
    .select(['id', 'number', 'kind', 'status', 'refusal', 'requested_at', 'name'])
    .select((row) =>
      row
        .selectFrom('orders')
        .select('orders.number')
        .whereRef('orders.id', '=', 'returns.order_id')
        .as('order_number'),
    )
  return pageByKey(selected, { sort: 'requested_at', id: 'id', isDescending, cursor, limit })
}

export async function countReturns(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('id'))
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  let query = db.selectFrom('returns')
  if (search !== '')
    query = query.where((row) =>
      row.or([
        row('returns.number', '=', search.toUpperCase()),
        row('order_id', '=', row.selectFrom('orders').select('orders.id').where('orders.number', '=', search)),
      ]),
    )
  const { status } = filters
  if (status === 'awaited') return query.where('status', 'in', awaitedStatuses)
  if (status === 'received') return query.where('status', '=', 'received').where('refusal', '=', '')
  if (status === 'refused') return query.where('status', '=', 'received').where('refusal', '<>', '')
  return status ? query.where('status', '=', status as ReturnStatus) : query
}
