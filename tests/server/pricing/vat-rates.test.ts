import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { startOfDay } from '../../../src/domain/places/working-days.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import { maxAgeUntil } from '../../../src/server/platform/http/pages/page-result.ts'
import { setVatRate } from '../../../src/server/pricing/vat-rates/change-vat-rate.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { sweden } from '../../support/homes.ts'
import { shownOf } from '../../support/page-answer.ts'
import { wordsOf } from '../../support/pdf-words.ts'
import { shopCommands } from '../../tools/shop-commands.ts'
import { aForm, checkoutWith, fixtureShop, movableClock, priced, swedish } from '../ordering/checkout/buyer.ts'
import { delivered } from '../ordering/orders/parcels.ts'

const finland = { country: 'FI', vatClass: 'standard', from: '2026-11-01' }
const by = { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z'), isReplaced: false }

async function page(shop: Shop, country: string) {
  const found = await productPage(shop, swedish(country), 'fan-del')
  const shown = shownOf(found)
  if (!shown) throw new Error('There is no such page.')
  const changesAt = 'changesAt' in shown ? (shown.changesAt ?? null) : null
  const { prices, vat } = shown.page.product
  return { price: prices.n[0]?.p, vat, changesAt, freight: shown.page.delivery?.vat }
}

async function facet(shop: Shop, country: string) {
  const shown = shownOf(await categoryPage(shop, swedish(country), 'datordelar/skruvar', listQuery.parse({})))?.page
  return shown?.listing.products.map((product) => [product.vat, product.prices.n[0]?.p])
}

test('prices, carts and pages follow a rate at the first moment of its day, without a restart', async () => {
  const begins = startOfDay(finland.from, sweden)
  expect(begins).toBe('2026-10-31T23:00:00.000Z')
  const clock = movableClock(new Date(Date.parse(begins) - 1_800_000))
  await using shop = await fixtureShop(clock)
  const before = await page(shop, 'FI')
  expect(before).toMatchObject({ vat: 25.5, freight: 25.5 })
  expect(before.changesAt).not.toBe(begins)
  const [listed, swedishPage] = [await facet(shop, 'FI'), await page(shop, 'SE')]
  const checkoutId = await checkoutWith(shop, [['FAN', 2]], [], swedish('FI'))
  const sum = async () => (await priced(shop, checkoutId, swedish('FI'))).totals.total
  const total = await sum()
  await setVatRate(shop.db, finland, 30, by)
  const announced = await page(shop, 'FI')
  expect(announced).toMatchObject({ price: before.price, vat: 25.5, changesAt: begins })
  expect(maxAgeUntil(announced.changesAt, clock.now())).toBe(1_800)
  expect((await page(shop, 'SE')).changesAt).not.toBe(begins)
  clock.advance(1_799)
  expect(await sum()).toEqual(total)
  clock.advance(1)
  const after = await page(shop, 'FI')
  expect(after).toMatchObject({ vat: 30, freight: 30 })
  expect(after.price).toBeCloseTo(((before.price ?? 0) / 1.255) * 1.3, 1)
  expect(await facet(shop, 'FI')).not.toEqual(listed)
  const now = await sum()
  expect(now.inc).toBeGreaterThan(total.inc)
  expect(Math.abs(now.ex - total.ex)).toBeLessThanOrEqual(2)
  expect(await page(shop, 'SE')).toEqual(swedishPage)
})

test('an order and its invoice keep the rate of their day, and the next order has the new one', async () => {
  const clock = movableClock(new Date('2026-10-30T12:00:00.000Z'))
  await using shop = await fixtureShop(clock)
  await setVatRate(shop.db, { ...finland, country: 'SE' }, 20, by)
  const rates = async (orderId: string) => {
    const rows = await shop.db.selectFrom('order_lines').select('vat_rate').where('order_id', '=', orderId).execute()
    return rows.map((row) => row.vat_rate)
  }
  const invoice = async (orderId: string) =>
    wordsOf((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0))
  const form = { form: { payment_method: 'invoice' } }
  const early = await delivered(shop, [['FAN', 1]], form)
  const printed = await invoice(early)
  clock.advance(3 * 86_400)
  const late = await delivered(shop, [['FAN', 1]], form)
  expect([await rates(early), await rates(late)]).toEqual([[2500], [2000]])
  expect(await invoice(early)).toBe(printed)
  expect(printed).toContain('25 %')
  expect(await invoice(late)).toContain('20 %')
  expect(aForm().country).toBe('SE')
})

test('of two operators at the same time one is told, and the history has every change', async () => {
  await using shop = await fixtureShop()
  const results = await Promise.allSettled(
    [26, 27, 28].map((percent) => setVatRate(shop.db, finland, percent, { ...by, isReplaced: true })),
  )
  const done = results.filter(({ status }) => status === 'fulfilled')
  expect(done.length).toBeGreaterThan(0)
  const rows = await shop.db.selectFrom('settings_history').select('name').where('name', 'like', 'vat.%').execute()
  expect(rows).toHaveLength(done.length)
})

test('wrong rates are refused with the reason, and nothing changes', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  const before = await json('vat', 'list', '--all')
  for (const [args, expected, reason] of [
    [['set', 'FI', '101', '--from', '2030-01-01'], 1, 'from 0 to 100'],
    [['set', 'FI', '25.555', '--from', '2030-01-01'], 1, 'at most two decimals'],
    [['set', 'FI', '-1', '--from', '2030-01-01'], 2, ''],
    [['set', 'FI', '2e1', '--from', '2030-01-01'], 2, 'not a number of percent'],
    [['set', 'FI', 'NaN', '--from', '2030-01-01'], 2, 'not a number of percent'],
    [['set', 'FI', '26', '--from', '2030-02-30'], 1, 'is not a day'],
    [['set', 'FI', '26', '--from', '2030-1-1'], 1, 'is not a day'],
    [['set', 'FI', '26', '--from', "2030-01-01'--"], 1, 'is not a day'],
    [['set', 'FI', '26', '--from', '2020-01-01'], 1, 'is over'],
    [['set', 'FI', '26', '--from', '2099-01-01'], 1, 'more than five years ahead'],
    [['set', 'FI', '26'], 2, '--from'],
    [['set', 'XX', '26', '--from', '2030-01-01'], 1, 'is not the code of a country'],
    [['set', '__proto__', '26', '--from', '2030-01-01'], 1, 'is not the code of a country'],
    [['set', 'MC', '26', '--from', '2030-01-01'], 1, 'MC has the rates of FR'],
    [['set', 'US', '26', '--from', '2030-01-01'], 1, 'not in the EU'],
    [['set', 'FI', '26', '--from', '2030-01-01', '--class', 'voucher'], 1, 'is not a VAT class'],
    [['set', 'FI', '26', '--from', '2030-01-01', '--class', 'A B'], 1, 'is not a VAT class'],
    [['remove', 'FI', '--from', '2030-01-01'], 1, 'has no rate from 2030-01-01'],
    [['remove', 'FI', '--from', '2024-09-01'], 1, 'is over'],
  ] as const) {
    const { code, err } = await run('vat', ...args)
    expect([args, code, err]).toEqual([args, expected, expect.stringContaining(reason)])
  }
  expect(await json('vat', 'list', '--all')).toEqual(before)
  expect(await json('vat', 'history')).toEqual([])
})

