import type { SettingTrial } from '../../../contracts/console/settings.ts'
import { deliveryOffers, type DeliveryMethod } from '../../../domain/cart/delivery-methods.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { shopperPrice, type PriceTarget } from '../../../domain/money/product-prices.ts'
import { exVat } from '../../../domain/money/vat.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { minorOf, readAmount } from '../../../domain/settings/amounts.ts'
import { deliveryMethods } from '../../../domain/settings/delivery-methods.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { readPricing } from '../../catalog/pricing.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

/** An order that settings are tried with, as it was typed. */
export type TrialOrder = { country: string; sum: string; kilograms: string }

/** The groups of settings that decide what an order costs. */
const tried = new Set(['delivery', 'sales', 'home'])
const maxGrams = 10_000_000

/** The order that a form begins with; null for a group that changes nothing for orders. */
export function usualTrial({ shop }: ConsoleContext, group: string): SettingTrial | null {
  const { country } = shop.settings.all.home
  return tried.has(group) ? { order: { country, sum: '500', kilograms: '1' }, fault: null, result: null } : null
}

/** What an order would cost with settings that are not saved. */
export async function trialOf(context: ConsoleContext, order: TrialOrder, settings: Settings): Promise<SettingTrial> {
  const read = readOrder(order)
  if ('fault' in read) return { order, fault: read.fault, result: null }
  return { order, fault: null, result: await resultOf(context, read, settings) }
}

type Trial = NonNullable<SettingTrial['result']>
type ReadOrder = { country: string; sum: Minor; grams: number }

function readOrder(order: TrialOrder): ReadOrder | { fault: NonNullable<SettingTrial['fault']> } {
  const country = countryByCode(order.country.trim().toUpperCase())?.code
  if (country === undefined) return { fault: 'country' }
  const sum = minorOf(readAmount(order.sum) ?? '')
  if (sum === null) return { fault: 'sum' }
  const grams = gramsOf(order.kilograms)
  return grams === null ? { fault: 'kilograms' } : { country, sum, grams }
}

async function resultOf(
  context: ConsoleContext,
  { country, sum, grams }: ReadOrder,
  settings: Settings,
): Promise<Trial | null> {
  const { shop, session } = context
  const { home, sales, delivery } = settings
  const currency = currencyByCode(home.currency)
  if (!currency) return null
  const pricing = await readPricing(shop.db, { currency, country, home }, shop.now())
  const target = pricing.target('standard')
  const goods = shopperPrice({ currency: currency.code, amount: sum }, target)
  const parcel = { country, home: home.country, grams, goods, target }
  const isAbroad = country !== home.country
  return {
    country,
    currency: currency.code,
    isSold: sales.countries.includes(country),
    vatRate: target.vatRate,
    goods,
    exVat: exVat(goods, target.vatRate),
    isForeignCompany: isAbroad && target.vatRate > 0 && isInEu(country) && isInEu(home.country),
    deliveries: deliveriesOf(delivery, { parcel, language: session.staff.language }),
  }
}

function isInEu(country: string): boolean {
  return countryByCode(country)?.eu === true
}

/** Grams of a weight in kilograms as people write it; null for what is none. */
function gramsOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,5}(?:\.\d{1,3})?$/.test(text)) return null
  const grams = Math.round(Number(text) * 1000)
  return grams > maxGrams ? null : grams
}

type Parcel = { country: string; home: string; grams: number; goods: Minor; target: PriceTarget }

/** Every method that is on, with its price for the parcel or why it is not offered. */
function deliveriesOf(
  settings: Settings['delivery'],
  { parcel, language }: { parcel: Parcel; language: Language },
): Trial['deliveries'] {
  const known = deliveryMethods(settings, parcel.country, language)
  const offers = new Map(deliveryOffers(known, parcel).map((offer) => [offer.id, offer]))
  return settings.methods
    .filter(({ active }) => active)
    .map(({ id, kind, name }) => {
      const offer = offers.get(id)
      const method = known.find((each) => each.id === id)
      const days = method ? method.days : null
      return { id, kind, name: name[language], days, price: offer?.price.inc ?? null, why: whyNot(method, parcel) }
    })
}

/** Why a method is not offered, where it is not. */
function whyNot(
  method: DeliveryMethod | undefined,
  { country, home, grams }: Parcel,
): Trial['deliveries'][number]['why'] {
  if (!method || (method.kind === 'pick_up' && country !== home)) return 'country'
  if (method.aboveGrams > 0 && grams <= method.aboveGrams) return 'too_light'
  return method.bands.some(({ upToGrams }) => grams <= upToGrams) ? null : 'too_heavy'
}
