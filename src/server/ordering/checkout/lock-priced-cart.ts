import { isDeepStrictEqual } from 'node:util'
import { customerById, holdCustomer } from '../../identity/customer-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { cartForVisitor, cartContent, rememberedText, type CheckoutContent } from '../cart/cart-content.ts'
import { lockCart, updateCart, type CartRow } from '../cart/cart-row-queries.ts'
import { lockOpenQuote } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import type { OrderRequest, PlaceOrderResult } from './order-request.ts'
import { priceCheckout, type PricedCheckout } from './price-checkout.ts'

type Locked =
  | { kind: 'locked'; cart: CartRow; priced: PricedCheckout }
  | Extract<PlaceOrderResult, { kind: 'empty' | 'already' | 'changed' }>

/**
 * Locks the cart until the transaction ends and prices it. A concurrent order of the same cart waits here and then
 * returns `already` with the first one's order; `changed` where the request's guard finds that it is not wanted.
 */
export async function lockPricedCart(
  trx: DatabaseTransaction,
  settings: Shop['settings'],
  request: OrderRequest,
  now: Date,
): Promise<Locked> {
  const price = (content: CheckoutContent) => priceCheckout({ db: trx, settings }, request.context, content, now)
  const expected = request.cart?.quote_id === null ? contentOf(request, request.cart) : undefined
  const [{ cart: locked, order }, early] = await Promise.all([
    lockCart(trx, request.checkoutId, now),
    expected && price(expected),
  ])
  if (!locked) return { kind: 'empty' }
  if (order) return { kind: 'already', order }
  if (request.guard && !(await request.guard(trx))) return { kind: 'changed', changes: [] }
  const typed = typedNow(request, locked)
  const visited = cartForVisitor({ ...locked, ...typed }, await orderingCustomer(trx, request, locked))
  const [cart] = await Promise.all([withOpenQuote(trx, visited, now), updateCart(trx, locked.checkout_id, typed)])
  if (cart.customer_id !== null && !(await holdCustomer(trx, cart.customer_id))) return { kind: 'empty' }
  const content = contentOf(request, cart)
  const isAsExpected = early && isDeepStrictEqual(content, expected)
  return { kind: 'locked', cart, priced: isAsExpected ? early : await price(content) }
}

/**
 * The customer who orders: the one that the order was sent by or, where staff have merged that account with another one
 * since the cart was read, the account that has the cart now.
 */
async function orderingCustomer(
  trx: DatabaseTransaction,
  { customerId, cart }: OrderRequest,
  { customer_id: owner }: CartRow,
): Promise<string | null | undefined> {
  if (!customerId || !owner || customerId === owner || cart?.customer_id !== customerId) return customerId
  return (await customerById(trx, customerId)) ? customerId : owner
}

/**
 * The cart's columns for the typed form and the browser that typed it. Gift cards that another browser has typed since
 * it was read pay nothing here.
 */
function typedNow({ form, cart }: OrderRequest, locked: CartRow) {
  const typed = { form: rememberedText(form), typed_by: cart?.typed_by ?? locked.typed_by }
  const keepsCards = typed.typed_by === locked.typed_by || locked.customer_id !== null
  return { ...typed, gift_cards: keepsCards ? locked.gift_cards : '[]' }
}

function contentOf({ preference, form }: OrderRequest, cart: CartRow): CheckoutContent {
  return {
    ...cartContent(cart, preference ?? { method: form.delivery_method }),
    email: form.email.trim().toLowerCase(),
  }
}

/** Locks the cart's quote. If it has expired or is being changed, the cart continues without it. */
async function withOpenQuote(trx: DatabaseTransaction, cart: CartRow, now: Date): Promise<CartRow> {
  const isOpen =
    cart.quote_id !== null && (await lockOpenQuote(trx, cart.quote_id, cart.checkout_id, now.toISOString()))
  return isOpen ? cart : { ...cart, quote_id: null }
}
