import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { labelKey } from '../../../domain/orders/order-labels.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }
const sortColumns = { number: 'seq', placed: 'seq', total: 'total' } as const
type OrderSort = keyof typeof sortColumns

/** One page of the orders, by key. */
export async function orderListRows(shop: Services, query: ListQuery & { sort: string }, limit: number) {
  const { isDescending, cursor } = query
  const sort = Object.hasOwn(sortColumns, query.sort) ? sortColumns[query.sort as OrderSort] : 'seq'
  const selected = filtered(shop, query).select([
    'seq',
    'id',
    'number',
    'status',
    'placed_at',
    'email',
    'country',
    'total',
    'currency',
    'payment_method',
    'address',
    'hold',
  ])
  return pageByKey(selected, { sort, id: 'seq', isDescending, cursor, limit })
}

export async function countOrders(shop: Services, query: ListQuery): Promise<number> {
  return countRows(shop.db, filtered(shop, query).select('seq'))
}

function filtered(shop: Services, { search, filters }: ListQuery) {
  const { status, held, country, payment, label, from, to } = filters
  let query = shop.db.selectFrom('orders')
  if (search !== '') query = query.where('seq', 'in', named(shop, search))
  if (status) query = query.where('status', '=', status as OrderStatus)
  if (held === 'yes') query = query.where('hold', 'is not', null)
  if (country) query = query.where('country', '=', country)
  if (payment) query = query.where('payment_method', '=', payment)
  if (label)
    query = query.where('id', 'in', (inner) =>
      inner.selectFrom('order_labels').select('order_id').where('label_key', '=', labelKey(label)),
    )
  if (from) query = query.where('placed_at', '>=', from)
  if (to) query = query.where('placed_at', '<', to)
  return query
}

/** So many of the newest orders are searched by what has no index: the last digits of a number, names and phones. */
const newestOrders = 2_000

/**
 * The orders that a search names: by number, or the beginning of an e-mail address or a tracking number; among the
 * newest also by the last digits of the number, words of the buyer's name or company, or a part of a phone number.
 */
function named({ db, kind }: Services, search: string) {
  const text = search.replace(/^#/, '')
  const byNumber = db.selectFrom('orders').select('seq').where('number', '=', text)
  const byEmail = db
    .selectFrom('orders')
    .select('seq')
    .where(beginsWith(kind, sql.ref('email'), text.toLowerCase()))
  const byTracking = db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select('orders.seq')
    .where(beginsWith(kind, sql.ref('tracking_number'), text))
  const found = byNumber.union(byEmail).union(byTracking)
  const newest = db
    .selectFrom('orders')
    .select(['seq', 'number', 'address', 'phone'])
    .orderBy('seq', 'desc')
    .limit(newestOrders)
  const among = db.selectFrom(newest.as('n')).select('n.seq')
  const conditions = [endsInNumber(text), hasPhone(text), hasName(kind, text)].filter((each) => each !== undefined)
  return conditions.length === 0 ? found : found.union(among.where(({ or }) => or(conditions)))
}

function endsInNumber(text: string): RawBuilder<boolean> | undefined {
  return /^\d{2,}$/.test(text) ? sql<boolean>`n.number like ${`%${text}`}` : undefined
}

/** Whether a phone number has these digits, whatever stands between them and with a country's code or without. */
function hasPhone(text: string): RawBuilder<boolean> | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  if (digits.length < 6 || !/^\+?[\d\s()/.-]+$/.test(text)) return undefined
  const plain = ['-', '(', ')', '/', '.'].reduce(
    (stored, sign) => sql`replace(${stored}, ${sql.lit(sign)}, '')`,
    sql`replace(n.phone, ' ', '')`,
  )
  return sql<boolean>`${plain} like ${`%${digits.slice(-8)}%`}`
}

/** Whether each word of the text begins a word of the buyer's name or company. */
function hasName(kind: DatabaseKind, text: string): RawBuilder<boolean> | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0 || words.length > 6 || !/\p{L}{2}/u.test(text) || text.includes('@')) return undefined
  const address = kind === 'sqlite' ? sql`n.address` : sql`n.address::json`
  const names = sql`' ' || (${address} ->> 'name') || ' ' || (${address} ->> 'organization')`
  const like = sql.raw(kind === 'sqlite' ? 'like' : 'ilike')
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${names} ${like} ${`% ${patternOf(word)}%`} escape '!'`),
    sql` and `,
  )})`
}

/** SQLite knows small and large letters of ASCII alone: any other letter stands for one of its kind. */
const patternOf = (word: string): string => word.replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\0-\x7f]/gu, '_')
