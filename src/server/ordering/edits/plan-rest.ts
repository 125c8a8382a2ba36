import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { negated } from '../../../domain/orders/allowances.ts'
import { editedAmounts, extendedTerms, percentCoupons } from '../../../domain/orders/order-edits.ts'
import { paidForUnits, sumOfPaid, type Paid } from '../../../domain/orders/paid-units.ts'
import { readPricing } from '../../catalog/pricing.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ShopSettings } from '../../platform/settings/shop-settings.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { chargedBy } from '../documents/issue-document.ts'
import type { LineUnits, OrderLineRow } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import { takenBack } from '../refunds/left-by-rate.ts'
import { deductionBy } from '../refunds/refund-deduction.ts'
import { creditedFor } from '../refunds/write-refund.ts'
import { addedLines, addedUnits, remainingLines, type OrderBefore } from './edit-lines.ts'
import type { OrderEdit, RestPlan } from './order-edit.ts'
import { contextOf } from './price-edit.ts'

type Services = { db: Queryable; settings: Pick<ShopSettings, 'all' | 'locale'> }

/** The lines of an order without the units that were cancelled before they were shipped. */
export function withoutCancelled({ lines, ...before }: OrderBefore): OrderBefore {
  return { ...before, lines: lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled })) }
}

/** What an order costs by now: its total less what was refunded, in minor units. */
export async function totalNow(db: Queryable, { order }: OrderBefore): Promise<Minor> {
  return (await refundsOf(db, order.id)).reduce((sum, { amount }) => sum - amount, order.total)
}

/**
 * Plans the change of an order of which something is shipped, refunded or documented. Added units have the price of
 * today in the quantity that the order then has of the part, with the coupons in percent that hold. Units that are
 * taken off are refunded by the rules of a return by choice (decision 0036). Throws OrderError.
 */
export async function planRest(
  { db, settings }: Services,
  before: OrderBefore,
  edit: OrderEdit,
  now: Date,
): Promise<RestPlan> {
  const { order, terms } = before
  const left = withoutCancelled(before)
  const removed = removedUnits(left.lines, edit)
  const context = contextOf(settings, order, order.country)
  const pricing = await readPricing(db, context, now)
  const wanted = ({ position, quantity }: OrderLineRow) => edit.quantities?.get(position) ?? quantity
  const remaining = await remainingLines(db, left, { context, pricing, now }, wanted)
  const units = await addedUnits(db, left.lines, edit)
  const lines = await addedLines(db, remaining, units, { context, pricing, now })
  if (remaining.length + lines.length === 0)
    throw new OrderError('all_removed', 'Nothing would be left of the order: cancel it instead.')
  const { lines: added } = editedAmounts(lines, {
    coupons: percentCoupons([...remaining, ...lines], terms?.coupons ?? []),
    personal: await personalDiscounts(db, order.customer_id),
    reverseCharge: order.reverse_charge === 1,
  })
  const extended = terms && extendedTerms(terms, added)
  const isCharged = (await chargedBy(db, order)) !== null
  return {
    addition: added.length > 0 && isCharged ? newId(now.getTime()) : '',
    added,
    removed,
    more: sumOfPaid(added.map(({ amounts: { total } }) => ({ amount: total.inc, vat: vatOf(total) }))),
    less: await costOfRemoved(db, before, removed, { terms: extended, added }),
    terms: extended,
  }
}

/** Units of lines that become fewer. Throws OrderError for fewer than were shipped. */
function removedUnits(lines: readonly OrderLineRow[], { quantities = new Map() }: OrderEdit): LineUnits[] {
  return lines.flatMap(({ position, sku, quantity, shipped }) => {
    const wanted = quantities.get(position) ?? quantity
    if (wanted < shipped)
      throw new OrderError('below_shipped', `${shipped} of ${sku} are shipped already.`, { sku, shipped })
    return wanted < quantity ? [{ position, quantity: quantity - wanted }] : []
  })
}

/** What is refunded for units that are taken off: what was paid for them, less the discounts that their buyer loses. */
async function costOfRemoved(
  db: Queryable,
  { order, lines }: OrderBefore,
  removed: readonly LineUnits[],
  { terms, added }: Pick<RestPlan, 'terms' | 'added'>,
): Promise<Paid> {
  const paid = removed.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [paidForUnits(line, line.refunded, quantity)] : []
  })
  if (paid.length === 0) return { amount: 0, vat: 0 }
  const last = Math.max(...lines.map(({ position }) => position))
  const fresh = added.map(({ quantity, type, vatRate, amounts: { total } }, at) => ({
    type,
    vat_rate: order.reverse_charge === 1 ? 0 : vatRate,
    addition: 'new',
    position: last + 1 + at,
    quantity,
    refunded: 0,
    line_total: total.inc,
    vat_total: vatOf(total),
    discount_share: 0,
    discount_share_vat: 0,
  }))
  const units = removed.map((each) => ({ ...each, byChoice: each.quantity }))
  const lost = negated(await deductionBy(db, order.id, terms, [...lines, ...fresh], units))
  const credited = creditedFor(lines, removed, { delivery: { amount: 0, vat: 0 }, recalculated: lost })
  const back = negated(await takenBack(db, order.id, [...lines, ...fresh], credited))
  return sumOfPaid([...paid, ...lost, ...back])
}
