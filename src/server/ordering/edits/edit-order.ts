import type { Minor } from '../../../domain/money/money.ts'
import { normalizedForm, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { differenceOf, type Difference } from '../../../domain/orders/order-edits.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { attemptsOf } from '../../payments/queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { checkVatNumber } from '../../pricing/vat-check/check-vat-number.ts'
import { pointsNear, type PointsNear } from '../delivery/points-near.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderDelivery } from '../orders/order-page.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { termsOf } from '../orders/terms-queries.ts'
import { lockOrder, orderAction, type OrderAction } from '../orders/transition.ts'
import { expectedBack } from '../refunds/billing.ts'
import {
  changedForm,
  changesContents,
  checkEdit,
  checkLines,
  isRepriced,
  isUnchanged,
  requireEditable,
  requireSameWay,
} from './check-edit.ts'
import type { OrderBefore } from './edit-lines.ts'
import type { EditServices, EditPreview, OrderEdit, RestPlan } from './order-edit.ts'
import { placeOf } from './place-of.ts'
import { planRest, totalNow, withoutCancelled } from './plan-rest.ts'
import { knownVat, priceEdit, type Destination } from './price-edit.ts'
import { settleEdit } from './settle-edit.ts'
import { summaryOf, writeEdit } from './write-edit.ts'
import { changedRest, writeRest } from './write-rest.ts'

export type EditRequest = {
  orderId: string
  actor: string
  edit: OrderEdit
  /** The new total that was shown; refused when it is another by now. */
  expected?: Minor | undefined
}

/** What has to be asked outside the transaction: the form as changed, the VAT number's state, and places nearby. */
type Prepared = { order: OrderRow; form: CheckoutForm; destination: Destination; points: PointsNear }

/** Calculates what a change of an order would do, and writes nothing. Throws OrderError if it is not possible. */
export async function previewEdit(shop: EditServices, orderId: string, edit: OrderEdit): Promise<EditPreview> {
  const prepared = await prepare(shop, orderId, edit)
  const before = await readBefore(shop.db, prepared.order)
  return previewOf(shop, shop.db, before, edit, prepared)
}

/**
 * Changes an order: units that are not shipped, parts, address, phone number and, while nothing is charged, delivery,
 * priced by the rules of the checkout. The difference is billed, asked for or paid back, with the documents that this
 * takes; the stock follows, and the buyer gets a mail.
 */
export async function editOrder(
  shop: EditServices,
  { orderId, actor, edit, expected }: EditRequest,
): Promise<EditPreview> {
  const prepared = await prepare(shop, orderId, edit)
  const action = orderAction(shop, actor)
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    const { address, delivery, delivery_method: method, country, phone } = prepared.order
    const isOther = order.address !== address || order.delivery !== delivery || order.phone !== phone
    if (isOther || order.delivery_method !== method || order.country !== country)
      throw new OrderError('edit_changed', `Order ${order.number} was changed at the same time.`)
    const before = await readBefore(trx, order)
    const preview = await previewOf(shop, trx, before, edit, prepared)
    if (expected !== undefined && expected !== preview.total.after)
      throw new OrderError(
        'edit_changed',
        `The new total is ${plainAmount(preview.total.after, order.currency)} by now: look at it again.`,
      )
    const changed = await write(trx, shop, before, preview, action)
    const note = summaryOf(withoutCancelled(before), edit, preview)
    await appendOrderEvent(trx, changed, { ...action, note })
    const edited = {
      type: 'order.edited',
      editId: newId(action.now.getTime()),
      difference: preview.difference,
      ...(preview.rest && { rest: changedRest(before, preview.rest) }),
    } as const
    await action.events.emit(trx, orderEvent(trx, changed, action.now, edited))
    return preview
  })
}

async function write(
  trx: DatabaseTransaction,
  shop: EditServices,
  before: OrderBefore,
  { rest, ...preview }: EditPreview,
  action: OrderAction,
): Promise<OrderRow> {
  if (rest) return writeRest(trx, shop, before, { ...preview, rest }, action)
  const changed = await writeEdit(trx, before, preview, action)
  await settleEdit(trx, shop, changed, preview.total.after - preview.total.before, action)
  return changed
}

