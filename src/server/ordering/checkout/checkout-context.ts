import type { CheckoutForm } from '../../../domain/checkout-form.ts'
import { countryByCode } from '../../../domain/countries.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { defaultCurrency, locales, type Language } from '../../../domain/locales.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Shop } from '../shop.ts'
import { mayAskFor, vatStanding } from '../../pricing/vat-check/vat-standing.ts'
import type { CheckoutContext } from './price-checkout.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'

/** Prices follow the delivery country and the buyer's VAT number as soon as they are known to us. */
export async function checkoutContext(
  shop: Shop,
  cart: CartRow,
  language: Language,
  form: CheckoutForm,
  visitor: string,
): Promise<CheckoutContext> {
  return {
    language,
    currency: currencyByCode(cart.currency) ?? defaultCurrency(locales[language]),
    country: countryByCode(form.country)?.code ?? cart.country,
    vat: await vatStanding(shop, form, mayAskFor(shop, visitor)),
    network: networkOf(visitor),
  }
}
