import type { CheckoutChange } from '../../../contracts/customer-pages/checkout-page.ts'
import { readCheckoutForm, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { formJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { rememberedText } from '../cart/cart-content.ts'
import { updateTyped, type CartRow } from '../cart/cart-row-queries.ts'
import { chosenRegion } from '../cart/chosen-region.ts'
import type { Visitor } from '../cart/guarded-codes.ts'
import { hasTyped } from '../cart/order-buyer.ts'
import { latestOrderOf } from '../orders/queries.ts'
import { companyQuotes } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import { countryOf } from './checkout-context.ts'
import { checkoutDefaults } from './checkout-defaults.ts'
import { isMadeByShop } from './typing-browser.ts'

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

/** Stores the form with the cart, unless another browser has typed in it meanwhile. */
export async function rememberForm(shop: Shop, cart: CartRow, form: CheckoutForm): Promise<void> {
  await updateTyped(shop.db, cart, { form: rememberedText(form), updated_at: shop.now().toISOString() })
}

/**
 * Moves a checkout to the currency and country that its buyer has chosen in the switches since it was begun. A country
 * that is chosen in the form afterwards stays. A quote keeps its own, and so does what the shop made itself. Where
 * nobody has typed yet, the visitor sees it moved, and it is stored with what they type.
 */
export async function followRegion(shop: Shop, cart: CartRow, visitor: Visitor): Promise<CartRow> {
  if (!mayMove(shop, cart, visitor)) return cart
  const change = chosenRegion(shop, visitor.cookies, cart)
  if (Object.keys(change).length === 0) return cart
  const isTyped = cart.customer_id !== null || cart.typed_by !== ''
  const isMoved = !isTyped || (await updateTyped(shop.db, cart, { ...change, updated_at: shop.now().toISOString() }))
  return isMoved ? { ...cart, ...change } : cart
}

function mayMove({ env }: Shop, cart: CartRow, { customerId, cookies }: Visitor): boolean {
  if (cart.quote_id !== null || isMadeByShop(cart)) return false
  if (cart.customer_id !== null) return cart.customer_id === customerId
  return cart.typed_by === '' || hasTyped(env, cookies, cart)
}
