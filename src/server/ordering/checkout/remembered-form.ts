import type { CheckoutChange } from '../../../contracts/customer-pages/checkout-page.ts'
import { readCheckoutForm, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { formJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { rememberedText } from '../cart/cart-content.ts'
import { updateCart, type CartRow } from '../cart/cart-row-queries.ts'
import type { Visitor } from '../cart/guarded-codes.ts'
import { latestOrderOf } from '../orders/queries.ts'
import { companyQuotes } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import { countryOf } from './checkout-context.ts'
import { checkoutDefaults } from './checkout-defaults.ts'
import { hasTyped } from './typing-browser.ts'

/**
 * Returns the stored form if the visitor typed it or owns the cart, completed with the customer's details; else an
 * empty form.
 */
export async function rememberedForm(
  shop: Shop,
  cart: CartRow,
  language: Language,
  isOwn: boolean,
): Promise<CheckoutForm> {
  const { db } = shop
  const stored = isOwn ? formJson.read(cart.form) : {}
  const previous = !isOwn || Object.keys(stored).length > 0 ? undefined : await latestOrderOf(db, cart.checkout_id)
  const own = await knownOf(db, cart)
  const form = readCheckoutForm(
    (field) => stored[field] ?? own[field] ?? (field === 'email' ? previous?.email : undefined),
  )
  return { ...form, country: form.country || countryOf(shop, cart, language) }
}

/** What is known of the customer, else that a company asked for the quote that is ordered. */
async function knownOf(db: Queryable, { customer_id: customer, quote_id: quote }: CartRow) {
  if (customer !== null) return checkoutDefaults(db, customer)
  const isCompany = quote !== null && (await companyQuotes(db, [{ id: quote, organization_id: null }])).size > 0
  const known: Partial<CheckoutForm> = isCompany ? { customer_kind: 'organization' } : {}
  return known
}

/**
 * Reports a country change that comes from a saved address, because it changes VAT and delivery before anything is
 * typed.
 */
export function movedTo(shop: Shop, country: string, cart: CartRow): CheckoutChange[] {
  const isTyped = Object.keys(formJson.read(cart.form)).length > 0
  const before = countryOf(shop, cart, cart.language)
  return isTyped || country === before ? [] : [{ kind: 'country', before, after: country }]
}

/** Stores the form and its browser with the cart. */
export async function rememberForm(shop: Shop, cart: CartRow, form: CheckoutForm): Promise<void> {
  await updateCart(shop.db, cart.checkout_id, {
    form: rememberedText(form),
    typed_by: cart.typed_by,
    updated_at: shop.now().toISOString(),
  })
}

type Chosen = Pick<ShoppingContext, 'currency' | 'country'>

/**
 * Moves a checkout to the currency and country that its buyer has chosen in the switches since it was begun. A country
 * that is chosen in the form afterwards stays. A quote keeps its own, and nobody moves another one's checkout.
 */
export async function followRegion(
  shop: Shop,
  cart: CartRow,
  { currency, country }: Chosen,
  visitor: Visitor,
): Promise<CartRow> {
  const isChosen = (name: 'cid' | 'cc', value: string) => visitor.cookies.get(name)?.value === value
  const change = {
    ...(isChosen('cid', String(currency.id)) && currency.code !== cart.currency ? { currency: currency.code } : {}),
    ...(isChosen('cc', country) && country !== cart.country ? { country } : {}),
  }
  if (cart.quote_id !== null || Object.keys(change).length === 0 || !mayMove(shop, cart, visitor)) return cart
  const form = 'country' in change ? inCountry(cart, country) : {}
  await updateCart(shop.db, cart.checkout_id, { ...change, ...form, updated_at: shop.now().toISOString() })
  return { ...cart, ...change, ...form }
}

function mayMove({ env }: Shop, cart: CartRow, { customerId, cookies }: Visitor): boolean {
  if (cart.customer_id !== null) return cart.customer_id === customerId
  return cart.typed_by === '' || hasTyped(env, cookies, cart)
}

/** What was typed before stays, with the other country. */
function inCountry({ form }: CartRow, country: string): { form: string } | undefined {
  const typed = formJson.read(form)
  return Object.keys(typed).length === 0 ? undefined : { form: formJson.write({ ...typed, country }) }
}
