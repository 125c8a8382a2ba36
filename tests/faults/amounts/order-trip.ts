import type { Amounts, Totals } from '../amounts-oracle/amounts.ts'
import { checkCheckout, type Screen } from './check-checkout.ts'
import type { RandomCart } from './random-cart.ts'
import type { Random } from './random.ts'
import { readCheckout } from './read-checkout.ts'
import type { Browser } from './shop-client.ts'

/** An order that was placed, and what all its papers must say. */
export type PlacedOrder = {
  cart: RandomCart
  expected: Amounts
  totals: Totals
  isReversed: boolean
  email: string
  isPaid: boolean
  confirmation: string
  browser: Browser
}

/** Where orders of the sample go: a postal code and a city for each country. */
export const places: Readonly<Record<string, readonly [postalCode: string, city: string]>> = {
  SE: ['111 22', 'Stockholm'],
  DE: ['10115', 'Berlin'],
  FI: ['00100', 'Helsinki'],
  DK: ['1050', 'København'],
  FR: ['75001', 'Paris'],
  AT: ['1010', 'Wien'],
  NL: ['1012 AB', 'Amsterdam'],
  IT: ['00118', 'Roma'],
  ES: ['28001', 'Madrid'],
  HU: ['1011', 'Budapest'],
  NO: ['0150', 'Oslo'],
  US: ['10001', 'New York'],
  GB: ['SW1A 1AA', 'London'],
  CH: ['8001', 'Zürich'],
}
const outsideTheUnion: ReadonlySet<string> = new Set(['NO', 'US', 'GB', 'CH'])

/** Whether a cart can be ordered as a whole: not too heavy for its country, and within what an invoice may be. */
export function isOrderable({ lines, offers, items }: Amounts, { market }: RandomCart): boolean {
  return places[market.country] !== undefined && offers.length > 0 && lines.length <= 12 && items.inc < 500_000_00n
}

type Trip = Screen & { browser: Browser; expected: Amounts; random: Random; email: string }

/** Orders a cart through the form, by invoice or by the pretended card. */
export async function orderCart(trip: Trip): Promise<PlacedOrder | undefined> {
  const { browser, cart, expected, random, tally, email } = trip
  const path = await browser.startCheckout(cart)
  const { country } = cart.market
  const isReversed = country !== 'SE' && !outsideTheUnion.has(country) && random.chance(0.4)
  const offer = random.pick(expected.offers.filter(({ kind }) => kind !== 'service_point'))
  const isInvoice = random.chance(0.5)
  const [postal = '', city = ''] = places[country] ?? []
  const fields: Record<string, string> = {
    email,
    phone: '',
    name: 'Anna Lind',
    line1: 'Storgatan 1',
    line2: '',
    postal_code: postal,
    city,
    country,
    terms: 'yes',
    order_reference: '',
    cost_centre: '',
    delivery_method: offer.id,
    payment_method: isInvoice ? 'invoice' : 'sandbox',
    customer_kind: isReversed ? 'organization' : 'private',
    organization_name: isReversed ? 'Ersatzteile GmbH' : '',
    organization_number: isReversed ? 'HRB 4711' : '',
    vat_number: isReversed ? 'DE123456788' : '',
  }
  let { seen } = readCheckout(await browser.page(path), cart.language)
  let totals: Totals | undefined
  for (const action of ['vat', 'place', 'place']) {
    const { status, headers, text } = await browser.post(path, { ...fields, seen, action })
    const location = String(headers['location'] ?? '')
    if (status === 303 && !location.includes('/checkout/confirmation') && !location.includes('/sandbox-payment')) {
      tally.check('order: is placed', 'a confirmation', location, () => path)
      return undefined
    }
    if (status === 303 && totals !== undefined) {
      const confirmation = await pay(browser, location)
      return { cart, expected, totals, isReversed, email, isPaid: !isInvoice, confirmation, browser }
    }
    const shown = readCheckout(text, cart.language)
    seen = shown.seen
    const where = isReversed ? 'reverse charge' : 'checkout with an address'
    totals = checkCheckout({ ...trip, where, isReversed }, expected, shown)
    if (totals === undefined) return undefined
  }
  tally.check('order: is placed', 'a confirmation', 'the form again', () => `${path} ${JSON.stringify(fields)}`)
  return undefined
}

/** Approves a pretended payment; gives the address of the confirmation. */
async function pay(browser: Browser, location: string): Promise<string> {
  if (!location.includes('/sandbox-payment')) return location
  const { status, headers } = await browser.post(location, { choice: 'approve' })
  if (status !== 303) throw new Error(`The pretended payment was answered ${status}.`)
  return new URL(String(headers['location']), 'http://shop.test').pathname
}
