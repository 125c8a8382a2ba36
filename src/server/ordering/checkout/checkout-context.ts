import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { defaultCurrency, type Language } from '../../../domain/places/locales.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Shop } from '../shop.ts'
import { checkVatNumber, mayAskFor } from '../../pricing/vat-check/check-vat-number.ts'
import type { CheckoutContext } from './price-checkout.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'

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
    currency: currencyByCode(cart.currency) ?? defaultCurrency(shop.settings.locale(language)),
    country: countryByCode(form.country)?.code ?? cart.country,
    vat: await checkVatNumber(shop, form, mayAskFor(shop, visitor)),
    network: networkOf(visitor),
  }
}
