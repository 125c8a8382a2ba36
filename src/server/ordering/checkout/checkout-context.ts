import { currencyByCode, type Currency } from '../../../domain/money/currencies.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { defaultCurrency, type Language } from '../../../domain/places/locales.ts'
import { offeredCurrency, soldCountry } from '../../../domain/settings/sales.ts'
import { networkOf, siteOf } from '../../platform/http/network.ts'
import { checkVatNumber, mayAskFor } from '../../pricing/vat-check/check-vat-number.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import type { Shop } from '../shop.ts'
import type { CheckoutContext } from './price-checkout.ts'

/**
 * Builds the pricing context of a checkout from the typed delivery country and VAT number. `visitor` is the client's
 * address.
 */
export async function checkoutContext(
  shop: Shop,
  cart: CartRow,
  language: Language,
  form: CheckoutForm,
  visitor: string,
): Promise<CheckoutContext> {
  return {
    language,
    home: shop.settings.all.home,
    currency: currencyOf(shop, cart, language),
    country: soldCountry(shop.settings.all.sales, form.country) ?? countryOf(shop, cart, language),
    vat: await checkVatNumber(shop, form, mayAskFor(shop, visitor)),
    network: siteOf(networkOf(visitor)),
  }
}

/** The currency that a cart was begun in, while it is offered; that of a quote always is. */
function currencyOf({ settings }: Shop, { currency, quote_id: quoteId }: CartRow, language: Language): Currency {
  const known = currencyByCode(currency)
  const offered = quoteId === null ? offeredCurrency(settings.all.sales, known) : known
  return offered ?? defaultCurrency(settings.locale(language))
}

/** The country that a cart is priced for until an address says another: its own while it is sold to. */
export function countryOf({ settings }: Pick<Shop, 'settings'>, { country }: CartRow, language: Language): string {
  return soldCountry(settings.all.sales, country) ?? settings.locale(language).defaultCountryCode
}
