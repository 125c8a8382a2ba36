import { isDeepStrictEqual } from 'node:util'
import type { CheckoutChange } from '../../../contracts/checkout-page.ts'
import { normalizedForm, type CheckoutForm, type FieldErrors } from '../../../domain/checkout-form.ts'
import type { DeliveryPlace } from '../../../domain/delivery-points.ts'
import { noteStockChange } from '../../catalog/maintenance/note-stock-change.ts'
import { nextCount } from '../../platform/db/next-count.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'
import type { DeliveryPreference } from '../delivery/offered-delivery.ts'
import { redeemCoupon } from '../../pricing/discounts/queries.ts'
import { isPaidByCards } from '../gift-cards/payment-choices.ts'
import { redeemGiftCards } from '../gift-cards/redeem.ts'
import { newId } from '../../platform/ids.ts'
import { companyIdentities } from '../orders/hold-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { acceptanceOf, confirmed } from '../payment/accepted.ts'
import { completeIn } from '../payment/complete-order.ts'
import { scheduleFollowUps } from '../payment/confirm-order.ts'
import { giftCard } from '../../payments/providers/gift-card.ts'
import { providerNamed } from '../../payments/providers.ts'
import { lockOpenQuote, takeQuote } from '../quotes/queries.ts'
import type { Shop } from '../../shop.ts'
import { admitOrder, type Admitted, type NotAdmitted } from './admit-order.ts'
import { orderParts, orderRow, reservationsOf, type SetPiece } from './order-rows.ts'
import { priceCheckout, type CheckoutContext, type CheckoutLine, type PricedCheckout } from './price-checkout.ts'
import { insertOrder, lockCart, reserveStock, setPieces, type CartRow } from './queries.ts'
import { changesSince } from './checkout-snapshot.ts'
import { asVisitor, cartContent, rememberedText, type CheckoutContent } from '../cart/cart-content.ts'

export type PlaceOrderResult =
  /** `isConfirmed`: nobody has to be asked for money first. */
  | { kind: 'placed'; orderId: string; attemptId: string; isConfirmed: boolean }
  | { kind: 'already'; order: OrderRow }
  | { kind: 'changed'; changes: CheckoutChange[] }
  | { kind: 'refused'; form: CheckoutForm; errors: FieldErrors }
  | { kind: 'empty' }
  | NotAdmitted

/** A form as it is ordered, what is wrong with it, and where the parcel waits, when it does. */
export type CheckedForm = { form: CheckoutForm; errors: FieldErrors; place: DeliveryPlace | null }

/**
 * `customerId` is who asks; where it is left out, whoever the cart belongs to. `check` looks at the form in the light
 * of what it would buy; whoever has done so brings the `place` instead. `cart` is how whoever asks has just read it:
 * while it is still so, what it costs comes in the same message as its lock.
 */
export type OrderRequest = {
  checkoutId: string
  form: CheckoutForm
  seen: string
  context: CheckoutContext
  customerId?: string | null
  preference?: DeliveryPreference
  place?: DeliveryPlace | null
  cart?: CartRow
  check?: (db: Queryable, priced: PricedCheckout) => Promise<CheckedForm>
}

/**
 * Re-prices everything from the database and writes order, stock reservation, payment attempt and, where nobody has to
 * be asked, confirmation and mail in one transaction (design, "Checkout and payment callback"). A second call for the
 * same checkout finds the first one's order. Prices, stock, a coupon or a gift card that moved since the shopper looked
 * give `changed`, a form that cannot be accepted `refused`, and no order.
 */
export async function placeOrder(shop: Shop, request: OrderRequest): Promise<PlaceOrderResult> {
  try {
    return await shop.db.transaction().execute((trx) => placeIn(trx, shop, request))
  } catch (error) {
    if (error instanceof CheckoutChanged) return { kind: 'changed', changes: error.changes }
    throw error
  }
}

