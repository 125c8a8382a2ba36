import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { vatScreen } from '../../../src/server/console/vat/vat-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const finland = { country: 'FI', class: 'standard', percent: '27,5', from: '2026-11-01', sku: '' }

async function shopWithOwner() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const who = await signedIn(shop, 'owner')
  return { clock, shop, who, ...at(shop, who), [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

function at(shop: Shop, who: Browser) {
  return {
    page: (query: Record<string, string> = {}) => contentOf(shop, who, vatScreen, { query }),
    set: (form: Form) => outcome(shop, who, vatScreen, { form: { action: 'set', ...finland, ...form } }),
    remove: (form: Form) => outcome(shop, who, vatScreen, { form: { action: 'remove', ...finland, ...form } }),
    rateOf: async (country: string) =>
      (await contentOf(shop, who, vatScreen)).rates.find((rate) => rate.country === country),
  }
}

async function priceOf(shop: Shop, country: string): Promise<number | undefined> {
  return shownOf(await productPage(shop, swedish(country), 'fan-del'))?.page.product.prices.n[0]?.p
}

test('a rate to come is stored, shown as the next one, logged, and counts from its day', async () => {
  await using vat = await shopWithOwner()
  const { shop, clock } = vat
  expect(await vat.rateOf('FI')).toMatchObject({ percent: 25.5, toCome: [], isSold: true })
  const before = await priceOf(shop, 'FI')
  expect((await vat.set({})).status).toBe(303)
  expect(await vat.rateOf('FI')).toMatchObject({ percent: 25.5, toCome: [{ percent: 27.5, from: '2026-11-01' }] })
  expect(await priceOf(shop, 'FI')).toBe(before)
  const [entry] = await auditOf(shop.db, { kind: 'vat', id: 'vat' })
  expect(entry).toMatchObject({ operation: 'vat.set', before: '{}', after: '{"FI standard 2026-11-01":27.5}' })
  clock.advance((Date.parse('2026-10-31T22:00:00.000Z') - clock.now().getTime()) / 1_000 + 3_600)
  const who = at(shop, await signedIn(shop, 'owner'))
  expect(await who.rateOf('FI')).toMatchObject({ percent: 27.5, since: '2026-11-01', toCome: [] })
  expect(await priceOf(shop, 'FI')).toBeGreaterThan(before ?? 0)
})

test('the effect on an article is that of the day itself, and nothing is stored by looking', async () => {
  await using vat = await shopWithOwner()
  const { effect, noEffect, fields } = await vat.page({ ...finland, sku: 'fan' })
  expect([noEffect, fields.percent, fields.sku]).toEqual([null, '27,5', 'fan'])
  expect(effect).toMatchObject({ sku: 'FAN', currency: 'SEK', before: { percent: 25.5 }, after: { percent: 27.5 } })
  expect(effect?.before.inc).toBe(Math.round(((await priceOf(vat.shop, 'FI')) ?? 0) * 100))
  // 99 kr with 25 % is 79.20 without.
  expect([effect?.after.ex, effect?.after.inc]).toEqual([7_920, 10_098])
  expect((await vat.rateOf('FI'))?.toCome).toEqual([])
  await vat.set({})
  const shown = (await vat.page({ ...finland, sku: 'FAN' })).effect
  expect(shown?.after).toEqual(effect?.after)
})

test('without an article one of the class is taken, and what cannot be shown is said', async () => {
  await using vat = await shopWithOwner()
  expect((await vat.page({ ...finland, class: 'reduced', country: 'SE' })).effect?.sku).toBe('MANUAL')
  const why = async (query: Record<string, string>) => (await vat.page({ ...finland, ...query })).noEffect
  expect(await why({ sku: '<b>x</b>' })).toContain('No article has the number “<b>x</b>”')
  expect(await why({ sku: 'bat-unpriced' })).toContain('no price')
  expect(await why({ class: 'unknown' })).toContain('No published article')
  expect(await why({ percent: 'x' })).toContain('from 0 to 100')
  expect((await vat.page()).noEffect).toBeNull()
})

test.each([
  [{ percent: '100,01' }, 'from 0 to 100'],
  [{ percent: '1e1' }, 'from 0 to 100'],
  [{ percent: '-1' }, 'from 0 to 100'],
  [{ percent: '25.555' }, 'two decimals'],
  [{ from: '2026-02-30' }, 'year-month-day'],
  [{ from: '2020-01-01' }, 'over'],
  [{ from: '2099-01-01' }, 'five years'],
  [{ country: 'XX' }, 'Choose a country'],
  [{ country: 'MC' }, 'Choose a country'],
  [{ country: 'US' }, 'no VAT'],
  [{ class: 'voucher' }, 'no such VAT class'],
  [{ class: '<i>' }, 'no such VAT class'],
] as const)('%j is refused, and nothing is stored', async (form, fault) => {
  await using vat = await shopWithOwner()
  const before = (await vat.page()).rates
  const refused = await vat.set(form)
  expect([refused.status, refused.fault]).toEqual([422, expect.stringContaining(fault)])
  expect((await vat.page()).rates).toEqual(before)
})

test('of two people who set a day the second is told, and a rate to come is taken back as it was seen', async () => {
  await using vat = await shopWithOwner()
  const other = at(vat.shop, await signedIn(vat.shop, 'manager'))
  expect((await vat.set({})).status).toBe(303)
  expect((await other.set({ percent: '28' })).fault).toContain('27.5 percent from 2026-11-01')
  expect((await vat.set({})).fault).toContain('Nothing')
  expect((await other.set({ percent: '28', replace: 'yes' })).status).toBe(303)
  expect((await vat.remove({ percent: '27.5' })).fault).toContain('The manager')
  expect((await vat.remove({ percent: '28' })).status).toBe(303)
  expect((await vat.remove({ percent: '28' })).fault).toContain('no such rate')
  expect((await vat.rateOf('FI'))?.toCome).toEqual([])
})

test('a change of a rate to come is taken back from the history; one that counts is not', async () => {
  await using vat = await shopWithOwner()
  const { shop, who, clock } = vat
  const newest = async () => (await vat.page()).audit[0]
  const undo = async (line: { id: string } | undefined, by = who) =>
    outcome(shop, by, vatScreen, { form: { action: 'undo', entry: line?.id ?? '' } })
  const toCome = async () => (await vat.rateOf('FI'))?.toCome
  await vat.set({})
  const made = await newest()
  await vat.set({ percent: '28', replace: 'yes' })
  expect((await undo(made)).fault).toContain('afterwards')
  const replaced = await newest()
  const both = await Promise.all([undo(replaced), undo(replaced)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(await toCome()).toEqual([{ percent: 27.5, from: '2026-11-01' }])
  expect((await undo(await newest())).fault).toBeNull()
  expect((await undo(await newest())).fault).toBeNull()
  await vat.remove({ percent: '27.5' })
  expect(await toCome()).toEqual([])
  const removed = await newest()
  expect(removed?.undo).toBe('undo')
  expect((await undo(removed)).fault).toBeNull()
  expect(await toCome()).toEqual([{ percent: 27.5, from: '2026-11-01' }])
  expect((await undo(await newest())).fault).toBeNull()
  expect(await toCome()).toEqual([])
  await vat.set({})
  clock.advance(200 * 86_400)
  const later = await signedIn(shop, 'owner')
  const { audit } = await contentOf(shop, later, vatScreen)
  expect(audit.map((line) => line.undo).filter(Boolean)).toEqual([])
  expect((await undo(audit[0], later)).status).toBe(422)
})
