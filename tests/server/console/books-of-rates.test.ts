import { expect, test } from 'vitest'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import { preflight } from '../../../src/server/preflight/preflight.ts'
import type { Shop } from '../../../src/server/shop.ts'
import type { TestShop } from '../../support/test-shop.ts'
import { germanFixtureShop } from '../home/german-fixture.ts'
import { aForm, buy, checkoutWith, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { parcel } from '../ordering/edits/charges.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

const june = { from: '2026-06-01', to: '2026-06-30' }

/** Goods at 19 % and at 7 % that a buyer in Germany has received with an invoice. */
async function soldInGermany(shop: Shop): Promise<void> {
  const goods = [
    ['FAN', 2],
    ['MANUAL', 1],
  ] as const
  const context = { ...swedish('DE', 'EUR'), home: shop.settings.all.home }
  const form = aForm({ payment_method: 'invoice', country: 'DE', postal_code: '10115', city: 'Berlin' })
  const placed = await buy(shop, await checkoutWith(shop, goods, [], context), form, context)
  if (placed.kind !== 'placed') throw new Error(`The order was not placed but ${placed.kind}.`)
  await parcel(shop, placed.orderId)
}

/** The names of accounts in the SIE file, and what is booked on each. */
async function accountsInFile(shop: Shop, browser: Browser) {
  const answer = await visit(shop, browser, booksScreen, { query: june, form: { action: 'sie', currency: 'EUR' } })
  const text = answer instanceof Response ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : ''
  const names = new Map(
    [...text.matchAll(/#KONTO (\d{4}) "(.*)"/g)].map(([, account = '', name = '']) => [account, name]),
  )
  const sums = new Map<string, number>()
  for (const [, account = '', amount = ''] of text.matchAll(/#TRANS (\d{4}) \{\} (\S+)/g))
    sums.set(account, Math.round(((sums.get(account) ?? 0) + Number(amount)) * 100) / 100)
  return { names, sums }
}

async function vatSums(shop: Shop, browser: Browser) {
  const { sums } = await contentOf(shop, browser, booksScreen, { query: june })
  const [euro] = sums
  return { missing: euro?.ratesWithoutAccount, sales: new Map(euro?.sales.map((sale) => [sale.rate, sale])) }
}

async function setRow(shop: TestShop, browser: Browser, row: Record<string, string>) {
  const { since } = await contentOf(shop, browser, settingScreen, { params: { group: 'bookkeeping' } })
  const set = Object.fromEntries(Object.entries(row).map(([name, value]) => [`set:rates.${name}`, value]))
  const form = { action: 'save', since: String(since), ...set }
  const { content } = await outcome(shop, browser, settingScreen, { params: { group: 'bookkeeping' }, form })
  await shop.settings.refresh()
  return content?.faults.map(({ label, text }) => `${label}: ${text}`)
}

test('a rate of VAT without accounts is named, and is booked on its own once it has some', async () => {
  await using shop = await germanFixtureShop(movableClock())
  const owner = await signedIn(shop, 'owner')
  await soldInGermany(shop)
  const { missing, sales } = await vatSums(shop, owner)
  expect(missing).toEqual([700])
  const before = { country: 'DE', vat_class: 'standard', rate: 1_600, valid_from: '2019-01-01' }
  await shop.db.insertInto('vat_rates').values(before).execute()
  const doctor = async () => (await preflight(shop)).find(({ name }) => name === 'accounts')
  expect(await doctor()).toMatchObject({
    verdict: 'warning',
    text: expect.stringContaining('Sales at 7 % VAT') as string,
  })

  const [standard, reduced] = [sales.get(1900), sales.get(700)]
  const first = await accountsInFile(shop, owner)
  expect(first.names.get('3001')).toMatch(/ 19 %$/)
  expect(first.names.get('2611')).toMatch(/ 19 %$/)
  expect(first.names.get('3004')).not.toContain('%')
  expect(first.sums.get('3001')).toBe(-(standard?.net ?? 0) / 100)
  expect(first.sums.get('2610')).toBe(-(reduced?.vat ?? 0) / 100)

  expect(await setRow(shop, owner, { '0.percent': '7', '0.sales': '', '0.vat': '2621' })).toEqual([
    'Accounts by VAT rate – 1 – sales: Write an account of four digits, such as 1510.',
  ])
  await setRow(shop, owner, { '0.percent': '7', '0.sales': '3002', '0.vat': '2621' })
  expect((await vatSums(shop, owner)).missing).toEqual([])
  expect(await doctor()).toMatchObject({ verdict: 'ok' })
  const second = await accountsInFile(shop, owner)
  expect(second.names.get('3002')).toMatch(/ 7 %$/)
  expect(second.sums.get('3002')).toBe(-(reduced?.net ?? 0) / 100)
  expect(second.sums.get('2621')).toBe(-(reduced?.vat ?? 0) / 100)
  expect(second.sums.get('3001')).toBe(first.sums.get('3001'))
  expect(second.sums.has('2610')).toBe(false)

  const twice = { '0.percent': '7', '1.percent': '7', '1.sales': '3003', '1.vat': '2631' }
  expect(await setRow(shop, owner, twice)).toEqual(['Accounts by VAT rate – 2 – percent: This is there twice.'])
})
