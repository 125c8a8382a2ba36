import type { Minor } from './money.ts'
import { countryByCode } from './countries.ts'

/** One way of delivery; prices are SEK minor units including VAT and are converted like a product's. */
export type DeliveryMethod = { id: string; price: Minor; freeFrom: Minor | null; days: readonly [number, number] }

const domestic: DeliveryMethod = { id: 'home-se', price: 4900, freeFrom: 50_000, days: [1, 2] }
const nordic: DeliveryMethod = { id: 'home-nordic', price: 9900, freeFrom: 100_000, days: [2, 4] }
const europe: DeliveryMethod = { id: 'home-eu', price: 12_900, freeFrom: 150_000, days: [3, 6] }
const world: DeliveryMethod = { id: 'home-world', price: 29_900, freeFrom: null, days: [5, 12] }

/** The delivery method of a country, as data. */
export function deliveryMethodFor(country: string): DeliveryMethod {
  if (country === 'SE') return domestic
  if (['NO', 'DK', 'FI', 'IS'].includes(country)) return nordic
  return countryByCode(country)?.eu ? europe : world
}
