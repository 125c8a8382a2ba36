import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basePerUnit, perBaseMicro } from '../../../../src/domain/money/exchange-rates.ts'
import { writeDueFeeds } from '../../../../src/server/catalog/product-feeds/write-due-feeds.ts'
import { updateRates } from '../../../../src/server/jobs/update-rates.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import { changeRates, ratesAt } from '../../../../src/server/pricing/exchange-rates/change-rates.ts'
import { readEcbFile } from '../../../../src/server/pricing/exchange-rates/ecb-file.ts'
import { fetchEcbRates } from '../../../../src/server/pricing/exchange-rates/fetch-ecb-rates.ts'
import { ecbFile, FakeEcb } from '../../../support/fake-ecb.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { freshShop, type TestShop } from '../../../support/test-shop.ts'
import { movableClock } from '../../ordering/checkout/buyer.ts'

const perEuro = { USD: 1.16, GBP: 0.88, NOK: 11.72, DKK: 7.46, SEK: 11.02, JPY: 180 }
const now = new Date('2026-11-23T10:00:00.000Z')

async function ratesOf({ db }: TestShop, at = now) {
  return Object.fromEntries((await ratesAt(db, at)).map(({ currency, basePerUnit: sek }) => [currency, sek]))
}

const tags = async ({ db }: TestShop) =>
  (await db.selectFrom('invalidations').select('tag').distinct().orderBy('tag').execute()).map(({ tag }) => tag)

const inSweden = { language: 'sv', country: 'SE', currency: 'SEK' }

const wantedFeeds = async ({ db }: TestShop) =>
  (await db.selectFrom('product_feeds').select('name').where('is_wanted', '=', 1).execute()).map(({ name }) => name)

test('a price in SEK keeps its five digits when it is stored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 99_999 }), fc.constantFrom(10, 1, 0.1), (digits, scale) => {
      const price = Number(((digits / 10_000) * scale).toPrecision(5))
      expect(Math.abs(basePerUnit(perBaseMicro(price)) / price - 1)).toBeLessThan(0.000_06)
    }),
  )
})

test('the file of the bank gives what one unit costs in SEK', () => {
  const { day, rates } = readEcbFile(ecbFile(perEuro), 'SEK')
  expect(day).toBe('2026-11-20')
  expect(Object.fromEntries(Object.entries(rates).map(([code, price]) => [code, price.toFixed(4)]))).toEqual({
    NOK: '0.9403',
    DKK: '1.4772',
    EUR: '11.0200',
    GBP: '12.5227',
    USD: '9.5000',
  })
})

test.each([
  ['another file', '<html><body>Moved</body></html>', 'not one of reference rates'],
  ['a file without SEK', ecbFile({ ...perEuro, SEK: 0 }), 'not one of reference rates'],
  ['a file without a currency of the shop', ecbFile({ SEK: 11, USD: 1.1, GBP: 0.9, NOK: 11 }), 'no rate of DKK'],
  ['a file of a day that is none', ecbFile(perEuro, '2026-13-45'), 'not one of reference rates'],
  ['a file without end', 'x'.repeat(200_001), 'too long'],
])('%s is refused', (_, text, sentence) => {
  expect(() => readEcbFile(text, 'SEK')).toThrow(sentence)
})

test('new rates count from then on, and pages are dropped when one moved', async () => {
  await using shop = await freshShop({ seeded: true })
  const { rates } = readEcbFile(ecbFile(perEuro), 'SEK')
  const changes = await changeRates(shop.db, rates, { now, maxPercent: 10 })
  expect(changes).toHaveLength(5)
  expect(await ratesOf(shop)).toMatchObject({ EUR: 11.02, USD: 9.5 })
  expect(await ratesOf(shop, new Date('2026-11-22'))).toMatchObject({ EUR: 11.364 })
  expect(await tags(shop)).toEqual(['catalog', 'layout'])
  await shop.db.deleteFrom('invalidations').execute()
  await changeRates(shop.db, rates, { now: new Date(now.getTime() + 1_000), maxPercent: 10 })
  expect(await tags(shop)).toEqual([])
})

test.each([
  [{ EUR: 13 }, 'more than 10% apart'],
  [{ EUR: 11, USD: 5 }, '1 USD would cost 5.0000 SEK instead of 10.526'],
  [{ EUR: 0 }, '1 EUR cannot cost 0 SEK'],
  [{ SEK: 1, EUR: 11.4 }, 'prices in another currency than SEK'],
  [{ EUR: Number.NaN }, '1 EUR cannot cost NaN SEK'],
  [{ EUR: 1e9 }, '1 EUR cannot cost 1000000000 SEK'],
])('rates that cannot be are refused, and none is stored: %j', async (rates, sentence) => {
  await using shop = await freshShop({ seeded: true })
  const before = await ratesOf(shop)
  await expect(changeRates(shop.db, rates, { now, maxPercent: 10 })).rejects.toThrow(sentence)
  expect(await ratesOf(shop)).toEqual(before)
})

test('the shop fetches rates every six hours in one process, if the settings say so', async () => {
  await using bank = await FakeEcb.start()
  const clock = movableClock()
  await using shop = await freshShop({ seeded: true, settings: bank.env, now: clock.now })
  bank.answer.text = ecbFile(perEuro)
  expect(await updateRates(shop)).toBe(0)
  expect(bank.asked).toBe(0)
  await changeSettings(shop.db, [['rates.source', 'ecb']], { by: 'test', now: clock.now() })
  await setSettings(shop, ['productFeeds.files', [inSweden, { ...inSweden, country: 'FI', currency: 'EUR' }]])
  await writeDueFeeds(shop, new AbortController().signal)
  expect((await Promise.all([updateRates(shop), updateRates(shop), updateRates(shop)])).toSorted()).toEqual([0, 0, 5])
  expect(bank.asked).toBe(1)
  expect(await wantedFeeds(shop)).toEqual(['google-sv-FI'])
  expect((await ratesOf(shop, clock.now()))['EUR']).toBe(11.02)
  clock.advance(6 * 3_600_000)
  bank.answer = { status: 503, text: '' }
  await expect(updateRates(shop)).rejects.toThrow('gives no exchange rates: it answers 503')
  expect((await ratesOf(shop, clock.now()))['EUR']).toBe(11.02)
})

test.each([
  [{ status: 404, text: '' }, 'it answers 404'],
  [{ status: 200, text: 'x'.repeat(300_000) }, 'its answer is too long'],
  [{ status: 200, text: 'nothing' }, 'not one of reference rates'],
])('a bank that answers wrongly gives no rates: %#', async (answer, sentence) => {
  await using bank = await FakeEcb.start()
  bank.answer = answer
  await expect(fetchEcbRates(bank.env, 'SEK')).rejects.toThrow(sentence)
})
