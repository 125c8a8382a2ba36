import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { isComplaint } from '../../../domain/orders/returns.ts'
import { productType } from '../../../domain/products/products.ts'
import { appendAudit, audited, type Actor, type AuditedAction } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { cartAndOrder } from '../cart/cart-row-queries.ts'
import type { PlaceOrderResult } from '../checkout/order-request.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { changedForm } from '../edits/check-edit.ts'
import type { EditServices } from '../edits/order-edit.ts'
import { knownVat } from '../edits/price-edit.ts'
import { orderFields } from '../orders/audited-order.ts'
import type { LineUnits } from '../orders/fulfilment-queries.ts'
import { setUnpaidDifference } from '../orders/hold-queries.ts'
import { checkedUnits } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderDelivery } from '../orders/order-page.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { returnById, returnLineRows, type ReturnRow } from '../orders/return-queries.ts'
import { lockOrder, orderAction, type OrderAction } from '../orders/transition.ts'
import { differenceProvider } from '../payment/open-difference.ts'
import { placeForCustomer, previewPhoneOrder, type PhoneOrder, type PhonePreview } from '../phone-orders/phone-order.ts'
import { expectedBack } from '../refunds/billing.ts'
import { refundOrderInTransaction } from '../refunds/refund-order.ts'
import { expectedRefund } from '../returns/expected-refund.ts'
import { insertExchange } from './exchange-queries.ts'
import { movePayment } from './move-payment.ts'

/** Other parts instead of the money for returned units, which have come and are not paid back. */
export type Exchange = {
  returnId: string
  units: readonly LineUnits[]
  items: readonly { sku: string; quantity: number }[]
  isDeliveryFree: boolean
}

export type ExchangePreview = {
  preview: PhonePreview
  order: OrderRow
  /** What the returned units are worth, as a refund of them would be. */
  owed: Minor
  /** What of it pays the new order or is paid back; the rest was never paid, or the buyer has it from the bank. */
  back: Minor
  total: Minor
  vat: Minor
  /** How the difference is settled: `total` less `back`. An invoice has both sums in full. */
  settlement: 'invoice' | 'more' | 'back' | 'none'
}

/** Units of a return by line that came and are neither paid back nor exchanged. */
export async function exchangeable(db: Queryable, { id, status }: ReturnRow): Promise<Map<number, number>> {
  if (status === 'called_off' || status === 'refunded') return new Map()
  const lines = await returnLineRows(db, id)
  return new Map(lines.map(({ position, received, refunded }) => [position, Math.max(0, received - refunded)]))
}

/** Calculates what an exchange would cost, and writes nothing. Throws OrderError if it is not possible. */
export async function previewExchange(shop: EditServices, exchange: Exchange): Promise<ExchangePreview> {
  const { row, order } = await requireReturn(shop.db, exchange.returnId)
  await requireUnits(shop.db, row, exchange)
  await requireUndisputed(shop.db, order)
  const preview = await previewPhoneOrder(shop, phoneOrderOf(order, exchange))
  requireParts(preview, exchange)
  requireForm(preview)
  const chosen = new Set(
    (await returnLineRows(shop.db, row.id))
      .filter(({ reason }) => !isComplaint(reason))
      .map(({ position }) => position),
  )
  const units = exchange.units.map(({ position, quantity }) => ({
    position,
    quantity,
    byChoice: chosen.has(position) ? quantity : 0,
  }))
  const { total: owed } = await expectedRefund(shop.db, order, units, 'return')
  const { total } = preview.priced.totals
  const isOnInvoice = isBilled(order)
  const back = isOnInvoice ? owed : await expectedBack(shop.db, order, owed)
  const difference = total.inc - back
  const way = difference === 0 ? 'none' : difference > 0 ? 'more' : 'back'
  const settlement = isOnInvoice ? 'invoice' : way
  return { preview, order, owed, back, total: total.inc, vat: vatOf(total), settlement }
}

