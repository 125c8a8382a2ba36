import type { Language } from '../../domain/locales.ts'
import type { Shop } from '../shop.ts'
import type { PaymentProvider } from './provider.ts'
import { invoice } from './providers/invoice.ts'
import { sandbox } from './providers/sandbox.ts'

const providers: readonly PaymentProvider[] = [sandbox, invoice]

export function providerNamed(name: string): PaymentProvider | undefined {
  return providers.find((provider) => provider.name === name)
}

/** Names of the ways to pay that this shop offers in a language. */
export function offeredProviders(shop: Shop, language: Language): string[] {
  return providers.filter((provider) => provider.isOffered(shop, language)).map((provider) => provider.name)
}
