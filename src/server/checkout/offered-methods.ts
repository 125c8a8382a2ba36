import type { CheckoutForm } from '../../domain/checkout-form.ts'
import type { Language } from '../../domain/locales.ts'
import { hasCreditFor, type Debt } from '../accounts/organization-credit.ts'
import { membershipOf } from '../accounts/organization-queries.ts'
import { offeredProviders } from '../payments/providers.ts'
import type { Shop } from '../shop.ts'
import type { CartRow } from './queries.ts'

type Offering = { cart: CartRow; form: Pick<CheckoutForm, 'customer_kind'>; debt: Debt }

/** The ways to pay for this order: the invoice is left out when it would pass the limit of the organization that buys. */
export async function offeredMethods(shop: Shop, language: Language, { cart, form, debt }: Offering): Promise<string[]> {
  const methods = offeredProviders(shop, language)
  const organization = form.customer_kind === 'organization' ? await membershipOf(shop.db, cart.customer_id) : undefined
  if (!organization || await hasCreditFor(shop.db, organization, debt, shop.now())) return methods
  return methods.filter((method) => method !== 'invoice')
}
