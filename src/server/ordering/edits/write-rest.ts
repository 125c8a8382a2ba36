import type { Minor } from '../../../domain/money/money.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import { raiseAuthorized, raiseBilled } from '../../payments/raise-queries.ts'
import { termsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { issueCharge } from '../documents/issue-document.ts'
import { setUnpaidDifference } from '../orders/hold-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import type { ChangedRest } from '../orders/order-events.ts'
import { orderDelivery } from '../orders/order-page.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import { lockOrder, type OrderAction } from '../orders/transition.ts'
import { holdWith } from '../orders/unpaid-difference.ts'
import { differenceProvider } from '../payment/open-difference.ts'
import { isCharged } from '../refunds/billing.ts'
import { refundOrderInTransaction } from '../refunds/refund-order.ts'
import type { OrderBefore } from './edit-lines.ts'
import { addContents, updateOrder } from './edit-queries.ts'
import type { EditServices, EditPreview, RestPlan } from './order-edit.ts'
import { closeDifferences, requireCredit } from './settle-edit.ts'
import { amountsOfLine, arrivesAsBefore, destinationColumns, moveReserved } from './write-edit.ts'

type Written = Pick<EditPreview, 'form' | 'place'> & { rest: RestPlan }

/**
 * Writes the change of an order of which something is shipped, refunded or documented, within its transaction: the
 * added lines first, so that an order whose other units are taken off is not finished, then what they cost, then the
 * refund of the units that are taken off, which lowers what is still asked for before it pays anything back. Returns
 * the order.
 */
export async function writeRest(
  trx: DatabaseTransaction,
  shop: EditServices,
  before: OrderBefore,
  { rest, form, place }: Written,
  action: OrderAction,
): Promise<OrderRow> {
  const { order } = before
  const delivery = orderDelivery(order)
  const arrives = rest.added.length === 0 && arrivesAsBefore(before, form) ? delivery.arrives : undefined
  await updateOrder(trx, order.id, destinationColumns(form, { ...delivery, arrives }, place))
  if (rest.added.length > 0) await addLines(trx, before, rest, action)
  const isPriced = rest.more.amount !== 0 || rest.less.amount !== 0
  const attempts = isPriced ? await closeDifferences(trx, order.id, action.now) : []
  if (rest.more.amount > 0)
    await chargeMore(trx, shop, rest, { attempts, order: await requireOrder(trx, order.id) }, action)
  if (rest.removed.length > 0) await takeOff(trx, order.id, rest, action)
  return requireOrder(trx, order.id)
}

/** What a change added and took off, by the positions of lines that the order has now. */
export function changedRest({ lines }: OrderBefore, { addition, added, removed }: RestPlan): ChangedRest {
  const first = nextPosition(lines)
  return {
    addition,
    added: added.map(({ quantity }, at) => ({ position: first + at, quantity })),
    removed: [...removed],
  }
}

function nextPosition(lines: OrderBefore['lines']): number {
  return Math.max(...lines.map(({ position }) => position)) + 1
}

async function requireOrder(trx: DatabaseTransaction, id: string): Promise<OrderRow> {
  const order = await orderById(trx, id)
  if (!order) throw new OrderError('order_unknown', `There is no order ${id}.`)
  return order
}

async function addLines(
  trx: DatabaseTransaction,
  { order, lines }: OrderBefore,
  { added, addition, more, terms }: RestPlan,
  action: OrderAction,
): Promise<void> {
  const first = nextPosition(lines)
  const rows = added.map((line, at) => ({
    ...amountsOfLine(line, order.reverse_charge === 1),
    id: newId(),
    order_id: order.id,
    position: first + at,
    addition,
  }))
  await addContents(trx, order.id, { lines: rows, terms: terms && termsJson.write(terms), more })
  await moveReserved(trx, order, lines, action)
}

type Charged = { order: OrderRow; attempts: readonly AttemptRow[] }

/** Puts what was added on an invoice, or asks the buyer for it, for which the order waits. */
async function chargeMore(
  trx: DatabaseTransaction,
  shop: EditServices,
  { more: { amount }, less }: RestPlan,
  { order, attempts }: Charged,
  { now }: OrderAction,
): Promise<void> {
  if (isBilled(order)) {
    await raiseInvoice(trx, attempts, amount, now)
    if (await isCharged(trx, order)) await issueCharge(trx, order, now)
    return requireCredit(trx, shop, order, now)
  }
  const unpaid = order.unpaid_difference + amount
  if (unpaid > less.amount && !differenceProvider(shop, order))
    throw new OrderError('no_payment_page', 'The shop offers no way to pay the rest of the order.')
  await setUnpaidDifference(trx, order.id, { unpaid, hold: amount > less.amount ? holdWith(order) : order.hold })
}

async function raiseInvoice(
  trx: DatabaseTransaction,
  attempts: readonly AttemptRow[],
  amount: Minor,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  for (const { id } of attempts)
    if ((await raiseBilled(trx, id, amount, at)) || (await raiseAuthorized(trx, id, amount, at))) return
  throw new OrderError('not_possible', 'The order has no invoice that could become larger.')
}

/** Refunds the units that are taken off, as a return by choice. */
async function takeOff(
  trx: DatabaseTransaction,
  orderId: string,
  { removed, less }: RestPlan,
  action: OrderAction,
): Promise<void> {
  const order = await lockOrder(trx, orderId, action.now)
  const { refund } = await refundOrderInTransaction(
    trx,
    order,
    {
      units: removed,
      reason: 'order changed',
      withDelivery: false,
      isByChoice: true,
      key: `edit:${newId(action.now.getTime())}`,
    },
    action,
  )
  if (refund.amount !== less.amount || refund.vat !== less.vat)
    throw new Error(`The refund of order ${order.number} is ${refund.amount}, and ${less.amount} was shown.`)
}
