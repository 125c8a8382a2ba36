import { sql, type RawBuilder } from 'kysely'
import { alikeName } from '../../../domain/visitors/alike-names.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { firstWhere } from '../lists/first-where.ts'
import { beginsWith } from '../lists/list-queries.ts'
import { hasInMail } from '../lists/mail-search-queries.ts'
import { hasPhone } from '../lists/phone-search-queries.ts'
import { cutOff, type Searched } from '../lists/search-once.ts'

type Services = { db: Queryable; reportDb: Queryable; kind: DatabaseKind }

/**
 * So many of the newest orders are searched by what has no index (the last digits of a number, names and phones): first
 * few of them, then more, and at last by names that are only alike.
 */
const newest = { first: 2_000, later: 100_000, alike: 10_000 }
/** So many are found at most by what is not the number, among all or by names that are alike: the newest. */
const maxFound = 500

/** With `quickly`, older orders and names that are only alike are not looked for, which takes much longer. */
export type OrderSearch = 'quickly' | 'thoroughly'

/** The orders that a text names; where it names none, those whose buyer's name or company is like it. */
export async function searchOrders(shop: Services, search: string, how: OrderSearch): Promise<Searched> {
  const usual = ordersMatching(shop, search, newest.first)
  if (how === 'quickly' || (await hasAny(shop.db, usual)))
    return { where: sql<boolean>`orders.seq in (${usual})`, mostFound: null }
  const reading = { ...shop, db: shop.reportDb }
  const later = await newestFound(reading.db, ordersMatching(reading, search, newest.later))
  const { found: seqs, mostFound } = cutOff(later.length > 0 ? later : await alike(reading, search), maxFound)
  return { where: seqs.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`orders.seq in (${sql.join(seqs)})`, mostFound }
}

type Named = ReturnType<typeof ordersMatching>

async function hasAny(db: Queryable, found: Named): Promise<boolean> {
  return (await db.selectFrom(found.as('f')).select('f.seq').limit(1).executeTakeFirst()) !== undefined
}

/** The newest of these orders: one more than are found, if there are more. */
async function newestFound(db: Queryable, found: Named): Promise<number[]> {
  const rows = await db
    .selectFrom(found.as('f'))
    .select('f.seq')
    .orderBy('f.seq', 'desc')
    .limit(maxFound + 1)
    .execute()
  return rows.map(({ seq }) => seq)
}

/** The newest orders whose buyer's name or company is like a text, as somebody hears it on the telephone. */
async function alike({ db, kind }: Services, search: string): Promise<number[]> {
  if (!hasLetters(search) || /\d/.test(search)) return []
  const { rows } = await sql<{ seq: number; buyer: string | null }>`
    select n.seq, ${buyerOf(kind)} as buyer from ${newestOf(kind, newest.alike)} as n order by n.seq desc`.execute(db)
  const isAlike = alikeName(search)
  const found = await firstWhere(rows, ({ buyer }) => isAlike(buyer ?? ''), maxFound + 1)
  return found.map(({ seq }) => seq)
}

/**
 * The orders that a search names: by number, or the beginning of an e-mail address or a tracking number; among the
 * newest also by the last digits of the number, words of the buyer's name or company, or a part of a phone number.
 * Where more are searched, any part of the address counts.
 */
function ordersMatching({ db, kind }: Pick<Services, 'db' | 'kind'>, search: string, among: number) {
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
  const byMail = among > newest.first ? hasInMail(text, sql.ref('email')) : undefined
  const inMail = byMail && db.selectFrom('orders').select('seq').where(byMail)
  const named = byNumber.union(byEmail).union(byTracking)
  const found = inMail ? named.union(inMail) : named
  const recent = db.selectFrom(newestOf(kind, among).as('n')).select('n.seq')
  const conditions = [endsInNumber(text), hasPhone(text, sql.ref('n.phone')), hasName(kind, text)].filter(
    (each) => each !== undefined,
  )
  return conditions.length === 0 ? found : found.union(recent.where(({ or }) => or(conditions)))
}

type Newest = { seq: number; number: string; phone: string }

/** The newest orders; SQLite reads them, and the buyer, from an index that has all of this. */
function newestOf(kind: DatabaseKind, limit: number): RawBuilder<Newest> {
  return kind === 'sqlite'
    ? sql<Newest>`(select seq, number, phone, ${embeddedBuyer} as buyer from orders indexed by orders_by_buyer
        order by seq desc limit ${limit})`
    : sql<Newest>`(select seq, number, phone, address from orders order by seq desc limit ${limit})`
}

function endsInNumber(text: string): RawBuilder<boolean> | undefined {
  return /^\d{2,}$/.test(text) ? sql<boolean>`n.number like ${`%${text}`}` : undefined
}

/** Whether each word of the text begins a word of the buyer's name or company. */
function hasName(kind: DatabaseKind, text: string): RawBuilder<boolean> | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0 || words.length > 6 || !hasLetters(text)) return undefined
  const like = sql.raw(kind === 'sqlite' ? 'like' : 'ilike')
  const conditions = words.map((word) => sql`${buyerOf(kind)} ${like} ${`% ${patternOf(word)}%`} escape '!'`)
  // Reading the JSON of each order takes three times as long as looking for a word in it.
  const isThere = words
    .filter((word) => kind === 'postgres' && !/["\\]/.test(word))
    .map((word) => sql`n.address ${like} ${`%${patternOf(word)}%`} escape '!'`)
  return sql<boolean>`(${sql.join([...isThere, ...conditions], sql` and `)})`
}

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text) && !text.includes('@')

/** The name and company of the buyer of one of the newest orders, with a space before each. */
function buyerOf(kind: DatabaseKind): RawBuilder<string> {
  return kind === 'sqlite'
    ? sql.ref<string>('n.buyer')
    : sql<string>`(' ' || (n.address::json ->> 'name') || ' ' || (n.address::json ->> 'organization'))`
}

/** The same as the index `orders_by_buyer` has it. */
const embeddedBuyer = sql<string>`(case when json_valid(address)
  then ' ' || (address ->> 'name') || ' ' || (address ->> 'organization') end)`

/** SQLite knows small and large letters of ASCII alone: any other letter stands for one of its kind. */
const patternOf = (word: string): string => word.replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\0-\x7f]/gu, '_')
