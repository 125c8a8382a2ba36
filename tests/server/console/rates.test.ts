import { expect, test, vi } from 'vitest'
import { ratesScreen } from '../../../src/server/console/rates/rates-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { ecbFile, FakeEcb } from '../../support/fake-ecb.ts'
import { freshShop } from '../../support/test-shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const send = (shop: Shop, who: Browser, form: Form) => outcome(shop, who, ratesScreen, { form })
const rateOf = async (shop: Shop, who: Browser, currency: string) =>
  (await contentOf(shop, who, ratesScreen)).rates.find((rate) => rate.currency === currency)
/** What 1 EUR costs in the fixture shop. */
const euro = '11.364'
const perEuro = { USD: 1.08, GBP: 0.853, NOK: 11.71, DKK: 7.44, SEK: 11.4 }

test('rates are set by hand, old ones are marked, and the history has both', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  expect(await rateOf(shop, who, 'EUR')).toMatchObject({ price: euro, isOld: true, days: 2_357 })
  await shop.db.deleteFrom('invalidations').execute()
  const form = { action: 'save', 'rate:EUR': '11,5', 'was:rate:EUR': euro }
  expect((await send(shop, who, form)).fault).toBeNull()
  expect(await rateOf(shop, who, 'EUR')).toMatchObject({ price: '11.5', isOld: false, days: 0 })
  const page = await contentOf(shop, who, ratesScreen)
  expect(page.history.filter(({ currency }) => currency === 'EUR').map(({ price }) => price)).toEqual(['11.5', euro])
  const tags = (await shop.db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)
  expect(tags.toSorted()).toEqual(['catalog', 'layout'])
  const [entry] = await auditOf(shop.db, { kind: 'rates', id: 'rates' })
  expect(entry).toMatchObject({ operation: 'rates.change', before: '{"EUR":11.364}', after: '{"EUR":11.5}' })
  expect((await send(shop, who, { ...form, 'was:rate:EUR': '11,5' })).fault).toContain('Nothing')
})

test('of two people who set one rate the second is told, and a leap is confirmed first', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const form = { action: 'save', 'rate:EUR': '11.6', 'was:rate:EUR': euro }
  expect((await send(shop, one, form)).fault).toBeNull()
  expect((await send(shop, other, { ...form, 'rate:EUR': '11.7' })).fault).toContain('The owner')
  const leap = { action: 'save', 'rate:EUR': '116', 'was:rate:EUR': '11.6' }
  expect((await send(shop, one, leap)).fault).toContain('more than 10 percent')
  expect((await rateOf(shop, one, 'EUR'))?.price).toBe('11.6')
  expect((await send(shop, one, { ...leap, large: 'yes' })).fault).toBeNull()
  expect((await rateOf(shop, one, 'EUR'))?.price).toBe('116')
})

test.each([
  [{ action: 'save', 'rate:EUR': '0', 'was:rate:EUR': euro, large: 'yes' }, 'must cost from'],
  [{ action: 'save', 'rate:EUR': '1e3', 'was:rate:EUR': euro }, 'Write a rate'],
  [{ action: 'save', 'rate:SEK': '1' }, 'Nothing'],
  [{ action: 'save', 'rate:XXX': '1' }, 'Nothing'],
  [{ action: 'file', file: new File(['<x/>'], 'a.xml') }, 'not the European'],
  [{ action: 'file', file: new File([], 'a.xml') }, 'file'],
  [{ action: 'file', file: new File(['x'.repeat(200_001)], 'a.xml') }, 'too large'],
  [{ action: 'file', file: new File([ecbFile({ SEK: 11.4, USD: 1.1 })], 'a.xml') }, 'no rate of'],
] as const)('%j is refused', async (form, fault) => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  expect((await send(shop, who, form)).fault).toContain(fault)
  expect((await rateOf(shop, who, 'EUR'))?.price).toBe(euro)
})

test('rates come from the file of the bank, or from the bank', async () => {
  await using bank = await FakeEcb.start()
  vi.stubEnv('RATES_URL', bank.env.RATES_URL)
  await using shop = await freshShop({
    seeded: true,
    now: () => new Date('2026-06-15T12:00:00.000Z'),
    settings: bank.env,
  })
  const who = await signedIn(shop, 'owner')
  const file = new File([ecbFile(perEuro)], 'eurofxref-daily.xml')
  expect((await send(shop, who, { action: 'file', file, large: 'yes' })).fault).toBeNull()
  expect((await rateOf(shop, who, 'EUR'))?.price).toBe('11.4')
  bank.answer.text = ecbFile({ ...perEuro, SEK: 11.2 })
  expect((await send(shop, who, { action: 'fetch' })).fault).toBeNull()
  expect((await rateOf(shop, who, 'EUR'))?.price).toBe('11.2')
  bank.answer.status = 500
  expect((await send(shop, who, { action: 'fetch' })).fault).toContain('gave no exchange rates')
})
