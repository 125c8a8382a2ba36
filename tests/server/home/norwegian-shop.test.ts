import { expect, test } from 'vitest'
import type { Home } from '../../../src/domain/places/home.ts'
import { dayOf, lastDay } from '../../../src/domain/places/working-days.ts'
import { formatDate } from '../../../src/i18n/formats.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { endOfDay } from '../../../src/server/ordering/quotes/answer-quote.ts'
import { preflight } from '../../../src/server/preflight/preflight.ts'
import { checkVatNumber } from '../../../src/server/pricing/vat-check/check-vat-number.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { finland, norway, sweden } from '../../support/homes.ts'
import { shownOf } from '../../support/page-answer.ts'
import { aForm, checkoutWith, priced, somebody } from '../ordering/checkout/buyer.ts'
import { sendCheckout } from '../ordering/checkout/visit-checkout.ts'
import { importParts, shopIn, visitor } from './shop-at-home.ts'

async function shownIn(shop: Shop, country: string) {
  const { slug } = await shop.db.selectFrom('product_texts').select('slug').executeTakeFirstOrThrow()
  const page = shownOf(await productPage(shop, visitor(shop, country), slug))?.page
  return [page?.product.prices.n[0]?.p, page?.product.vat]
}

test('a Norwegian shop charges VAT at home alone: what leaves the country is exported, also to the EU', async () => {
  await using commands = await shopIn('NO')
  const { shop } = commands
  expect(await importParts(shop, 'NOK', ['FAN;Vifte;80.00;50'])).toMatchObject({ created: 1, error: null })
  expect(visitor(shop)).toMatchObject({ country: 'NO', currency: { code: 'NOK' } })
  expect(shop.settings.all.locales).toMatchObject({ en: { currency: 'NOK' }, sv: { currency: 'NOK' } })
  const countries = ['NO', 'SE', 'DE', 'MC', 'GB', 'US']
  expect(await Promise.all(countries.map((country) => shownIn(shop, country)))).toEqual([
    [100, 25],
    [80, 0],
    [80, 0],
    [80, 0],
    [80, 0],
    [80, 0],
  ])
  const checkoutId = await checkoutWith(shop, [['FAN', 3]], [], visitor(shop))
  expect((await priced(shop, checkoutId, visitor(shop))).totals).toMatchObject({
    items: { inc: 30_000, ex: 24_000 },
    delivery: { inc: 4_900, ex: 3_920 },
  })
})

test('outside the EU no VAT is reversed, and no number is asked for or checked', async () => {
  await using commands = await shopIn('NO')
  const { shop } = commands
  await importParts(shop, 'NOK', ['FAN;Vifte;80.00;50'])
  const german = { customer_kind: 'organization', country: 'DE', vat_number: 'DE136695976' } as const
  expect(await checkVatNumber(shop, german)).toMatchObject({ state: 'kept' })
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], [], visitor(shop, 'DE'))
  const form = aForm({ ...german, organization_name: 'Firma', organization_number: 'HRB 1', vat_number: 'nonsense' })
  const answer = await sendCheckout(shop, 'sv', checkoutId, { ...form, action: 'update', seen: '' }, somebody())
  if (answer.kind !== 'page') throw new Error(answer.kind)
  expect(answer.page.vat).toMatchObject({ reverseCharge: null })
  expect(answer.page.errors.vat_number).toBeUndefined()
  expect(answer.page.totals.items).toEqual({ inc: 8_000, ex: 8_000 })
})

test('VAT is set for the home country alone, by its own clock', async () => {
  await using commands = await shopIn('NO')
  const { run } = commands
  expect((await run('vat', 'list', 'NO')).out).toMatch(/NO +standard +25/)
  expect((await run('vat', 'set', 'NO', '26', '--from', '2030-01-01')).code).toBe(0)
  const home = async () => (await preflight(commands.shop)).find(({ name }) => name === 'home')?.text
  expect(await home()).toBe('The shop is at home in NO: prices are kept in NOK, with 25 % VAT.')
  expect((await run('vat', 'set', 'NO', '27', '--from', dayOf(new Date(), norway))).code).toBe(0)
  expect(await home()).toContain('The rate is 27 % now')
  expect((await run('vat', 'set', 'SE', '26', '--from', '2030-01-01')).err).toContain(
    'No VAT is charged in SE: NO is not in the EU.',
  )
})

test('days and periods follow the holidays and the clock of the home country', () => {
  // Constitution Day, which is an ordinary day in Sweden.
  expect(lastDay('2027-05-03', 14, norway)).toBe('2027-05-18')
  expect(lastDay('2027-05-03', 14, { country: 'SE' })).toBe('2027-05-17')
  // The last day of the year, on which a Danish period does not end.
  expect(lastDay('2026-12-17', 14, { country: 'DK' })).toBe('2027-01-04')
  const evening = new Date('2026-06-15T21:30:00.000Z')
  expect([dayOf(evening, norway), dayOf(evening, finland)]).toEqual(['2026-06-15', '2026-06-16'])
  const written = (home: Home) => formatDate(evening.toISOString(), { language: 'en', home }, 'time')
  expect([written(norway), written(finland)]).toEqual(['15 June 2026 at 23:30', '16 June 2026 at 00:30'])
  // A quote is valid until its last day is over by the clock of the home country, in summer and in winter.
  expect([endOfDay(evening, 3, sweden), endOfDay(evening, 3, finland)]).toEqual([
    '2026-06-18T21:59:59.999Z',
    '2026-06-19T20:59:59.999Z',
  ])
  expect(endOfDay(evening, 180, sweden)).toBe('2026-12-12T22:59:59.999Z')
})

test.each([
  ['NO', '923 609 016', 'NO923609016MVA', true],
  ['NO', '923 609 017', '', false],
  ['NO', '923 609 016', 'SE556016068001', false],
  ['FI', '0112038-9', 'FI01120389', true],
  ['FI', '0112038-8', '', false],
  ['FI', '0112038-9', 'FI09853608', false],
  ['DK', '22756214', 'DK22756214', true],
  ['DK', '22756215', '', false],
  ['DK', '556016-0680', '', false],
])('a company of %s with the number %s and the VAT number %s: %s', async (country, organization, vat, isRight) => {
  await using commands = await shopIn(country as 'NO')
  const numbers = ['company.organizationNumber', organization, 'company.vatNumber', vat]
  const set = await commands.run('settings', 'set', ...numbers)
  expect(set.code).toBe(isRight ? 0 : 1)
  if (!isRight) expect(set.err).toMatch(/company\.(?:organizationNumber|vatNumber) must/)
})
