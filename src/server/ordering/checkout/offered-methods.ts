import type { Minor } from '../../../domain/money/money.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { hasInvoiceCredit } from '../../identity/organizations/invoice-credit.ts'
import type { UnpaidAmount } from '../../identity/organizations/organization-credit.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { offeredProviders } from '../../payments/providers.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import type { Shop } from '../shop.ts'

type Offering = {
  cart: Pick<CartRow, 'customer_id'>
  form: Pick<CheckoutForm, 'customer_kind' | 'email'>
  country: string
  debt: UnpaidAmount
  dueInBase: Minor
  network: string | undefined
}

/**
 * Lists the payment methods offered for an order. The invoice is left out for buyers who may not use it, and above
 * their credit limit; `isOverCredit`: an organization that has credit has not enough of it left.
 */
export async function offeredMethods(
  shop: Pick<Shop, 'db' | 'env' | 'settings' | 'now'>,
  language: Language,
  { cart, form, country, debt, dueInBase, network = '' }: Offering,
): Promise<{ methods: string[]; isOverCredit: boolean }> {
  const methods = offeredProviders(shop, language, { country, kind: form.customer_kind, due: dueInBase })
  if (!methods.includes('invoice')) return { methods, isOverCredit: false }
  const { customer_id: customerId } = cart
  const buyer = {
    kind: form.customer_kind,
    organization: await membershipOf(shop.db, customerId),
    customerId,
    email: form.email.trim().toLowerCase(),
    network,
  }
  if (await hasInvoiceCredit(shop.db, shop.env, buyer, debt, shop.now())) return { methods, isOverCredit: false }
  const hasCredit = form.customer_kind === 'organization' && (buyer.organization?.credit_limit ?? 0) > 0
  return { methods: methods.filter((method) => method !== 'invoice'), isOverCredit: hasCredit }
}
