import type { OrderPage } from '../../../../src/contracts/customer-pages/order-page.ts'
import { currencyByCode, type CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { readCheckoutForm, type CheckoutForm } from '../../../../src/domain/orders/checkout-form.ts'
import { type ShoppingContext } from '../../../../src/domain/places/shopping-context.ts'
import { cartContent } from '../../../../src/server/ordering/cart/cart-content.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import type { Visitor } from '../../../../src/server/ordering/cart/guarded-codes.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { checkoutSnapshot } from '../../../../src/server/ordering/checkout/checkout-snapshot.ts'
import type { PlaceOrderResult } from '../../../../src/server/ordering/checkout/order-request.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { priceCheckout, type PricedCheckout } from '../../../../src/server/ordering/checkout/price-checkout.ts'
import { orderPage } from '../../../../src/server/ordering/orders/order-page.ts'
import { latestOrderOf } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { fixtureNow } from '../../../support/fixture-shop.ts'
import { freshShop, type TestShop } from '../../../support/test-shop.ts'
import { jar } from '../../call.ts'

/** A browser that requests pages: its cookies and address, signed out by default. */
export function somebody(customerId: string | null = null): Visitor {
  return { customerId, clientAddress: '127.0.0.1', cookies: jar(new Map()) }
}

const browsers = new WeakMap<Shop, Map<string, string>>()

/** The single browser of a test's shop, which keeps its cookies. */
export function theBrowser(shop: Shop, customerId: string | null = null): Visitor {
  const cookies = browsers.get(shop) ?? new Map<string, string>()
  browsers.set(shop, cookies)
  return { ...somebody(customerId), cookies: jar(cookies) }
}

/** A clock that a test advances. */
export function movableClock(start: Date = fixtureNow) {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    advance: (seconds: number) => {
      at += seconds * 1000
    },
    /** Files that one process runs share a clock, and campaigns end: a test of their prices begins at the start. */
    restart: () => {
      at = start.getTime()
    },
  }
}

export type Clock = ReturnType<typeof movableClock>

export async function fixtureShop(clock: Clock = movableClock()): Promise<TestShop> {
  return freshShop({ seeded: true, now: clock.now })
}

const filledIn: Record<keyof CheckoutForm, string> = {
  email: 'Anna@Example.se',
  phone: '+46 70 123 45 67',
  customer_kind: 'private',
  organization_name: '',
  organization_number: '',
  vat_number: '',
  order_reference: '',
  cost_centre: '',
  peppol_id: '',
  invoice_address: '',
  message: '',
  name: 'Anna Andersson',
  line1: 'Storgatan 1',
  line2: '',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  delivery_method: '',
  service_point: '',
  payment_method: 'invoice',
  terms: 'yes',
}

export function aForm(changes: Partial<Record<keyof CheckoutForm, string>> = {}): CheckoutForm {
  return readCheckoutForm((field) => ({ ...filledIn, ...changes })[field])
}

export function swedish(country = 'SE', code: CurrencyCode = 'SEK'): ShoppingContext {
  const currency = currencyByCode(code)
  if (!currency) throw new Error(`No currency ${code}.`)
  return { ...defaultContext('sv'), country, currency }
}

type Wanted = readonly (readonly [sku: string, quantity: number])[]

/** Opens a checkout with a cart. */
export async function checkoutWith(
  shop: Shop,
  wanted: Wanted,
  coupons: readonly string[] = [],
  context = swedish(),
): Promise<string> {
  const items = wanted.map(([sku, quantity]) => ({ sku, quantity }))
  return storeCart(shop, context, { checkoutId: null, items, coupons })
}

/** The current prices of a checkout. */
export async function priced(shop: Shop, checkoutId: string, context = swedish()): Promise<PricedCheckout> {
  const cart = await cartRow(shop.db, checkoutId)
  if (!cart) throw new Error(`No checkout ${checkoutId}.`)
  return priceCheckout(shop, context, cartContent(cart), shop.now())
}

/** The current snapshot of a checkout, as in the form. */
export async function look(shop: Shop, checkoutId: string, context = swedish()): Promise<string> {
  return checkoutSnapshot(await priced(shop, checkoutId, context), context.currency.code)
}

/** Opens the checkout and places its order. */
export async function buy(
  shop: Shop,
  checkoutId: string,
  form: CheckoutForm = aForm(),
  context = swedish(),
): Promise<PlaceOrderResult> {
  return placeOrder(shop, {
    checkoutId,
    form,
    context,
    seen: await look(shop, checkoutId, context),
    cart: await cartRow(shop.db, checkoutId),
  })
}

/** The same, for orders that must be placed. */
export async function bought(
  shop: Shop,
  wanted: Wanted,
  form?: CheckoutForm,
  context = swedish(),
): Promise<{ checkoutId: string; orderId: string; attemptId: string }> {
  const checkoutId = await checkoutWith(shop, wanted, [], context)
  const result = await buy(shop, checkoutId, form, context)
  if (result.kind !== 'placed') throw new Error(`The order was not placed but ${result.kind}.`)
  return { checkoutId, orderId: result.orderId, attemptId: result.attemptId }
}

export async function stockOf({ db }: Shop, productId: string): Promise<{ on_hand: number; reserved: number }> {
  return db
    .selectFrom('stock')
    .select(['on_hand', 'reserved'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
}

/** The number of rows of a table, to check that nothing was written. */
export async function countOf(
  { db }: Shop,
  table: 'orders' | 'order_lines' | 'stock_reservations' | 'payment_attempts' | 'outbox' | 'carts' | 'payment_events',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((each) => each.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(row.rows)
}

/** What the order pages show of the newest order of a checkout. */
export async function orderedPage({ db }: Shop, checkoutId: string): Promise<OrderPage | undefined> {
  const order = await latestOrderOf(db, checkoutId)
  return order && orderPage(db, order)
}
