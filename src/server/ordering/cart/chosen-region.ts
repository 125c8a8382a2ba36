import type { APIContext } from 'astro'
import { currencyById } from '../../../domain/money/currencies.ts'
import { offeredCurrency, soldCountry } from '../../../domain/settings/sales.ts'
import { formJson } from '../../platform/db/json-columns.ts'
import type { Shop } from '../shop.ts'
import type { CartRow } from './cart-row-queries.ts'

type Change = Partial<Pick<CartRow, 'currency' | 'country' | 'form'>>

/**
 * What becomes of a cart in the currency and country that the visitor has chosen in the switches, by their cookies;
 * empty where it has them already. What was typed before stays, with the other country.
 */
export function chosenRegion(
  { settings }: Pick<Shop, 'settings'>,
  cookies: APIContext['cookies'],
  cart: CartRow,
): Change {
  const { sales } = settings.all
  const currency = offeredCurrency(sales, currencyById(Number(cookies.get('cid')?.value)))?.code
  const country = soldCountry(sales, cookies.get('cc')?.value)
  return {
    ...(currency === undefined || currency === cart.currency ? {} : { currency }),
    ...(country === undefined || country === cart.country ? {} : { country, form: inCountry(cart, country) }),
  }
}

function inCountry({ form }: CartRow, country: string): string {
  const typed = formJson.read(form)
  return Object.keys(typed).length === 0 ? form : formJson.write({ ...typed, country })
}
