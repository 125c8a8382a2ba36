import type { CheckoutChange } from '../../contracts/checkout-page.ts'
import { normalizedForm, type CheckoutForm } from '../../domain/checkout-form.ts'
import type { DeliveryPlace } from '../../domain/delivery-points.ts'
import { takeCredit } from '../accounts/organization-credit.ts'
import { membershipOf } from '../accounts/organization-queries.ts'
import { noteStockChange } from '../catalog/note-stock-change.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { redeemCoupon } from '../discounts/queries.ts'
import { isPaidByCards } from '../gift-cards/payment-choices.ts'
import { redeemGiftCards } from '../gift-cards/redeem.ts'
import { newId } from '../ids.ts'
import { liveOrderOf, type OrderRow } from '../orders/queries.ts'
import { completeIn } from '../payments/complete-order.ts'
import { giftCard } from '../payments/providers/gift-card.ts'
import { providerNamed } from '../payments/providers.ts'
import { lockOpenQuote, takeQuote } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import { orderNumber, orderParts, orderRow, reservationsOf } from './order-rows.ts'
import { priceCheckout, type CheckoutContext, type PricedCheckout } from './price-checkout.ts'
import { insertOrder, insertOrderParts, lockCart, reserveStock, setOrderNumber, setPieces, type CartRow } from './queries.ts'
import { changesSince } from './seen.ts'
import { asVisitor, cartContent, rememberedText } from './cart-content.ts'

export type PlaceOrderResult =
  | { kind: 'placed'; orderId: string; attemptId: string }
  | { kind: 'already'; order: OrderRow }
  | { kind: 'changed'; changes: CheckoutChange[] }
  | { kind: 'empty' }
  | { kind: 'over_credit' }

/** `customerId` is who asks; where it is left out, whoever the cart belongs to. `place` is where the parcel waits, when it does. */
export type OrderRequest = {
  checkoutId: string; form: CheckoutForm; seen: string; context: CheckoutContext; customerId?: string | null; place?: DeliveryPlace | null
}

/**
 * Re-prices everything from the database and writes order, stock reservation, payment attempt and, where nobody has to
 * be asked, confirmation and mail in one transaction (design, "Checkout and payment callback"). A second call for the
 * same checkout finds the first one's order. Prices, stock, a coupon or a gift card that moved since the shopper looked give `changed` and write nothing.
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
    super('Stock, a coupon or a gift card moved while the order was placed.')
    this.changes = changes
  }
}

async function placeIn(trx: DatabaseTransaction, shop: Shop, request: OrderRequest): Promise<PlaceOrderResult> {
  const now = shop.now()
  const locked = await lockCart(trx, request.checkoutId, { form: rememberedText(request.form), updated_at: now.toISOString() })
  if (!locked) return { kind: 'empty' }
  const existing = await liveOrderOf(trx, request.checkoutId)
  if (existing) return { kind: 'already', order: existing }
  const cart = await withOpenQuote(trx, asVisitor(locked, request.customerId), now)
  const priced = await priceCheckout(trx, request.context, cartContent(cart, { method: request.form.delivery_method }), now)
  const refusal = refusalOf(priced, request)
  if (refusal) return refusal
  const form = isPaidByCards(priced) ? { ...request.form, payment_method: giftCard.name } : request.form
  const organization = request.form.customer_kind === 'organization' ? await membershipOf(trx, cart.customer_id) : undefined
  const debt = { total: priced.giftCards.due, currency: request.context.currency.code }
  if (organization && form.payment_method === 'invoice' && !await takeCredit(trx, organization.id, debt, now)) return { kind: 'over_credit' }
  return write(trx, { cart, priced, request: { ...request, form: normalizedForm(form) }, organizationId: organization?.id ?? null, now })
}

/** Why what was seen cannot be ordered as it is now; undefined when it can. */
function refusalOf(priced: PricedCheckout, request: OrderRequest): PlaceOrderResult | undefined {
  const changes = changesSince(request.seen, priced, request.context.currency.code)
  if (changes.length > 0) return { kind: 'changed', changes }
  if (!priced.lines.some((line) => line.quantity > 0)) return { kind: 'empty' }
  return canGo(priced, request) ? undefined : { kind: 'changed', changes: [{ kind: 'delivery' }] }
}

/** Whether the order can go the way that was asked for, and to the place where it waits. */
function canGo({ delivery }: PricedCheckout, { form, place }: OrderRequest): boolean {
  if (!delivery || (form.delivery_method !== '' && form.delivery_method !== delivery.id)) return false
  return delivery.kind === 'home' || delivery.kind === 'mail' || Boolean(place)
}

/** A quote that is over, or that is being changed, leaves an ordinary cart. */
async function withOpenQuote(trx: DatabaseTransaction, cart: CartRow, now: Date): Promise<CartRow> {
  const isOpen = cart.quote_id !== null && await lockOpenQuote(trx, cart.quote_id, cart.checkout_id, now.toISOString())
  return isOpen ? cart : { ...cart, quote_id: null }
}

type Write = { cart: CartRow; priced: PricedCheckout; request: OrderRequest; organizationId: string | null; now: Date }

async function write(trx: DatabaseTransaction, { cart, priced, request, organizationId, now }: Write): Promise<PlaceOrderResult> {
  const orderId = newId(now.getTime())
  const attemptId = newId(now.getTime())
  const lines = priced.lines.filter((line) => line.quantity > 0)
  const sets = lines.filter((line) => line.type === 3).map((line) => line.product_id)
  const pieces = sets.length > 0 ? await setPieces(trx, sets) : []
  const reservations = reservationsOf(orderId, lines, pieces, now)
  for (const { product_id: productId, quantity } of reservations) {
    if (!await reserveStock(trx, productId, quantity)) throw new MovedMeanwhile([{ kind: 'gone', name: nameOf(priced, productId) }])
  }
  await noteStockChange(trx, reservations.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })), now)
  for (const code of priced.redeemed) {
    if (!await redeemCoupon(trx, code)) throw new MovedMeanwhile([{ kind: 'discount' }])
  }
  if (!await redeemGiftCards(trx, orderId, priced.giftCards.parts, now)) throw new MovedMeanwhile([{ kind: 'gift_card' }])
  if (cart.quote_id !== null) await takeQuote(trx, cart.quote_id, orderId, now.toISOString())
  const seq = await insertOrder(trx, orderRow({ orderId, cart, priced, ...request, organizationId, now }))
  await setOrderNumber(trx, orderId, orderNumber(seq))
  const parts = orderParts({ orderId, attemptId, lines, pieces, reservations, totals: priced.totals, due: priced.giftCards.due, ...request, now })
  await insertOrderParts(trx, parts)
  const provider = providerNamed(request.form.payment_method)
  if (provider?.accept) await completeIn(trx, provider.name, provider.accept(parts.attempt), now)
  return { kind: 'placed', orderId, attemptId }
}

function nameOf({ lines }: PricedCheckout, productId: string): string {
  return lines.find((line) => line.product_id === productId)?.name ?? lines.find((line) => line.type === 3)?.name ?? ''
}