/** `key` is the form's: sent twice, it makes one exchange. `seen` and `owed` are what was shown. */
export type Exchanging = {
  actor: Actor
  key: string
  seen: string
  owed: Minor
  /** Runs first in the transaction, which has the returned order locked. */
  guard?: NonNullable<AuditedAction['guard']>
}

/**
 * Places an order as the checkout does for units of a return that came, in one transaction with their refund: what they
 * are worth pays the new order, what it costs more is asked for by a link, and what it costs less is paid back. On
 * invoice both sums stand. Returns the new order. Throws OrderError.
 */
export async function exchangeReturn(
  shop: EditServices,
  exchange: Exchange,
  exchanging: Exchanging,
): Promise<OrderRow> {
  const { actor, key } = exchanging
  const checkoutId = hashSecret(`exchange ${exchange.returnId} ${actor.staffId ?? actor.name} ${key}`)
  const placed = async () => (await cartAndOrder(shop.db, checkoutId)).order
  const before = await placed()
  if (before) return before
  try {
    return await placeExchange(shop, exchange, exchanging, checkoutId)
  } catch (error) {
    // The same form, sent twice at the same time, placed the order meanwhile.
    const meanwhile = await placed()
    if (meanwhile) return meanwhile
    throw error
  }
}

async function placeExchange(
  shop: EditServices,
  exchange: Exchange,
  { actor, seen, owed, guard }: Exchanging,
  checkoutId: string,
): Promise<OrderRow> {
  const { row, order } = await requireReturn(shop.db, exchange.returnId)
  await previewExchange(shop, exchange)
  const action: AuditedAction = {
    operation: 'returns.exchange',
    subject: { kind: 'order', id: order.id, label: order.number },
    note: row.number,
    guard: async (trx) => {
      await lockOrder(trx, order.id, shop.now())
      await guard?.(trx)
    },
    fields: (trx) => orderFields(trx, order.id),
  }
  const orderId = await audited(shop, actor, action, async (services) => {
    const by = {
      actor: actor.name,
      note: `exchange for return ${row.number}`,
      placed: async (trx: DatabaseTransaction, { id }: Pick<OrderRow, 'id'>) => {
        const action = orderAction(services, actor.name)
        await settle(trx, shop, { exchange, newId: id, owed }, action)
        await appendAudit(trx, actor, { operation: 'orders.place', subject: await subjectOf(trx, id) }, shop.now())
      },
    }
    return placedId(await placeForCustomer(services, phoneOrderOf(order, exchange), { checkoutId, seen, by }))
  })
  const made = await orderById(shop.db, orderId)
  if (!made) throw new OrderError('order_unknown', `There is no order ${orderId}.`)
  return made
}

async function subjectOf(trx: DatabaseTransaction, id: string): Promise<AuditedAction['subject']> {
  return { kind: 'order', id, label: (await orderById(trx, id))?.number ?? id }
}

async function requireReturn(db: Queryable, returnId: string): Promise<{ row: ReturnRow; order: OrderRow }> {
  const row = await returnById(db, returnId)
  const order = row && (await orderById(db, row.order_id))
  if (!row || !order) throw new OrderError('return_unknown', `There is no return ${returnId}.`)
  return { row, order }
}

/** Throws OrderError: `nothing_left` for a return with nothing to exchange, `units_unknown` for more than came. */
async function requireUnits(db: Queryable, row: ReturnRow, { units }: Exchange): Promise<void> {
  const left = await exchangeable(db, row)
  if ([...left.values()].every((count) => count === 0))
    throw new OrderError('nothing_left', `Return ${row.number} has no parts that came and are not paid back.`)
  checkedUnits(await orderLineRows(db, row.order_id), units, ({ position }) => left.get(position) ?? 0)
}

