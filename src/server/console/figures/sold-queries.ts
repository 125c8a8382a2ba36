import { sql } from 'kysely'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** From a moment (UTC ISO text) up to another, which is outside. */
export type Span = { readonly from: string; readonly until: string }
/** Millionths of each currency per unit of the base currency. */
export type Rates = ReadonlyMap<CurrencyCode, number>

const unsold: OrderStatus[] = ['pending_payment', 'failed', 'expired', 'cancelled']
const sold = ({ from, until }: Span) =>
  sql`o.placed_at >= ${from} and o.placed_at < ${until} and o.status not in (${sql.join(unsold)})`

type HourOf<Sums> = { hour: string; currency: CurrencyCode } & Sums

/** Gift cards without VAT are a debt and no sale, as in the books: what is bought with them is one. */
const isCard = sql`l.type = ${sql.lit(productType.giftCard)} and l.vat_rate = 0`
/** What each order has of them, found by an index that has gift cards alone. */
const cards = sql`cards as materialized (select l.order_id, sum(l.line_total - l.discount_share) as paid
  from order_lines l where ${isCard} group by l.order_id)`
const cardsSold = sql`coalesce(c.paid, 0)`
const cardsCredited = sql`coalesce((select sum(r.amount) from order_refund_lines r
  join order_lines l on l.order_id = f.order_id and l.position = r.position
  where r.refund_id = f.id and ${isCard}), 0)`

/**
 * Orders by the hour of UTC (`2026-11-23T19`) in which they were placed, with their sums without gift cards: every home
 * country's clock is whole hours from UTC, so that hours make its days.
 */
export async function ordersByHour(db: Queryable, span: Span) {
  const { rows } = await sql<HourOf<{ orders: number; gross: Minor; net: Minor }>>`
    with ${cards}
    select substr(o.placed_at, 1, 13) as hour, o.currency, count(*) as orders,
      sum(o.total - ${cardsSold}) as gross, sum(o.total - o.vat_total - ${cardsSold}) as net
    from orders o left join cards c on c.order_id = o.id where ${sold(span)}
    group by substr(o.placed_at, 1, 13), o.currency`.execute(db)
  return rows.map((row) => ({ ...row, orders: Number(row.orders), gross: Number(row.gross), net: Number(row.net) }))
}

/** Units by the hour in which their order was placed, without gift cards and what was cancelled. */
export async function unitsByHour(db: Queryable, span: Span) {
  const { rows } = await sql<{ hour: string; units: number }>`
    select substr(o.placed_at, 1, 13) as hour, sum(l.quantity - l.cancelled) as units
    from orders o join order_lines l on l.order_id = o.id
    where ${sold(span)} and not (${isCard}) group by substr(o.placed_at, 1, 13)`.execute(db)
  return rows.map(({ hour, units }) => ({ hour, units: Number(units) }))
}

/** What was credited without VAT, by its hour; credits of orders that count as not sold are left out. */
export async function creditsByHour(db: Queryable, { from, until }: Span) {
  const { rows } = await sql<HourOf<{ net: Minor }>>`
    select substr(f.at, 1, 13) as hour, o.currency, sum(f.amount - f.vat - ${cardsCredited}) as net
    from order_refunds f join orders o on o.id = f.order_id
    where f.at >= ${from} and f.at < ${until} and o.status not in (${sql.join(unsold)})
    group by substr(f.at, 1, 13), o.currency`.execute(db)
  return rows.map((row) => ({ ...row, net: Number(row.net) }))
}

/** An amount in the base currency, rounded half up; both databases divide whole numbers. */
const inBase = (amount: ReturnType<typeof sql>, rate: ReturnType<typeof sql>) =>
  sql`(cast((${amount}) as bigint) * 1000000 + (${rate}) / 2) / (${rate})`

/**
 * Tables of a statement: `rates`, the goods `sold` (by product and currency: units and net amounts that were not
 * credited), and the lowest cost `costs` of each product in the base currency.
 */
const goods = (span: Span, rates: Rates) => sql`
  with rates (currency, micro) as (values ${sql.join(
    [...rates].map(([currency, micro]) => sql`(cast(${currency} as text), cast(${micro} as bigint))`),
  )}),
  credited as (
    select f.order_id, r.position, sum(r.amount - r.vat) as net
    from orders o join order_refunds f on f.order_id = o.id join order_refund_lines r on r.refund_id = f.id
    where ${sold(span)} group by f.order_id, r.position
  ),
  sold as (
    select l.product_id, o.currency, max(l.sku) as sku, max(l.name) as name, sum(l.quantity - l.refunded) as units,
      sum(l.line_total - l.vat_total - (l.discount_share - l.discount_share_vat) - coalesce(c.net, 0)) as net
    from orders o join order_lines l on l.order_id = o.id
    left join credited c on c.order_id = l.order_id and c.position = l.position
    where ${sold(span)} and l.type <> ${productType.giftCard}
    group by l.product_id, o.currency
  ),
  costs as (
    select s.product_id, min(${inBase(sql`s.cost`, sql`r.micro`)}) as cost
    from supplier_offers s join rates r on r.currency = s.currency
    where s.cost is not null and s.product_id in (select product_id from sold) group by s.product_id
  )`

