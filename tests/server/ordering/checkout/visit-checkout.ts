import { cartForm } from '../../../../src/contracts/customer-pages/cart-page.ts'
import { checkoutPageForm } from '../../../../src/contracts/customer-pages/checkout-page.ts'
import type { ShoppingContext } from '../../../../src/domain/places/shopping-context.ts'
import type { Language } from '../../../../src/domain/places/locales.ts'
import { postCart } from '../../../../src/server/ordering/checkout/cart-form.ts'
import type { Visitor } from '../../../../src/server/ordering/checkout/checkout-answer.ts'
import { postCheckout } from '../../../../src/server/ordering/checkout/checkout-page.ts'
import type { Shop } from '../../../../src/server/ordering/shop.ts'
import { readForm } from '../../../../src/server/platform/http/read-form.ts'

type Fields = Partial<Record<string, string>>

/** Sends the checkout's form as a browser does. */
export async function sendCheckout(shop: Shop, language: Language, id: string, fields: Fields, visitor: Visitor) {
  return postCheckout(shop, language, id, await readForm(posted(fields), checkoutPageForm), visitor)
}

/** Sends a form of the cart page, or an add-to-cart form, as a browser without script does. */
export async function sendCart(shop: Shop, context: ShoppingContext, fields: Fields, visitor: Visitor) {
  return postCart(shop, context, await readForm(posted(fields), cartForm), visitor)
}

function posted(fields: Fields): Request {
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return new Request('http://shop.test/sv/checkout', { method: 'POST', body: new URLSearchParams(sent) })
}
