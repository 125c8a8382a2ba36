import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { CouponKind, CouponState } from '../../../domain/cart/coupon-states.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }
/** Whether the person may find coupons by whom they are for. */
type MayFind = { mayFindPeople: boolean }
const sorts = { created: 'c.created_at', code: 'c.code', used: 'c.used' } as const
export type CouponSort = keyof typeof sorts

export const isCouponSort = (name: string): name is CouponSort => Object.hasOwn(sorts, name)

/** One page of all coupons, by key. `at` is now, UTC ISO. */
export async function couponListRows(shop: Services & MayFind, query: ListQuery, at: string, limit: number) {
  const { isDescending, cursor, sort } = query
  const selected = filtered(shop, query, at).selectAll('c')
  return pageByKey(selected, {
    sort: sorts[isCouponSort(sort) ? sort : 'created'],
    id: 'c.code',
    isDescending,
    cursor,
    limit,
  })
}

export async function countCoupons(shop: Services & MayFind, query: ListQuery, at: string): Promise<number> {
  return countRows(shop.db, filtered(shop, query, at).select('c.code'))
}

function filtered({ db, kind, mayFindPeople }: Services & MayFind, { search, filters }: ListQuery, at: string) {
  let query = db.selectFrom('coupons as c')
  if (search !== '') query = query.where('c.code', 'in', couponsMatching({ db, kind, mayFindPeople }, search))
  const state = filters['state'] as CouponState | undefined
  if (state) query = query.where(isIn(state, at))
  const does = filters['kind'] as CouponKind | undefined
  if (does) query = query.where(hasKind[does])
  if (filters['used'] === 'yes') query = query.where('c.used', '>', 0)
  if (filters['used'] === 'no') query = query.where('c.used', '=', 0)
  if (filters['for'] === 'all') query = query.where('c.customer_id', 'is', null).where('c.organization_id', 'is', null)
  if (filters['for'] === 'one')
    query = query.where(sql<boolean>`coalesce(c.customer_id, c.organization_id) is not null`)
  return query
}

const hasKind: Readonly<Record<CouponKind, ReturnType<typeof sql<boolean>>>> = {
  percent: sql<boolean>`c.percentage is not null`,
  amount: sql<boolean>`c.fixed_amounts is not null`,
  delivery: sql<boolean>`c.free_delivery = 1`,
  gift: sql<boolean>`c.adds_sku is not null`,
}

/** The same order of questions as `couponState` asks them in. */
function isIn(state: CouponState, at: string) {
  const isStopped = sql`(c.stopped_at is not null and c.stopped_at <= ${at})`
  const isOver = sql`(c.ends_at is not null and c.ends_at <= ${at})`
  const isUsedUp = sql`(c.usage_limit is not null and c.used >= c.usage_limit)`
  const isToCome = sql`(c.starts_at is not null and c.starts_at > ${at})`
  switch (state) {
    case 'stopped':
      return sql<boolean>`${isStopped}`
    case 'over':
      return sql<boolean>`(not ${isStopped} and ${isOver})`
    case 'used_up':
      return sql<boolean>`(not ${isStopped} and not ${isOver} and ${isUsedUp})`
    case 'to_come':
      return sql<boolean>`(not ${isStopped} and not ${isOver} and not ${isUsedUp} and ${isToCome})`
    case 'runs':
      return sql<boolean>`not (${isStopped} or ${isOver} or ${isUsedUp} or ${isToCome})`
  }
}

/** Coupons whose code begins with a text, or that are for the customer or organization of that address or number. */
function couponsMatching({ db, kind, mayFindPeople }: Services & MayFind, text: string) {
  const byCode = db
    .selectFrom('coupons')
    .select('code')
    .where(beginsWith(kind, sql.ref('code'), text.toUpperCase()))
  if (!mayFindPeople) return byCode
  const byCustomer = db
    .selectFrom('coupons')
    .innerJoin('customers', 'customers.id', 'coupons.customer_id')
    .select('coupons.code')
    .where('customers.email', '=', text.toLowerCase())
  const byOrganization = db
    .selectFrom('coupons')
    .innerJoin('organizations', 'organizations.id', 'coupons.organization_id')
    .select('coupons.code')
    .where((row) => row.or([row('organization_number', '=', text), row('organizations.name', '=', text)]))
  return byCode.union(byCustomer).union(byOrganization)
}

const maxUses = 100

/** The newest orders that used a coupon, and whether there are more. */
export async function usesOfCoupon(db: Queryable, code: string) {
  const rows = await db
    .selectFrom('coupon_uses as u')
    .innerJoin('orders as o', 'o.id', 'u.order_id')
    .select(['o.number', 'u.used_at', 'u.returned_at', 'o.total', 'o.currency'])
    .where('u.code', '=', code)
    .orderBy('u.used_at', 'desc')
    .orderBy('u.order_id', 'desc')
    .limit(maxUses + 1)
    .execute()
  return { uses: rows.slice(0, maxUses), hasMore: rows.length > maxUses }
}