/** The new order: to the buyer and address of the returned one, in its currency and way to pay. */
function phoneOrderOf(order: OrderRow, { items, isDeliveryFree }: Exchange): PhoneOrder {
  const form = changedForm(order, { servicePoint: orderDelivery(order).place?.id ?? '' })
  return {
    customerId: order.customer_id,
    items,
    form: { ...form, payment_method: isBilled(order) ? 'invoice' : 'link' },
    language: order.language,
    currency: order.currency,
    isDeliveryFree,
    knownVat: knownVat(order, order.country),
  }
}

function requireParts({ priced }: PhonePreview, { items }: Exchange): void {
  if (items.length === 0) throw new OrderError('units_unknown', 'Name the parts to send.')
  for (const { sku, quantity } of items) {
    const line = priced.lines.find((each) => each.sku === sku && !each.added_by_coupon)
    if (!line || line.type === productType.giftCard)
      throw new OrderError('sku_unknown', `${sku} cannot be sent in exchange.`, { sku })
    if (line.quantity < quantity)
      throw new OrderError('short_stock', `Only ${line.quantity} of ${sku} are left.`, { sku, left: line.quantity })
  }
}

/** An address of which everything is erased, or one where the shop does not sell any more. */
function requireForm({ errors }: PhonePreview): void {
  const fields = Object.keys(errors)
  if (fields.length === 0) return
  const isMoney = fields.includes('payment_method')
  const text = `The order cannot be placed for this buyer: ${fields.join(', ')}.`
  throw new OrderError(isMoney ? 'no_payment_page' : 'address_invalid', text)
}

function placedId(result: PlaceOrderResult): string {
  if (result.kind === 'placed') return result.orderId
  if (result.kind === 'already') return result.order.id
  if (result.kind === 'over_credit') throw new OrderError('over_credit', 'The buyer may not owe that much.')
  throw new OrderError('edit_changed', `The order could not be placed: ${result.kind}. Look at the sum again.`)
}

type Settling = { exchange: Exchange; newId: string; owed: Minor }

/** Refunds the returned units to the new order, and settles the difference. */
async function settle(
  trx: DatabaseTransaction,
  shop: EditServices,
  { exchange, newId, owed }: Settling,
  action: OrderAction,
): Promise<void> {
  const { row, order } = await requireReturn(trx, exchange.returnId)
  await requireUnits(trx, row, exchange)
  await requireUndisputed(trx, order)
  const made = await orderById(trx, newId)
  if (!made) throw new OrderError('order_unknown', `There is no order ${newId}.`)
  let credit = 0
  const keep = async (money: Minor) => {
    const moved = await movePayment(trx, order, made, money, action)
    credit = moved.amount
    return moved
  }
  const { refund } = await refundOrderInTransaction(
    trx,
    order,
    {
      units: exchange.units,
      withDelivery: false,
      reason: row.number,
      key: `exchange:${newId}`,
      ...(isBilled(made) ? {} : { keep }),
    },
    action,
  )
  if (refund.amount !== owed)
    throw new OrderError('edit_changed', 'The returned units are worth another sum by now: look at it again.')
  await insertExchange(trx, { order_id: newId, return_id: row.id, refund_id: refund.id, credit })
  if (!isBilled(made)) await requestRest(trx, shop, made.id, credit)
  const after = (await orderById(trx, order.id)) ?? order
  await appendOrderEvent(trx, after, { ...action, note: `exchange: order ${made.number}` })
}

/** The new order waits for what the returned units do not cover. */
async function requestRest(
  trx: DatabaseTransaction,
  shop: EditServices,
  orderId: string,
  credit: Minor,
): Promise<void> {
  const made = await orderById(trx, orderId)
  const unpaid = made ? made.total - credit : 0
  if (!made || unpaid <= 0) return
  if (!differenceProvider(shop, made))
    throw new OrderError('no_payment_page', 'The shop offers no way to pay the rest of the order.')
  await setUnpaidDifference(trx, orderId, { unpaid, hold: made.hold ?? 'unpaid_difference' })
}
