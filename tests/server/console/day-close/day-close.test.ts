import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { dayOf } from '../../../../src/domain/places/working-days.ts'
import { booksScreen } from '../../../../src/server/console/books/books-page.ts'
import { figuresScreen } from '../../../../src/server/console/figures/figures-page.ts'
import { giftCardDebts } from '../../../../src/server/console/gift-cards/gift-card-debts.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { germany, sweden } from '../../../support/homes.ts'
import { setSettings } from '../../../support/set-settings.ts'
import type { TestShop } from '../../../support/test-shop.ts'
import { germanFixtureShop } from '../../home/german-fixture.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { clock } from '../../ordering/edits/editor.ts'
import { contentOf, signedIn, visit, type Browser } from '../at-console.ts'
import { anyOrder, cardsMailed, ended, invoicePaid, placed, sent, type AnyOrder, type Market } from './any-day.ts'
import { Ledger } from './ledger.ts'

const swedishMarket: Market = {
  home: sweden,
  postalCode: '111 22',
  rates: { standard: 2_500, reduced: 600 },
  delivery: { price: 4_900, freeFrom: 50_000 },
}
const changingMarket: Market = { ...swedishMarket, rates: { ...swedishMarket.rates, later: 2_000 } }
const germanMarket: Market = {
  home: germany,
  postalCode: '10115',
  rates: { standard: 1_900, reduced: 700 },
  delivery: { price: 12_900, freeFrom: 150_000 },
}

/** The accounts of all rates by the plan; those of 20 % and 7 % are set by hand. */
const accounts = new Map([
  [2_500, { sales: '3001', vat: '2611' }],
  [1_900, { sales: '3001', vat: '2611' }],
  [600, { sales: '3003', vat: '2631' }],
  [2_000, { sales: '3009', vat: '2619' }],
  [700, { sales: '3002', vat: '2621' }],
])
const rows = [
  { percent: 20, sales: '3009', vat: '2619' },
  { percent: 7, sales: '3002', vat: '2621' },
]

async function vatChanges(shop: Shop, { home, rates: { later: rate } }: Market): Promise<void> {
  if (rate === undefined) return
  const row = { country: home.country, vat_class: 'standard', rate, valid_from: dayOf(shop.now(), home) }
  await shop.db.insertInto('vat_rates').values(row).execute()
}

/** Carries out what happens to the orders in four days, and returns what the books must say of each. */
async function fourDays(shop: Shop, market: Market, orders: readonly AnyOrder[]): Promise<Ledger> {
  const ledger = new Ledger(accounts)
  const today = () => ({ shop, market, ledger, on: dayOf(shop.now(), market.home) })
  const delivered = async () => {
    for (let left = 1; left > 0;) left = await deliverOutbox(shop)
  }
  let all: Awaited<ReturnType<typeof placed>>[] = []
  for (const order of orders) all.push(await placed(today(), order))
  await delivered()
  for (const order of all) cardsMailed(today(), order)
  const parcels = async (isAtOnce: boolean) => {
    const after = []
    for (const order of all) after.push(order.isSentAtOnce === isAtOnce ? await sent(today(), order) : order)
    return after
  }
  all = await parcels(true)
  await delivered()
  clock.advance(86_400)
  await vatChanges(shop, market)
  all = await parcels(false)
  await delivered()
  clock.advance(86_400)
  for (const order of all) await ended(today(), order)
  await delivered()
  clock.advance(86_400)
  for (const order of all) await invoicePaid(today(), order)
  clock.advance(86_400)
  return ledger
}

const filled = <Key>(sums: ReadonlyMap<Key, number>) =>
  new Map([...sums].filter(([, amount]) => amount !== 0).toSorted())

type Shown = { shop: Shop; browser: Browser; market: Market; ledger: Ledger }

/** The books of a day have what the ledger has. */
async function booksAgree({ shop, browser, ledger }: Shown, on: string): Promise<void> {
  const expected = ledger.day(on)
  const { sums } = await contentOf(shop, browser, booksScreen, { query: { from: on, to: on } })
  const [own] = sums
  const rates = own?.sales.map(({ rate, net, vat }) => [rate, { net, vat }] as const)
  expect([on, new Map(rates)]).toEqual([on, expected.sales])
  const money = own?.money.map(({ by, ...each }) => [by, each] as const)
  expect([on, new Map(money)]).toEqual([on, expected.money])
  expect([on, own?.giftCards ?? expected.giftCards]).toEqual([on, expected.giftCards])
}

/** The SIE file of a day moves on each account what the ledger does; what an exchange moved cancels out. */
async function fileAgrees({ shop, browser, market, ledger }: Shown, on: string): Promise<void> {
  const expected = ledger.day(on)
  const form = { action: 'sie', currency: market.home.currency }
  const answer = await visit(shop, browser, booksScreen, { query: { from: on, to: on }, form })
  const text = answer instanceof Response ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : ''
  const moved = text.match(/"Flyttad betalning (till|fr.n) order/g) ?? []
  expect([on, moved.length]).toEqual([on, 2 * expected.exchanges])
  const accounts = new Map<string, number>()
  for (const [, account = '', amount = ''] of text.matchAll(/#TRANS (\d{4}) \{\} (\S+)/g))
    accounts.set(account, (accounts.get(account) ?? 0) + Math.round(Number(amount) * 100))
  expect([on, filled(accounts)]).toEqual([on, filled(expected.accounts)])
}

async function figuresAgree({ shop, browser, ledger }: Shown, on: string): Promise<void> {
  const { sales } = await contentOf(shop, browser, figuresScreen, { search: `?from=${on}&to=${on}` })
  expect([on, sales.now]).toEqual([on, { ...sales.now, ...ledger.day(on).figures }])
}

/** What is owed on the cards that were sold is what was sold and not withdrawn: nobody has used one. */
async function debtsAgree({ shop, market, ledger }: Shown): Promise<void> {
  const debts = await giftCardDebts(shop.db, shop.now().toISOString())
  const days = [...ledger.days.values()]
  const sold = days.reduce((sum, { giftCards }) => sum + giftCards.sold - giftCards.withdrawn, 0)
  expect(debts.find(({ currency }) => currency === market.home.currency)?.sold ?? 0).toBe(sold)
}

async function allAgrees(make: typeof fixtureShop, market: Market, orders: readonly AnyOrder[]): Promise<void> {
  await using shop: TestShop = await make(clock)
  await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('sku', '=', 'GIFT').execute()
  await setSettings(shop, ['bookkeeping.rates', rows])
  const ledger = await fourDays(shop, market, orders)
  const shown = { shop, browser: await signedIn(shop, 'owner'), market, ledger }
  for (const on of ledger.days.keys()) {
    await booksAgree(shown, on)
    await fileAgrees(shown, on)
    await figuresAgree(shown, on)
  }
  await debtsAgree(shown)
}

test.each([
  ['Sweden', swedishMarket, fixtureShop],
  ['a country whose VAT changes', changingMarket, fixtureShop],
  ['Germany', germanMarket, germanFixtureShop],
] as const)(
  'each day of a shop in %s closes as its orders, payments and payouts say',
  { timeout: 600_000 },
  async (_, market, make) => {
    const length = cases(50, inject('engine') === 'sqlite' ? 0.14 : 0.08)
    const orders = fc.array(anyOrder, { minLength: length, maxLength: length })
    const property = fc.asyncProperty(orders, (each) => allAgrees(make, market, each))
    await fc.assert(property, { numRuns: 1, endOnFailure: true })
  },
)