class CheckoutChanged extends Error {
  readonly changes: CheckoutChange[]
  constructor(changes: CheckoutChange[]) {
    super('Stock, a coupon or a gift card moved while the order was placed.')
    this.changes = changes
  }
}

async function placeIn(trx: DatabaseTransaction, shop: Shop, request: OrderRequest): Promise<PlaceOrderResult> {
  const now = shop.now()
  const [locked, companies] = await Promise.all([lockPriced(trx, request, now), companyIdentities(trx)])
  if ('kind' in locked) return locked
  const { cart, priced } = locked
  const checked = await checkedForm(trx, request, priced)
  const refusal = refusalOf(priced, request, checked)
  if (refusal) return refusal
  const { form, place } = checked
  const ordered = { ...request, form: normalizedForm(form), place }
  const goods = await goodsOf(trx, priced, now)
  const admitted = await admitOrder(trx, shop.env, {
    customerId: cart.customer_id,
    form: ordered.form,
    companies,
    network: request.context.network,
    wanted: goods.reservations,
    now,
    debt: { total: priced.giftCards.due, currency: request.context.currency.code },
    nameOf: (productId) => nameOf(priced, productId),
  })
  return admitted.kind === 'admitted' ? write(trx, { cart, priced, request: ordered, goods, admitted, now }) : admitted
}

type Goods = {
  orderId: string
  lines: CheckoutLine[]
  pieces: SetPiece[]
  reservations: NewRow<'stock_reservations'>[]
}

/** What an order takes off the shelf. */
async function goodsOf(trx: DatabaseTransaction, priced: PricedCheckout, now: Date): Promise<Goods> {
  const orderId = newId(now.getTime())
  const lines = priced.lines.filter((line) => line.quantity > 0)
  const sets = lines.filter((line) => line.type === 3).map((line) => line.product_id)
  const pieces = sets.length > 0 ? await setPieces(trx, sets) : []
  return { orderId, lines, pieces, reservations: reservationsOf(orderId, lines, pieces, now) }
}

/** The cart, which nobody else orders meanwhile, and what it costs. */
async function lockPriced(
  trx: DatabaseTransaction,
  request: OrderRequest,
  now: Date,
): Promise<PlaceOrderResult | { cart: CartRow; priced: PricedCheckout }> {
  const price = (content: CheckoutContent) => priceCheckout(trx, request.context, content, now)
  const expected = request.cart?.quote_id === null ? contentOf(request, request.cart) : undefined
  const [{ cart: locked, order }, early] = await Promise.all([
    lockCart(trx, request.checkoutId, typedNow(request, now)),
    expected && price(expected),
  ])
  if (!locked) return { kind: 'empty' }
  if (order) return { kind: 'already', order }
  const cart = await withOpenQuote(trx, asVisitor(locked, request.customerId), now)
  const content = contentOf(request, cart)
  return { cart, priced: early && isDeepStrictEqual(content, expected) ? early : await price(content) }
}

/** What the cart remembers of the form, and by whom it was typed where somebody did. */
function typedNow({ form, cart }: OrderRequest, now: Date) {
  return { form: rememberedText(form), updated_at: now.toISOString(), ...(cart && { typed_by: cart.typed_by }) }
}

function contentOf({ preference, form }: OrderRequest, cart: CartRow): CheckoutContent {
  return cartContent(cart, preference ?? { method: form.delivery_method })
}

async function checkedForm(
  trx: DatabaseTransaction,
  { check, form, place = null }: OrderRequest,
  priced: PricedCheckout,
): Promise<CheckedForm> {
  const checked = check ? await check(trx, priced) : { form, errors: {}, place }
  return isPaidByCards(priced) ? { ...checked, form: { ...checked.form, payment_method: giftCard.name } } : checked
}

