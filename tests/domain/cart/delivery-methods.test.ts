import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chosenOffer,
  deliveryOffers,
  leftToFree,
  type DeliveryKind,
  type DeliveryMethod,
} from '../../../src/domain/cart/delivery-methods.ts'
import { currencies } from '../../../src/domain/money/currencies.ts'
import { shopperPrice, withoutVat } from '../../oracle/prices.ts'

const inKronor = { base: 'SEK', homeVatRate: 2_500 } as const

const grams = fc.integer({ min: 0, max: 60_000 })
const kind = fc.constantFrom<DeliveryKind>('home', 'service_point', 'pick_up')
const band = fc.record({
  upToGrams: fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.constantFrom(0, 1, 2_000, 10_000)),
  price: fc.integer({ min: 0, max: 100_000 }),
})
const method = fc.record({
  id: fc.string(),
  kind,
  name: fc.constant(''),
  days: fc.constant([1, 2] as const),
  freeFrom: fc.option(fc.integer({ min: 0, max: 200_000 })),
  aboveGrams: fc.constantFrom(0, 0, 0, 35_000),
  bands: fc.uniqueArray(band, { selector: ({ upToGrams }) => upToGrams, maxLength: 5 }),
})
const place = fc.record({
  country: fc.constantFrom('SE', 'NO', 'DE'),
  currency: fc.constantFrom(...currencies),
  sekMicro: fc.integer({ min: 50_000, max: 1_500_000 }),
  vatRate: fc.constantFrom(0, 1_900, 2_500, 2_550),
})

/** The expected price of one method in exact numbers, from the specification. */
function rightPrice(
  { kind: way, bands, aboveGrams, freeFrom }: DeliveryMethod,
  parcel: { grams: number; goods: number },
  at: typeof place extends fc.Arbitrary<infer Place> ? Place : never,
) {
  if (way === 'pick_up' && at.country !== 'SE') return undefined
  if (aboveGrams > 0 && !(parcel.grams > aboveGrams)) return undefined
  let lightest: DeliveryMethod['bands'][number] | undefined
  for (const each of bands)
    if (parcel.grams <= each.upToGrams && (!lightest || each.upToGrams < lightest.upToGrams)) lightest = each
  if (!lightest) return undefined
  const asPaid = (amount: number) =>
    shopperPrice(BigInt(amount), at.currency.code === 'SEK' ? null : at.sekMicro, at.vatRate)
  const inc = freeFrom !== null && BigInt(parcel.goods) >= asPaid(freeFrom) ? 0n : asPaid(lightest.price)
  return { inc: Number(inc), ex: Number(withoutVat(inc, at.vatRate / 100)) }
}

test('each delivery method is offered to the countries and weights and at the price that the merchant set', () => {
  fc.assert(
    fc.property(
      fc.array(method, { maxLength: 6 }),
      grams,
      fc.integer({ min: 0, max: 300_000 }),
      place,
      (methods, weight, goods, at) => {
        const target = {
          currency: at.currency,
          perBaseMicro: at.currency.code === 'SEK' ? 1_000_000 : at.sekMicro,
          vatRate: at.vatRate,
          ...inKronor,
        }
        const offers = deliveryOffers(methods, { country: at.country, home: 'SE', grams: weight, goods, target })
        const right = methods.flatMap((each) => {
          const price = rightPrice(each, { grams: weight, goods }, at)
          return price ? [{ id: each.id, kind: each.kind, name: '', days: each.days, price }] : []
        })
        expect(offers).toEqual(right)
      },
    ),
    { numRuns: 1_000 },
  )
})

test("a weight equal to a band's limit is in that band, and a gram more in the next", () => {
  const [sek] = currencies
  if (!sek) throw new Error('No currency.')
  const methods: DeliveryMethod[] = [
    {
      id: 'a',
      kind: 'home',
      name: '',
      days: [1, 2],
      freeFrom: 50_000,
      aboveGrams: 0,
      bands: [
        { upToGrams: 5_000, price: 7_900 },
        { upToGrams: 2_000, price: 4_900 },
      ],
    },
  ]
  const priceOf = (weight: number, goods = 0) =>
    deliveryOffers(methods, {
      country: 'SE',
      home: 'SE',
      grams: weight,
      goods,
      target: { currency: sek, perBaseMicro: 1_000_000, vatRate: 2_500, ...inKronor },
    })[0]?.price.inc
  expect([priceOf(0), priceOf(2_000), priceOf(2_001), priceOf(5_000), priceOf(5_001)]).toEqual([
    4_900,
    4_900,
    7_900,
    7_900,
    undefined,
  ])
  expect([priceOf(2_001, 49_999), priceOf(2_001, 50_000)]).toEqual([7_900, 0])
})

test('the requested method is chosen, else the first that needs no service point', () => {
  const offer = (id: string, way: DeliveryKind) => ({
    id,
    kind: way,
    name: '',
    days: [1, 2] as const,
    price: { inc: 0, ex: 0 },
  })
  const offers = [offer('point', 'service_point'), offer('home', 'home')]
  expect([chosenOffer(offers, 'point')?.id, chosenOffer(offers, '')?.id, chosenOffer(offers, '__proto__')?.id]).toEqual(
    ['point', 'home', 'home'],
  )
  expect([chosenOffer(offers.slice(0, 1), '')?.id, chosenOffer([], 'home')]).toEqual(['point', null])
})

test('what is missing until delivery is free makes it free to the öre, and nothing less does', () => {
  fc.assert(
    fc.property(
      fc.array(method, { maxLength: 4 }),
      grams,
      fc.integer({ min: 0, max: 300_000 }),
      place,
      (methods, weight, goods, at) => {
        const target = { currency: at.currency, perBaseMicro: at.sekMicro, vatRate: at.vatRate, ...inKronor }
        const unique = methods.map((each, id) => ({ ...each, id: String(id) }))
        const offersAt = (value: number) =>
          deliveryOffers(unique, { country: at.country, home: 'SE', grams: weight, goods: value, target })
        for (const offer of offersAt(goods)) {
          const left = leftToFree(unique, offer, { goods, target })
          const priceAt = (value: number) => offersAt(value).find(({ id }) => id === offer.id)?.price.inc
          if (left === null) {
            if (offer.price.inc > 0) expect(priceAt(Number.MAX_SAFE_INTEGER)).toBe(offer.price.inc)
            continue
          }
          expect([priceAt(goods + left.inc), priceAt(goods + left.inc - 1)]).toEqual([0, offer.price.inc])
          expect(left.ex).toBe(Number(withoutVat(BigInt(left.inc), at.vatRate / 100)))
        }
      },
    ),
  )
  for (const currency of currencies)
    expect(
      leftToFree([], null, { goods: 0, target: { currency, perBaseMicro: 1_000_000, vatRate: 2_500, ...inKronor } }),
    ).toBeNull()
})
