import type { Amounts, Totals } from '../amounts-oracle/amounts.ts'
import { isGiftCard } from '../amounts-oracle/discounts.ts'
import { checkCheckout, type Screen } from './check-checkout.ts'
import type { RandomCart } from './random-cart.ts'
import type { Random } from './random.ts'
import { readCheckout } from './read-checkout.ts'
import type { Browser } from './shop-client.ts'

/** An order of the sample, and what all its documents must show. */
export type SampleOrder = { cart: RandomCart; expected: Amounts; totals: Totals; isReversed: boolean; email: string }
export type PlacedOrder = SampleOrder & { isPaid: boolean; confirmation: string; browser: Browser }

/** The destinations of the sample: a postal code and a city per country. */
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

/** Whether a cart can be ordered by invoice: without gift cards, and not too heavy for its country. */
export function isOrderable({ lines, offers, items }: Amounts, { market }: RandomCart): boolean {
  const isSmall = lines.length > 0 && lines.length <= 12 && items.inc < 500_000_00n
  return isSmall && offers.length > 0 && places[market.country] !== undefined && !lines.some(isGiftCard)
}

type Trip = Screen & { browser: Browser; expected: Amounts; random: Random; email: string }

/** Orders a cart through the form, by invoice or by sandbox card. */
export async function orderCart(trip: Trip): Promise<PlacedOrder | undefined> {
  const { browser, cart, expected, tally } = trip
  const path = await browser.startCheckout(cart)
  const fields = typedInto(trip)
  const isReversed = fields['vat_number'] !== ''
  const screen = { ...trip, where: isReversed ? 'reverse charge' : 'checkout with an address', isReversed }
  let { seen } = readCheckout(await browser.page(path), cart.language)
  let totals: Totals | undefined
  for (const action of ['vat', 'place', 'place']) {
    const { status, headers, text } = await browser.post(path, { ...fields, seen, action })
    if (status === 303) {
      const confirmation = await pay(browser, String(headers['location'] ?? ''))
      const isPlaced = tally.check(
        'order: is placed',
        true,
        confirmation.includes('/checkout/confirmation'),
        () => confirmation,
      )
      if (!isPlaced || totals === undefined) return undefined
      return {
        cart,
        expected,
        totals,
        isReversed,
        email: trip.email,
        isPaid: fields['payment_method'] === 'sandbox',
        confirmation,
        browser,
      }
    }
    const shown = readCheckout(text, cart.language)
    seen = shown.seen
    totals = checkCheckout(screen, expected, shown)
    if (totals === undefined) return undefined
  }
  tally.check('order: is placed', 'a confirmation', 'the form again', () => `${path} ${JSON.stringify(fields)}`)
  return undefined
}

/** A private person, or an organization elsewhere in the EU, which buys without VAT. */
function typedInto({ cart, expected, random, email }: Trip): Record<string, string> {
  const { country } = cart.market
  const isReversed = country !== 'SE' && !outsideTheUnion.has(country) && random.chance(0.4)
  const offer = random.pick(expected.offers.filter(({ kind }) => kind !== 'service_point'))
  const [postal = '', city = ''] = places[country] ?? []
  const organization = isReversed
    ? {
        customer_kind: 'organization',
        organization_name: 'Ersatzteile GmbH',
        organization_number: 'HRB 4711',
        vat_number: 'DE123456788',
      }
    : { customer_kind: 'private', organization_name: '', organization_number: '', vat_number: '' }
  return {
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
    peppol_id: '',
    invoice_address: '',
    message: '',
    delivery_method: offer.id,
    payment_method: random.pick(['invoice', 'sandbox']),
    ...organization,
  }
}

/** Approves a sandbox payment; returns the URL of the confirmation. */
async function pay(browser: Browser, location: string): Promise<string> {
  if (!location.includes('/sandbox-payment')) return location
  const { status, headers } = await browser.post(location, { choice: 'approve' })
  if (status !== 303) throw new Error(`The pretended payment was answered ${status}.`)
  return new URL(String(headers['location']), 'http://shop.test').pathname
}