/** Why what was seen cannot be ordered as it is now; undefined when it can. */
function refusalOf(priced: PricedCheckout, request: OrderRequest, checked: CheckedForm): PlaceOrderResult | undefined {
  if (Object.keys(checked.errors).length > 0) return { kind: 'refused', form: checked.form, errors: checked.errors }
  const changes = changesSince(request.seen, priced, request.context.currency.code)
  if (changes.length > 0) return { kind: 'changed', changes }
  if (!priced.lines.some((line) => line.quantity > 0)) return { kind: 'empty' }
  return canGo(priced, checked) ? undefined : { kind: 'changed', changes: [{ kind: 'delivery' }] }
}

/** Whether the order can go the way that was asked for, and to the place where it waits. */
function canGo({ delivery }: PricedCheckout, { form, place }: CheckedForm): boolean {
  if (!delivery || (form.delivery_method !== '' && form.delivery_method !== delivery.id)) return false
  return delivery.kind === 'home' || delivery.kind === 'mail' || Boolean(place)
}

/** A quote that is over, or that is being changed, leaves an ordinary cart. */
async function withOpenQuote(trx: DatabaseTransaction, cart: CartRow, now: Date): Promise<CartRow> {
  const isOpen =
    cart.quote_id !== null && (await lockOpenQuote(trx, cart.quote_id, cart.checkout_id, now.toISOString()))
  return isOpen ? cart : { ...cart, quote_id: null }
}

type Write = {
  cart: CartRow
  priced: PricedCheckout
  request: OrderRequest
  goods: Goods
  admitted: Admitted
  now: Date
}

async function write(
  trx: DatabaseTransaction,
  { cart, priced, request, goods, admitted, now }: Write,
): Promise<PlaceOrderResult> {
  const { orderId, lines, pieces, reservations } = goods
  const attemptId = newId(now.getTime())
  const seq = await take(trx, { orderId, cart, priced, reservations, now })
  const order = orderRow({ orderId, seq, cart, priced, ...request, ...admitted, now })
  const parts = orderParts({
    orderId,
    attemptId,
    lines,
    pieces,
    reservations,
    totals: priced.totals,
    due: priced.giftCards.due,
    terms: priced.terms,
    ...request,
    now,
  })
  const provider = providerNamed(order.payment_method)
  const acceptance = acceptanceOf(provider, parts.attempt)
  await insertOrder(trx, acceptance ? confirmed({ order, parts }, acceptance, now) : { order, parts }, now)
  if (acceptance) await scheduleFollowUps(trx, order, parts.lines, now)
  else if (provider?.accept) await completeIn(trx, provider.name, provider.accept(parts.attempt), now)
  return { kind: 'placed', orderId, attemptId, isConfirmed: acceptance !== undefined }
}

type Taking = Pick<Write, 'cart' | 'priced' | 'now'> & { orderId: string; reservations: NewRow<'stock_reservations'>[] }

/**
 * Takes what others may want too: pieces, uses of coupons, money on gift cards, a quote. Gives the order's place in the
 * count of all.
 */
async function take(trx: DatabaseTransaction, { orderId, cart, priced, reservations, now }: Taking): Promise<number> {
  const [left, seq] = await Promise.all([reserveStock(trx, reservations), nextCount(trx, 'orders')])
  const gone = reservations.find(({ product_id: id }) => !left.some((row) => row.product_id === id))
  if (gone) throw new CheckoutChanged([{ kind: 'gone', name: nameOf(priced, gone.product_id) }])
  await noteStockChange(
    trx,
    reservations.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })),
    now,
    left,
  )
  for (const code of priced.redeemed) {
    if (!(await redeemCoupon(trx, code))) throw new CheckoutChanged([{ kind: 'discount' }])
  }
  if (!(await redeemGiftCards(trx, orderId, priced.giftCards.parts, now)))
    throw new CheckoutChanged([{ kind: 'gift_card' }])
  if (cart.quote_id !== null) await takeQuote(trx, cart.quote_id, orderId, now.toISOString())
  return seq
}

function nameOf({ lines }: PricedCheckout, productId: string): string {
  return lines.find((line) => line.product_id === productId)?.name ?? lines.find((line) => line.type === 3)?.name ?? ''
}
