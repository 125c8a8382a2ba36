import { countries } from '../../../../domain/places/countries.ts'
import type { DeliveryMethod } from '../../../../domain/cart/delivery-methods.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import { insertRows } from '../bulk.ts'
import type { OpenDatabase } from '../connect.ts'
import type { NewRow } from '../tables.ts'

type Kind = NewRow<'delivery_methods'>['kind']
/** A delivery method with price bands as [kilograms, SEK minor units]. */
export type DeliverySetUp = {
  id: string
  kind: Kind
  countries: readonly string[]
  days: DeliveryMethod['days']
  freeFrom?: number
  aboveKilos?: number
  bands: readonly (readonly [kilos: number, price: number])[]
  names?: Partial<Record<Language, string>>
}

const nordic = ['NO', 'DK', 'FI', 'IS']
const codes = (eu: boolean) =>
  countries
    .filter((country) => country.eu === eu && country.code !== 'SE' && !nordic.includes(country.code))
    .map(({ code }) => code)

/** The initial delivery methods, in the checkout's order; the shop owner may change the rows. */
const deliverySetUp: readonly DeliverySetUp[] = [
  {
    id: 'home-se',
    kind: 'home',
    countries: ['SE'],
    days: [1, 2],
    freeFrom: 50_000,
    bands: [
      [2, 4_900],
      [10, 7_900],
      [20, 12_900],
      [35, 19_900],
    ],
  },
  {
    id: 'point-se',
    kind: 'service_point',
    countries: ['SE'],
    days: [1, 3],
    freeFrom: 50_000,
    bands: [
      [2, 3_900],
      [10, 5_900],
      [20, 9_900],
    ],
  },
  { id: 'pick-up-se', kind: 'pick_up', countries: ['SE'], days: [1, 1], bands: [[100, 0]] },
  {
    id: 'pallet-se',
    kind: 'home',
    countries: ['SE'],
    days: [2, 4],
    aboveKilos: 35,
    bands: [
      [150, 59_000],
      [700, 89_000],
    ],
    names: { en: 'Pallet to your door', sv: 'På pall till dörren' },
  },
  {
    id: 'home-nordic',
    kind: 'home',
    countries: nordic,
    days: [2, 4],
    freeFrom: 100_000,
    bands: [
      [2, 9_900],
      [10, 14_900],
      [30, 24_900],
    ],
  },
  {
    id: 'point-nordic',
    kind: 'service_point',
    countries: ['NO', 'DK', 'FI'],
    days: [2, 5],
    freeFrom: 100_000,
    bands: [
      [2, 7_900],
      [10, 11_900],
      [20, 18_900],
    ],
  },
  {
    id: 'home-eu',
    kind: 'home',
    countries: codes(true),
    days: [3, 6],
    freeFrom: 150_000,
    bands: [
      [2, 12_900],
      [10, 19_900],
      [30, 34_900],
    ],
  },
  {
    id: 'point-de',
    kind: 'service_point',
    countries: ['DE'],
    days: [3, 7],
    freeFrom: 150_000,
    bands: [
      [2, 9_900],
      [10, 14_900],
      [20, 24_900],
    ],
  },
  {
    id: 'home-world',
    kind: 'home',
    countries: codes(false),
    days: [5, 12],
    bands: [
      [2, 29_900],
      [10, 59_900],
      [20, 99_900],
    ],
  },
]

/** Writes the initial delivery methods unless the shop has any. */
export async function loadDelivery(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  setUp: readonly DeliverySetUp[] = deliverySetUp,
): Promise<void> {
  if (await db.selectFrom('delivery_methods').select('id').limit(1).executeTakeFirst()) return
  const rows = deliveryRows(setUp)
  await insertRows(db, kind, 'delivery_methods', rows.methods)
  await insertRows(db, kind, 'delivery_method_countries', rows.countries)
  await insertRows(db, kind, 'delivery_bands', rows.bands)
  await insertRows(db, kind, 'delivery_method_texts', rows.texts)
}

function deliveryRows(setUp: readonly DeliverySetUp[]) {
  return {
    methods: setUp.map(
      ({ id, kind, days: [from, to], freeFrom = null, aboveKilos = 0 }, position): NewRow<'delivery_methods'> => ({
        id,
        kind,
        position,
        days_from: from,
        days_to: to,
        free_from: freeFrom,
        above_grams: aboveKilos * 1000,
        active: 1,
      }),
    ),
    countries: setUp.flatMap((method) => method.countries.map((country) => ({ method_id: method.id, country }))),
    bands: setUp.flatMap((method) =>
      method.bands.map(([kilos, price]) => ({ method_id: method.id, up_to_grams: kilos * 1000, price })),
    ),
    texts: setUp.flatMap(({ id, names }) =>
      Object.entries(names ?? {}).map(([language, name]) => ({ method_id: id, language: language as Language, name })),
    ),
  }
}
