import type { Language } from '../../domain/places/locales.ts'
import type { Shop } from '../platform/shop.ts'
import type { PaymentProvider } from './provider.ts'
import { giftCard } from './providers/gift-card.ts'
import { invoice } from './providers/invoice.ts'
import { sandbox } from './providers/sandbox.ts'
import { stripe } from './providers/stripe.ts'

const providers: readonly PaymentProvider[] = [stripe, sandbox, invoice, giftCard]

export function providerNamed(name: string): PaymentProvider | undefined {
  return providers.find((provider) => provider.name === name)
}

/** Returns the names of the payment providers that this shop offers in a language. */
export function offeredProviders(shop: Shop, language: Language): string[] {
  return providers.filter((provider) => provider.isOffered(shop, language)).map((provider) => provider.name)
}

/** Returns the locale's payment methods (spec section 1) that this shop offers, for the logos in the footer. */
export function offeredMethods(shop: Shop, language: Language): string[] {
  const offered = new Set(
    providers.filter((provider) => provider.isOffered(shop, language)).flatMap(({ brings }) => brings),
  )
  return shop.settings.locale(language).paymentMethods.filter((method) => offered.has(method))
}

/** Returns the names of the providers that can be queried about an attempt. */
export function askedProviders(): string[] {
  return providers.filter((provider) => provider.ask !== null).map((provider) => provider.name)
}