async function prepare(shop: EditServices, orderId: string, edit: OrderEdit): Promise<Prepared> {
  const order = await orderById(shop.db, orderId)
  if (!order) throw new OrderError('order_unknown', `There is no order ${orderId}.`)
  const form = normalizedForm(changedForm(order, edit))
  checkEdit(shop.settings.all, order, form, edit)
  const method = edit.method ?? order.delivery_method
  const vat = knownVat(order, form.country) ?? (await checkVatNumber(shop, form))
  const points = await pointsNear(shop, form.country, form.postal_code)
  return { order, form, destination: { country: form.country, method, vat }, points }
}

async function readBefore(db: Queryable, order: OrderRow): Promise<OrderBefore> {
  return { order, lines: await orderLineRows(db, order.id), terms: await termsOf(db, order.id) }
}

async function previewOf(
  shop: EditServices,
  db: Queryable | DatabaseTransaction,
  before: OrderBefore,
  edit: OrderEdit,
  { form, destination, points }: Prepared,
): Promise<EditPreview> {
  const { order } = before
  checkLines(withoutCancelled(before), edit)
  if (await requireEditable(db, before, changesContents(order, edit, destination)))
    return previewRest(shop, db, before, edit, { form, destination, points })
  const { edited, deliveries } = await priceEdit({ db, settings: shop.settings }, before, edit, destination, shop.now())
  const isNew = isRepriced(before, edit, destination)
  const { kind } = edited.delivery.offer
  const place = placeOf(shop, { order, edit, form, kind, points })
  if (!isNew && isUnchanged(before, form, place?.id))
    throw new OrderError('nothing_changed', `Nothing of order ${order.number} would change.`)
  const total = { before: order.total, after: isNew ? edited.sum.inc : order.total }
  return {
    edited: isNew ? edited : undefined,
    total,
    difference: await differenceFor(db, order, total),
    form,
    place,
    deliveries: deliveries.map(({ id, kind: offered, name, price }) => ({
      id,
      kind: offered,
      name,
      price: edited.rules.reverseCharge ? price.ex : price.inc,
    })),
    places: points.places,
  }
}

/** The change of an order of which something is shipped, refunded or documented; it goes on as it was to be sent. */
async function previewRest(
  shop: EditServices,
  db: Queryable | DatabaseTransaction,
  before: OrderBefore,
  edit: OrderEdit,
  { form, destination, points }: Omit<Prepared, 'order'>,
): Promise<EditPreview> {
  const { order } = before
  requireSameWay(order, destination)
  const place = placeOf(shop, { order, edit, form, kind: orderDelivery(order).kind, points })
  const rest = await planRest({ db, settings: shop.settings }, before, edit, shop.now())
  if (rest.added.length + rest.removed.length === 0 && isUnchanged(before, form, place?.id))
    throw new OrderError('nothing_changed', `Nothing of order ${order.number} would change.`)
  const cost = await totalNow(db, before)
  const total = { before: cost, after: cost + rest.more.amount - rest.less.amount }
  if (rest.removed.length > 0) await requireUndisputed(db, order)
  const difference = await restDifference(db, order, rest, await differenceFor(db, order, total))
  return { edited: undefined, rest, total, difference, form, place, deliveries: [], places: points.places }
}

/** What is taken off is not paid back as far as it is set off. */
async function restDifference(
  db: Queryable,
  order: OrderRow,
  { more, less }: RestPlan,
  difference: Difference,
): Promise<Difference> {
  if (difference.kind !== 'back') return difference
  const dearer = {
    ...order,
    total: order.total + more.amount,
    unpaid_difference: order.unpaid_difference + more.amount,
  }
  const amount = await expectedBack(db, dearer, less.amount)
  return amount > 0 ? { kind: 'back', amount } : { kind: 'set_off', amount: difference.amount }
}

async function differenceFor(
  db: Queryable,
  order: OrderRow,
  { before, after }: EditPreview['total'],
): Promise<Difference> {
  const attempts = await attemptsOf(db, order.id)
  return differenceOf(before, after, {
    asked: order.unpaid_difference,
    isBilled: isBilled(order),
    isCaptured: attempts.some(({ captured }) => captured > 0),
  })
}
