import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import type { OracleHome } from '../../../oracle/prices.ts'
import type { StoredDelivery } from '../../../oracle/shop.ts'
import { germany } from '../../../support/homes.ts'
import { asGerman, perEuro } from '../../home/german-fixture.ts'
import { agreedRows } from './agreed-carts.ts'
import { anyCartTo, customerCoupon, free, storedCoupons, storedProducts, type Place } from './random-carts.ts'

/** The fixture shop in Germany: at home, exports, and sales in the EU to consumers and to companies. */
const home: OracleHome = { currency: 'EUR', rates: { standard: 1_900, reduced: 700 } }
type Destination = Pick<Place, 'country' | 'postal_code' | 'rates' | 'delivery'>

const germanBuyer: Destination = {
  country: 'DE',
  postal_code: '10115',
  rates: home.rates,
  delivery: free(12_900, 150_000),
}
const swede: Destination = {
  country: 'SE',
  postal_code: '111 22',
  rates: { standard: 2_500, reduced: 600 },
  delivery: free(4_900, 50_000),
}
const nordic = free(9_900, 100_000)
const world = free(29_900, null)
const untaxed = (country: string, postal_code: string, delivery: StoredDelivery) => ({
  country,
  postal_code,
  rates: {},
  delivery,
})
const firm = {
  customer_kind: 'organization',
  organization_name: 'Firman AB',
  organization_number: '556036-0793',
  vat_number: 'SE556036079301',
}

const pays = (destination: Destination, currency: CurrencyCode): Place => ({
  ...destination,
  currency,
  sekMicro: currency === 'EUR' ? null : perEuro[currency],
  home,
  homeOfShop: germany,
})

export const anyGermanCart = anyCartTo([
  pays(germanBuyer, 'EUR'),
  pays(germanBuyer, 'SEK'),
  pays(swede, 'SEK'),
  pays(swede, 'EUR'),
  { ...pays(swede, 'SEK'), firm },
  { ...pays(swede, 'EUR'), firm },
  pays({ country: 'FI', postal_code: '00100', rates: { standard: 2_550 }, delivery: nordic }, 'EUR'),
  pays(untaxed('NO', '0151', nordic), 'NOK'),
  pays(untaxed('CH', '8001', world), 'EUR'),
  pays(untaxed('GB', 'SW1A 1AA', world), 'GBP'),
])

export const germanData = asGerman({
  products: storedProducts,
  coupons: storedCoupons,
  customerCoupon,
  agreed: agreedRows,
})
