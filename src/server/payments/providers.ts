import type { Language } from '../../domain/places/locales.ts'
import { methodsFor } from '../../domain/settings/payment.ts'
import type { Shop } from '../platform/shop.ts'
import type { PaymentProvider } from './provider.ts'
import { giftCard } from './providers/gift-card.ts'
import { invoice } from './providers/invoice.ts'
import { sandbox } from './providers/sandbox.ts'
import { stripe } from './providers/stripe.ts'

type Offering = Pick<Shop, 'env' | 'settings'>
/** An order to pay, or only its country. */
type AnyOrder = Parameters<typeof methodsFor>[1]

const providers: readonly PaymentProvider[] = [stripe, sandbox, invoice, giftCard]
export const providerNames = providers.map(({ name }) => name)

/** The payment provider with this name, also if it is not offered now. */
export function providerNamed(name: string): PaymentProvider | undefined {
  return providers.find((provider) => provider.name === name)
}

/** Returns the names of the payment providers that this shop offers for an order, in the merchant's order. */
export function offeredProviders(shop: Offering, language: Language, order: AnyOrder): string[] {
  return offered(shop, language, order).map(({ name }) => name)
}

/**
 * Returns the locale's payment methods (spec section 1) that are offered for an order, as the footer and product pages
 * name them.
 */
export function offeredMethods(shop: Offering, language: Language, order: AnyOrder): string[] {
  const brought = new Set(offered(shop, language, order).flatMap(({ brings }) => brings))
  return shop.settings.locale(language).paymentMethods.filter((method) => brought.has(method))
}

function offered(shop: Offering, language: Language, order: AnyOrder): PaymentProvider[] {
  return methodsFor(shop.settings.all.payment, order).flatMap((method) =>
    providers.filter((provider) => provider.method === method && provider.isOffered(shop, language)),
  )
}

/** Returns the names of the providers that can be queried about an attempt. */
export function polledProviders(): string[] {
  return providers.filter((provider) => provider.ask !== null).map((provider) => provider.name)
}
