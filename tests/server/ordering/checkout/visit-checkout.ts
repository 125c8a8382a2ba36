import { cartForm, type CartPage } from '../../../../src/contracts/customer-pages/cart-page.ts'
import {
  checkoutPageForm,
  type CheckoutPage,
  type CheckoutScreen,
} from '../../../../src/contracts/customer-pages/checkout-page.ts'
import type { Language } from '../../../../src/domain/places/locales.ts'
import type { ShoppingContext } from '../../../../src/domain/places/shopping-context.ts'
import type { Visitor } from '../../../../src/server/ordering/cart/guarded-codes.ts'
import { postCart, showCart } from '../../../../src/server/ordering/checkout/cart-form.ts'
import { checkoutAnswer } from '../../../../src/server/ordering/checkout/checkout-answer.ts'
import { postCheckout, showCheckout } from '../../../../src/server/ordering/checkout/checkout-page.ts'
import type { PageResult } from '../../../../src/server/platform/http/pages/page-result.ts'
import { readForm } from '../../../../src/server/platform/http/read-form.ts'
import { answerOf, type PageAnswer } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'

/** What the shopper gets: a redirect, or the checkout, the cart, or the empty checkout. */
export type CheckoutSeen =
  | Exclude<PageAnswer<never>, { kind: 'page' }>
  | { kind: 'page'; page: CheckoutPage; status: number }
  | { kind: 'cart'; page: CartPage; status: number }
  | { kind: 'empty'; status: number }
type Fields = Partial<Record<string, string>>

/** A guest who buys on invoice, and what they fill in. */
export const guest = { customerId: null, clientAddress: '127.0.0.1', cookies: jar(new Map()) }
export const formOfGuest = {
  email: 'anna@example.se',
  customer_kind: 'private',
  name: 'Anna Andersson',
  line1: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  payment_method: 'invoice',
  terms: 'yes',
  action: 'place',
}

/** Opens a checkout as a guest with a new browser, or as another visitor. */
export async function openCheckout(
  shop: Parameters<typeof showCheckout>[0],
  language: Language,
  id: string,
  visitor: Partial<Visitor> = {},
): Promise<CheckoutSeen> {
  const somebody = { customerId: null, clientAddress: id, cookies: jar(new Map()) }
  return seen(await showCheckout(shop, language, id, { ...somebody, ...visitor }))
}

/** Sends the checkout's form as a browser does. */
export async function sendCheckout(
  shop: Parameters<typeof postCheckout>[0],
  language: Language,
  id: string,
  fields: Fields,
  visitor: Visitor,
): Promise<CheckoutSeen> {
  return seen(await postCheckout(shop, language, id, await readForm(posted(fields), checkoutPageForm), visitor))
}

export async function openCart(...asked: Parameters<typeof showCart>): Promise<CheckoutSeen> {
  return seen(await showCart(...asked))
}

/** Sends a form of the cart page, or an add-to-cart form, as a browser without script does. */
export async function sendCart(
  shop: Parameters<typeof postCart>[0],
  context: ShoppingContext,
  fields: Fields,
  visitor: Visitor,
): Promise<CheckoutSeen> {
  return seen(await postCart(shop, context, await readForm(posted(fields), cartForm), visitor))
}

/** Sends any request to the checkout's page. */
export async function visitCheckout(...asked: Parameters<typeof checkoutAnswer>): Promise<CheckoutSeen> {
  return seen(await checkoutAnswer(...asked))
}

function seen(result: PageResult<CheckoutScreen>): CheckoutSeen {
  const answer = answerOf(result)
  if (answer.kind !== 'page') return answer
  const { page: screen, status } = answer
  if (screen.kind === 'empty') return { kind: 'empty', status }
  return screen.kind === 'cart'
    ? { kind: 'cart', page: screen.cart, status }
    : { kind: 'page', page: screen.checkout, status }
}

function posted(fields: Fields): Request {
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return new Request('http://shop.test/sv/checkout', { method: 'POST', body: new URLSearchParams(sent) })
}
