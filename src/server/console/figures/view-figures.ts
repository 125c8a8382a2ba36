import type { Days, FiguresPage } from '../../../contracts/console/figures.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { splitPeriod, spanOf, stepOf } from './figure-days.ts'
import { checkoutsWith, ordersWith, viewsByDay, viewsByProduct } from './view-figures-queries.ts'

type ViewFiguresInput = { period: Days; before: Days; home: Home }
/** A product that was seen, without its name. */
type Seen = Omit<FiguresPage['viewed']['parts'][number], 'name'> & { product_id: string; name: string }

const listed = 50

/** Views of the pages of products in a period and the one before, and how far those that were seen most came. */
export async function viewFigures(db: Queryable, { period, before, home }: ViewFiguresInput) {
  const [days, daysBefore] = [await viewsByDay(db, period), await viewsByDay(db, before)]
  const step = stepOf(period)
  const earlier = splitPeriod(before, step)
  return {
    now: sumIn(days, period),
    before: sumIn(daysBefore, before),
    buckets: splitPeriod(period, step).map((own, at) => {
      const other = earlier[at]
      return { from: own.from, now: sumIn(days, own), before: other ? sumIn(daysBefore, other) : 0 }
    }),
    parts: await seenMost(db, { period, before, home }),
  }
}

async function seenMost(db: Queryable, { period, before, home }: ViewFiguresInput): Promise<Seen[]> {
  const rows = await viewsByProduct(db, period, null, listed)
  const ids = rows.map(({ product_id: id }) => id)
  const span = spanOf(period, home)
  const earlier = ids.length === 0 ? [] : await viewsByProduct(db, before, ids, ids.length)
  const viewsBefore = new Map(earlier.map((row) => [row.product_id, row.views]))
  const [carts, orders] = [await checkoutsWith(db, span, ids), await ordersWith(db, span, ids)]
  return rows.map((row) => ({
    ...row,
    name: row.sku,
    before: viewsBefore.get(row.product_id) ?? 0,
    carts: carts.get(row.product_id) ?? 0,
    orders: orders.get(row.product_id) ?? 0,
  }))
}

function sumIn(days: ReadonlyMap<string, number>, { from, to }: Days): number {
  return [...days].reduce((sum, [day, views]) => (day >= from && day <= to ? sum + views : sum), 0)
}
