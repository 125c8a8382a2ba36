import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { PayoutState } from '../../../contracts/console/payouts.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

const sortColumns = { day: 'day', net: 'net' } as const

/** How many rows differ of the payouts that were compared just now; null where the list is not asked for those. */
type Compared = ReadonlyMap<string, number> | null

/** One page of the payouts, by key. The filters `from` and `before` are days. */
export async function payoutListRows(db: Queryable, query: ListQuery, limit: number, compared: Compared) {
  const { isDescending, cursor } = query
  const sort = query.sort === 'net' ? sortColumns.net : sortColumns.day
  const selected = filtered(db, query, compared)
    .select(['p.id', 'p.day', 'p.currency', 'p.gross', 'p.fee', 'p.net', 'p.stated', 'p.actor', 'p.at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payout_rows as r')
          .select('r.id')
          .where('r.kind', '=', 'other')
          .whereRef('r.payout_id', '=', 'p.id'),
      ).as('has_other'),
    )
  return pageByKey(selected, { sort: `p.${sort}`, id: 'p.id', isDescending, cursor, limit })
}

export async function countPayouts(db: Queryable, query: ListQuery, compared: Compared): Promise<number> {
  return countRows(db, filtered(db, query, compared).select('p.id'))
}

function filtered(db: Queryable, { search, filters }: ListQuery, compared: Compared) {
  const { from, before } = filters
  let query = payoutsInState(db, filters['state'] as PayoutState | undefined)
  if (search !== '') query = query.where('p.id', 'in', payoutsMatching(db, search))
  if (from) query = query.where('p.day', '>=', from)
  if (before) query = query.where('p.day', '<', before)
  if (compared) query = query.where('p.id', 'in', payoutsThatDiffer(db, compared))
  return query
}

/** Those that differ now, and of those that were not compared now, those that differed when they were. */
function payoutsThatDiffer(db: Queryable, compared: ReadonlyMap<string, number>) {
  const kind = kindOf(db)
  const now = [...compared].flatMap(([id, count]) => (count > 0 ? [id] : []))
  const before = db
    .selectFrom('payout_checks')
    .select('payout_id')
    .where('differing', '>', 0)
    .where('payout_id', 'not in', textList(kind, [...compared.keys()]))
  return before.union(db.selectFrom('payouts').select('id as payout_id').where('id', 'in', textList(kind, now)))
}

function payoutsInState(db: Queryable, state: PayoutState | undefined) {
  const query = db.selectFrom('payouts as p')
  if (state === undefined) return query
  if (state === 'unbooked') return query.whereRef('p.stated', '<>', 'p.net')
  const booked = query.where(({ eb, or, ref }) => or([eb('p.stated', 'is', null), eb('p.stated', '=', ref('p.net'))]))
  const others = db.selectFrom('payout_rows').select('payout_id').where('kind', '=', 'other')
  return booked.where('p.id', state === 'check' ? 'in' : 'not in', others)
}

/** The payouts that a search names: by their id, a transaction, the provider's id of a payment, or an order. */
function payoutsMatching(db: Queryable, search: string) {
  const text = search.replace(/^#/, '')
  const byId = db.selectFrom('payouts').select('id as payout_id').where('id', '=', text)
  const byRow = db.selectFrom('payout_rows').select('payout_id').where('id', '=', text)
  const byPayment = db.selectFrom('payout_rows').select('payout_id').where('reference', '=', text)
  const byOrder = db
    .selectFrom('orders as o')
    .innerJoin('payment_attempts as a', 'a.order_id', 'o.id')
    .innerJoin('payout_rows as r', 'r.reference', 'a.payment_reference')
    .select('r.payout_id')
    .where('o.number', '=', text)
  return byId.union(byRow).union(byPayment).union(byOrder)
}
