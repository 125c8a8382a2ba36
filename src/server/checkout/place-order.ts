import type { CheckoutChange } from '../../contracts/checkout-page.ts'
import { normalizedForm, type CheckoutForm } from '../../domain/checkout-form.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { noteStockChange } from '../catalog/note-stock-change.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { redeemCoupon } from '../discounts/queries.ts'
import { newId } from '../ids.ts'
import { liveOrderOf, type OrderRow } from '../orders/queries.ts'
import { completeIn } from '../payments/complete-order.ts'
import { providerNamed } from '../payments/providers.ts'
import type { Shop } from '../shop.ts'
import { appliedCodes, orderNumber, orderParts, orderRow, reservationsOf } from './order-rows.ts'
import { priceCheckout, type PricedCheckout } from './price-checkout.ts'
import { insertOrder, insertOrderParts, lockCart, reserveStock, setOrderNumber, setPieces, type CartRow } from './queries.ts'
import { changesSince } from './seen.ts'
import { cartContent, rememberedText } from './cart-content.ts'

export type PlaceOrderResult =
  | { kind: 'placed'; orderId: string; attemptId: string }
  | { kind: 'already'; order: OrderRow }
  | { kind: 'changed'; changes: CheckoutChange[] }
  | { kind: 'empty' }

export type OrderRequest = { checkoutId: string; form: CheckoutForm; seen: string; context: ShoppingContext }

/**
 * Re-prices everything from the database and writes order, stock reservation, payment attempt and, where nobody has to
 * be asked, confirmation and mail in one transaction (design, "Checkout and payment callback"). A second call for the
 * same checkout finds the first one's order. Prices, stock or a coupon that moved since the shopper looked give `changed` and write nothing.
 */
export async function placeOrder(shop: Shop, request: OrderRequest): Promise<PlaceOrderResult> {
  try {
    return await shop.db.transaction().execute((trx) => placeIn(trx, shop, request))
  } catch (error) {
    if (error instanceof MovedMeanwhile) return { kind: 'changed', changes: error.changes }
    throw error
  }
}

class MovedMeanwhile extends Error {
  readonly changes: CheckoutChange[]
  constructor(changes: CheckoutChange[]) {
    super('Stock or a coupon moved while the order was placed.')
    this.changes = changes
  }
}

async function placeIn(trx: DatabaseTransaction, shop: Shop, request: OrderRequest): Promise<PlaceOrderResult> {
  const now = shop.now()
  const cart = await lockCart(trx, request.checkoutId, { form: rememberedText(request.form), updated_at: now.toISOString() })
  if (!cart) return { kind: 'empty' }
  const existing = await liveOrderOf(trx, request.checkoutId)
  if (existing) return { kind: 'already', order: existing }
  const priced = await priceCheckout(trx, request.context, cartContent(cart), now)
  const changes = changesSince(request.seen, priced, request.context.currency.code)
  if (changes.length > 0) return { kind: 'changed', changes }
  if (!priced.lines.some((line) => line.quantity > 0)) return { kind: 'empty' }
  return write(trx, { cart, priced, request: { ...request, form: normalizedForm(request.form) }, now })
}

type Write = { cart: CartRow; priced: PricedCheckout; request: OrderRequest; now: Date }

async function write(trx: DatabaseTransaction, { cart, priced, request, now }: Write): Promise<PlaceOrderResult> {
  const orderId = newId(now.getTime())
  const attemptId = newId(now.getTime())
  const lines = priced.lines.filter((line) => line.quantity > 0)
  const sets = lines.filter((line) => line.type === 3).map((line) => line.product_id)
  const reservations = reservationsOf(orderId, lines, sets.length > 0 ? await setPieces(trx, sets) : [], now)
  for (const { product_id: productId, quantity } of reservations) {
    if (!await reserveStock(trx, productId, quantity)) throw new MovedMeanwhile([{ kind: 'gone', name: nameOf(priced, productId) }])
  }
  await noteStockChange(trx, reservations.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })), now)
  for (const code of appliedCodes(priced)) {
    if (!await redeemCoupon(trx, code)) throw new MovedMeanwhile([{ kind: 'discount' }])
  }
  const seq = await insertOrder(trx, orderRow({ orderId, cart, priced, ...request, now }))
  await setOrderNumber(trx, orderId, orderNumber(seq))
  const parts = orderParts({ orderId, attemptId, lines, reservations, totals: priced.totals, ...request, now })
  await insertOrderParts(trx, parts)
  const provider = providerNamed(request.form.payment_method)
  if (provider?.accept) await completeIn(trx, provider.name, provider.accept(parts.attempt), now)
  return { kind: 'placed', orderId, attemptId }
}

function nameOf({ lines }: PricedCheckout, productId: string): string {
  return lines.find((line) => line.product_id === productId)?.name ?? lines.find((line) => line.type === 3)?.name ?? ''
}
