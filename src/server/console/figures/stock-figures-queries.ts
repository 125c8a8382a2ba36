import { sql } from 'kysely'
import type { Minor } from '../../../domain/money/money.ts'
import type { ReturnReason } from '../../../domain/orders/returns.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Rates, Span } from './sold-queries.ts'

/** The shop's own units of each product (`own`), and the lowest cost of one in the base currency (`costs`). */
const stocked = (rates: Rates) => sql`
  with rates (currency, micro) as (values ${sql.join(
    [...rates].map(([currency, micro]) => sql`(cast(${currency} as text), cast(${micro} as bigint))`),
  )}),
  own as (
    select k.product_id, k.on_hand - coalesce(u.units, 0) as units
    from stock k left join supplied_stock u on u.product_id = k.product_id
    where k.on_hand - coalesce(u.units, 0) > 0
  ),
  costs as (
    select s.product_id, min((cast(s.cost as bigint) * 1000000 + r.micro / 2) / r.micro) as cost
    from supplier_offers s join rates r on r.currency = s.currency
    where s.cost is not null group by s.product_id
  )`

/** The shop's own stock at its cost. */
export async function stockWorth(db: Queryable, rates: Rates) {
  const { rows } = await sql<{ parts: number; units: number; worth: Minor; unknown: number }>`${stocked(rates)}
    select count(*) as parts, coalesce(sum(w.units), 0) as units, coalesce(sum(w.units * c.cost), 0) as worth,
      count(case when c.cost is null then 1 end) as unknown
    from own w left join costs c on c.product_id = w.product_id`.execute(db)
  const [{ parts, units, worth, unknown } = { parts: 0, units: 0, worth: 0, unknown: 0 }] = rows
  return { parts: Number(parts), units: Number(units), worth: Number(worth), unknown: Number(unknown) }
}

/** Parts in stock of which no unit was ordered in a period, those that tie up most money first. */
export async function slowParts(db: Queryable, span: Span, rates: Rates, language: Language, limit: number) {
  const { rows } = await sql<{ sku: string; name: string | null; units: number; cost: Minor | null }>`${stocked(rates)}
    select p.sku, t.name, w.units, c.cost
    from own w join products p on p.id = w.product_id
    left join product_texts t on t.product_id = w.product_id and t.language = ${language}
    left join costs c on c.product_id = w.product_id
    where w.product_id not in (
      select l.product_id from orders o join order_lines l on l.order_id = o.id
      where o.placed_at >= ${span.from} and o.placed_at < ${span.until})
    order by coalesce(w.units * c.cost, 0) desc, w.units desc, p.sku limit ${limit}`.execute(db)
  return rows.map(({ sku, name, units, cost }) => {
    const own = { sku, name: name ?? '', units: Number(units) }
    return cost === null
      ? { ...own, cost: null, worth: null }
      : { ...own, cost: Number(cost), worth: own.units * Number(cost) }
  })
}

/** Units that were asked to be returned in a period, by part and reason. */
export async function returnedUnits(db: Queryable, { from, until }: Span, limit: number) {
  const { rows } = await sql<{ product_id: string; sku: string; name: string; reason: ReturnReason; units: number }>`
    select l.product_id, max(l.sku) as sku, max(l.name) as name, rl.reason, sum(rl.quantity) as units
    from returns r join return_lines rl on rl.return_id = r.id
    join order_lines l on l.order_id = r.order_id and l.position = rl.position
    where r.requested_at >= ${from} and r.requested_at < ${until}
    group by l.product_id, rl.reason order by units desc, max(l.sku), rl.reason limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, units: Number(row.units) }))
}

/** Names of products in a language, by product. */
export async function namesOf(
  db: Queryable,
  ids: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_texts')
    .select(['product_id', 'name'])
    .where('language', '=', language)
    .where('product_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ product_id: id, name }) => [id, name]))
}
