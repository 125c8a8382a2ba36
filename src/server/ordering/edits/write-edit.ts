import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import { canChange } from '../../../domain/cart/discount-terms.ts'
import { exVat } from '../../../domain/money/vat.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { editedTerms } from '../../../domain/orders/order-edits.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { invalidateStock } from '../../catalog/maintenance/invalidate-stock.ts'
import { addressJson, deliveryJson, termsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderDelivery } from '../orders/order-page.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { goodsOf, releaseReserved } from '../orders/reserved-units.ts'
import { reserveStock } from '../orders/stock-queries.ts'
import type { OrderAction } from '../orders/transition.ts'
import type { OrderBefore } from './edit-lines.ts'
import { addReserved, replaceContents, updateOrder } from './edit-queries.ts'
import type { EditedOrder, EditPreview, OrderEdit } from './order-edit.ts'

/** Writes a change within the order's transaction: its columns, lines, terms and reserved stock. Returns the order. */
export async function writeEdit(
  trx: DatabaseTransaction,
  { order, lines }: OrderBefore,
  { edited, form, place }: EditPreview,
  action: OrderAction,
): Promise<OrderRow> {
  const before = orderDelivery(order)
  const delivery = edited ? { ...edited.delivery.offer, rate: edited.delivery.rate } : before
  const arrives = arrivesAsBefore({ order, lines }, form, edited?.delivery.offer.id, edited?.lines)
    ? before.arrives
    : undefined
  await updateOrder(trx, order.id, {
    ...destinationColumns(form, { ...delivery, arrives }, place),
    ...(edited && amountColumns(edited)),
  })
  if (edited) {
    const terms = editedTerms(edited.lines, edited.rules)
    await replaceContents(trx, order.id, {
      lines: rowsOf(order.id, lines, edited),
      terms: canChange(terms) ? termsJson.write(terms) : undefined,
    })
    await moveReserved(trx, order, lines, action)
  }
  const changed = await orderById(trx, order.id)
  if (!changed) throw new OrderError('order_unknown', `There is no order ${order.id}.`)
  return changed
}

/** Tells whether a changed order travels as before and has no more of anything, so that it arrives on the same days. */
export function arrivesAsBefore(
  { order, lines }: Pick<OrderBefore, 'order' | 'lines'>,
  form: CheckoutForm,
  method = order.delivery_method,
  changed: readonly { position: number | null; quantity: number }[] = lines,
): boolean {
  const { country, postalCode } = addressJson.read(order.address)
  const had = new Map<number | null, number>(lines.map(({ position, quantity }) => [position, quantity]))
  const hasMore = changed.some(({ position, quantity }) => quantity > (had.get(position) ?? 0))
  return !hasMore && method === order.delivery_method && form.country === country && form.postal_code === postalCode
}

/** The columns of where a changed order goes. */
export function destinationColumns(
  form: CheckoutForm,
  { kind, name, rate, arrives }: Omit<OrderDelivery, 'place'>,
  place: EditPreview['place'],
) {
  return {
    phone: form.phone,
    address: addressJson.write(addressOf(form)),
    country: form.country,
    delivery: deliveryJson.write({ kind, name, place, rate, arrives }),
  }
}

function addressOf(form: CheckoutForm) {
  return {
    name: form.name,
    organization: form.customer_kind === 'organization' ? form.organization_name : '',
    line1: form.line1,
    line2: form.line2,
    postalCode: form.postal_code,
    city: form.city,
    country: form.country,
  }
}

function amountColumns({ items, discount, delivery, sum, rules: { reverseCharge }, vat }: EditedOrder) {
  return {
    delivery_method: delivery.offer.id,
    items_total: items.inc,
    discount_total: discount.inc,
    discount_vat: vatOf(discount),
    delivery_total: delivery.price.inc,
    delivery_vat: vatOf(delivery.price),
    vat_total: vatOf(sum),
    total: sum.inc,
    vat_number: vat.number,
    consultation_number: reverseCharge && vat.state === 'confirmed' ? vat.consultation : null,
    reverse_charge: reverseCharge ? (1 as const) : (0 as const),
  }
}