test('an operator sees the rates, sets one for later, corrects it and takes it back', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  expect((await run('vat', 'list', 'FI')).out).toMatch(/FI +standard +25\.5 +2024-09-01 +now/)
  const later = ['--from', '2030-01-01', '--by', 'eva']
  expect((await run('vat', 'set', 'fi', '26', ...later)).out).toBe(
    'The rate of FI, standard, from 2030-01-01 is 26 %.\n',
  )
  expect((await run('vat', 'set', 'FI', '26,5', ...later)).err).toContain('repeat it with --replace')
  expect((await run('vat', 'set', 'FI', '26,5', ...later, '--replace')).out).toContain('26.5 % instead of 26 %')
  expect((await run('vat', 'set', 'FI', '26.5', ...later)).out).toBe('Nothing has changed.\n')
  expect((await run('vat', 'list', 'FI')).out).toMatch(/FI +standard +26\.5 +2030-01-01 +to come/)
  expect((await run('vat', 'set', 'FI', '14', ...later, '--class', 'reduced')).code).toBe(0)
  expect((await run('vat', 'remove', 'FI', ...later)).out).toContain('is removed; it was 26.5 %')
  expect(await json('vat', 'history')).toMatchObject([
    { by: 'operator:eva', name: 'vat.FI.standard.2030-01-01', before: 26.5, after: null },
    { name: 'vat.FI.reduced.2030-01-01', before: null, after: 14 },
    { before: 26, after: 26.5 },
    { before: null, after: 26 },
  ])
  expect(await json('settings', 'history')).toHaveLength(7)
})