/** The goods of a period by currency; `known` and `cost` (base currency) are of those whose cost is known. */
export async function marginsOf(db: Queryable, span: Span, rates: Rates) {
  const { rows } = await sql<{ currency: CurrencyCode; net: Minor; known: Minor; cost: Minor }>`${goods(span, rates)}
    select s.currency, sum(s.net) as net, coalesce(sum(case when c.cost is not null then s.net end), 0) as known,
      coalesce(sum(s.units * c.cost), 0) as cost
    from sold s left join costs c on c.product_id = s.product_id group by s.currency`.execute(db)
  return rows.map(({ currency, ...sums }) => ({
    currency,
    net: Number(sums.net),
    known: Number(sums.known),
    cost: Number(sums.cost),
  }))
}

/** The parts that sold for most, in the base currency. */
export async function bestParts(db: Queryable, span: Span, rates: Rates, limit: number) {
  const { rows } = await sql<{
    product_id: string
    sku: string
    name: string
    units: number
    net: Minor
    cost: Minor | null
  }>`
    ${goods(span, rates)}
    select s.product_id, max(s.sku) as sku, max(s.name) as name, sum(s.units) as units,
      sum(${inBase(sql`s.net`, sql`r.micro`)}) as net, sum(s.units * c.cost) as cost
    from sold s join rates r on r.currency = s.currency left join costs c on c.product_id = s.product_id
    group by s.product_id having sum(s.units) > 0 order by net desc, max(s.sku) limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    units: Number(row.units),
    net: Number(row.net),
    cost: row.cost === null ? null : Number(row.cost),
  }))
}

/**
 * Parts that sold below their ordinary price, those that sold for most first, in the base currency; without units that
 * were cancelled or came back, as in `bestParts`.
 */
export async function reducedParts(db: Queryable, span: Span, rates: Rates, limit: number) {
  const { rows } = await sql<{
    product_id: string
    sku: string
    name: string
    units: number
    net: Minor
    reduction: Minor
  }>`
    ${goods(span, rates)}
    select l.product_id, max(l.sku) as sku, max(l.name) as name, sum(l.quantity - l.refunded) as units,
      sum(${inBase(
        sql`l.line_total - l.vat_total - (l.discount_share - l.discount_share_vat) - coalesce(c.net, 0)`,
        sql`r.micro`,
      )}) as net,
      sum(${inBase(sql`(l.ordinary_price - l.unit_price) * (l.quantity - l.refunded)`, sql`r.micro`)}) as reduction
    from orders o join order_lines l on l.order_id = o.id join rates r on r.currency = o.currency
    left join credited c on c.order_id = l.order_id and c.position = l.position
    where ${sold(span)} and l.ordinary_price > l.unit_price
    group by l.product_id having sum(l.quantity - l.refunded) > 0
    order by net desc, max(l.sku) limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    units: Number(row.units),
    net: Number(row.net),
    reduction: Number(row.reduction),
  }))
}

/** Units of products in a period that were not cancelled, or not refunded either, by product. */
export async function unitsOf(
  db: Queryable,
  span: Span,
  ids: readonly string[],
  less: 'cancelled' | 'refunded',
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ product_id: string; units: number }>`
    select l.product_id, sum(l.quantity - ${sql.ref(`l.${less}`)}) as units
    from orders o join order_lines l on l.order_id = o.id
    where ${sold(span)} and l.product_id in (${sql.join(ids)}) group by l.product_id`.execute(db)
  return new Map(rows.map(({ product_id: id, units }) => [id, Number(units)]))
}

/**
 * Orders by the codes that they used (JSON), with their sums and discounts: the fixed amounts, and what percentages and
 * free parts take off the prices of lines.
 */
export async function ordersByCodes(db: Queryable, span: Span) {
  const { rows } = await sql<{
    coupons: string
    currency: CurrencyCode
    orders: number
    net: Minor
    discount: Minor
  }>`
    with ${cards}
    select o.coupons, o.currency, count(*) as orders, sum(o.total - o.vat_total - ${cardsSold}) as net,
      sum(o.discount_total + coalesce((
        select sum((l.ordinary_price - l.unit_price) * l.quantity) from order_lines l
        where l.order_id = o.id and (l.discount_percent > 0 or l.unit_price = 0)), 0)) as discount
    from orders o left join cards c on c.order_id = o.id
    where ${sold(span)} and o.coupons <> '[]' group by o.coupons, o.currency`.execute(db)
  return rows.map((row) => ({
    ...row,
    orders: Number(row.orders),
    net: Number(row.net),
    discount: Number(row.discount),
  }))
}

/** Checkouts that were begun in a period, and how far each came. */
export async function checkoutsIn(db: Queryable, { from, until }: Span) {
  const { rows } = await sql<{ begun: number; sent: number; done: number }>`
    select count(*) as begun, count(o.id) as sent,
      count(case when o.status not in ('pending_payment', 'failed', 'expired') then o.id end) as done
    from carts c left join orders o on o.checkout_id = c.checkout_id
    where c.created_at >= ${from} and c.created_at < ${until}`.execute(db)
  const [{ begun, sent, done } = { begun: 0, sent: 0, done: 0 }] = rows
  return { begun: Number(begun), sent: Number(sent), done: Number(done) }
}