/** The rows of the changed order; lines that stay keep their positions, and added ones follow. */
function rowsOf(orderId: string, before: readonly OrderLineRow[], edited: EditedOrder): NewRow<'order_lines'>[] {
  let last = Math.max(...before.map(({ position }) => position))
  return edited.lines.map((line) => ({
    ...amountsOfLine(line, edited.rules.reverseCharge),
    id: before.find(({ position }) => position === line.position)?.id ?? newId(),
    order_id: orderId,
    position: line.position ?? (last += 1),
  }))
}

type RowPlace = 'id' | 'order_id' | 'position'

/** The columns of a line but its place in an order. */
export function amountsOfLine(
  { amounts: { percent, unit, total, share }, ...line }: EditedOrder['lines'][number],
  reverseCharge: boolean,
): Omit<NewRow<'order_lines'>, RowPlace> {
  return {
    product_id: line.product_id,
    sku: line.sku,
    name: line.name,
    type: line.type,
    quantity: line.quantity,
    unit_price: unit.inc,
    ordinary_price: reverseCharge ? exVat(line.ordinary, line.vatRate) : line.ordinary,
    discount_percent: line.isAgreed ? line.percent : percent,
    vat_rate: reverseCharge ? 0 : line.vatRate,
    line_total: total.inc,
    vat_total: vatOf(total),
    discount_share: share.inc,
    discount_share_vat: vatOf(share),
    set_id: null,
    details: line.details,
  }
}

/** Reserves what the order has more of than before, and releases what it has less of. */
export async function moveReserved(
  trx: DatabaseTransaction,
  { id: orderId }: OrderRow,
  before: readonly OrderLineRow[],
  { now }: OrderAction,
): Promise<void> {
  const after = await orderLineRows(trx, orderId)
  const [had, has] = [goodsOf(before, before), goodsOf(after, after)]
  const unitsIn = (goods: typeof had, id: string) => goods.find(({ product_id: each }) => each === id)?.quantity ?? 0
  const moves = [...new Set([...had, ...has].map(({ product_id: id }) => id))]
    .sort()
    .map((id) => ({ product_id: id, quantity: unitsIn(has, id) - unitsIn(had, id) }))
  const wanted = moves.filter(({ quantity }) => quantity > 0)
  const left = await reserveStock(trx, wanted)
  for (const { product_id, quantity } of wanted) {
    if (!left.some((row) => row.product_id === product_id)) {
      const sku = after.find((line) => line.product_id === product_id)?.sku ?? product_id
      throw new OrderError('short_stock', `There is too little of ${sku}.`, { sku, left: 0 })
    }
    const id = newId(now.getTime())
    await addReserved(trx, { id, order_id: orderId, product_id, quantity, status: 'held', expires_at: null })
  }
  if (wanted.length > 0)
    await invalidateStock(
      trx,
      wanted.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })),
      now,
      left,
    )
  const less = moves.filter(({ quantity }) => quantity < 0)
  const released = less.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity }))
  if (released.length > 0) await releaseReserved(trx, orderId, released, now)
}

/** Says in the order's history what was changed, without personal data. */
export function summaryOf({ order, lines }: OrderBefore, edit: OrderEdit, preview: EditPreview): string {
  const { form, total, edited } = preview
  const money = (amount: number) => plainAmount(amount, order.currency)
  const units = lines.flatMap(({ position, sku, quantity }) => {
    const wanted = edit.quantities?.get(position) ?? quantity
    return wanted === quantity ? [] : [`${sku} ${quantity} -> ${wanted}`]
  })
  const added = (edit.added ?? []).map(({ sku, quantity }) => `+${quantity} x ${sku}`)
  return [
    ...units,
    ...added,
    ...(addressJson.write(addressOf(form)) === order.address ? [] : ['address']),
    ...(form.phone === order.phone ? [] : ['phone']),
    ...(edited && edited.delivery.offer.id !== order.delivery_method ? [`delivery ${edited.delivery.offer.id}`] : []),
    ...(total.before === total.after ? [] : [`total ${money(total.before)} -> ${money(total.after)}`]),
  ].reduce((text, part) => (text === 'changed:' ? `${text} ${part}` : `${text}, ${part}`), 'changed:')
}
