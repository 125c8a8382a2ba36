import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { CurrencyCode } from '../../../src/domain/money/currencies.ts'
import { bookkeepingSettings } from '../../../src/domain/settings/bookkeeping.ts'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../src/server/ordering/cart/cart-row-queries.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { codesJson } from '../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, buy, checkoutWith, movableClock, swedish, type Clock } from '../ordering/checkout/buyer.ts'
import { number as vatNumber, placed as placedByFirm, shopAsking } from '../ordering/checkout/reverse-charge-buyer.ts'
import { aCard } from '../ordering/gift-cards/holder.ts'
import { pay } from '../ordering/orders/parcels.ts'
import { signedIn, visit, type Browser } from './at-console.ts'

const accounts = bookkeepingSettings.parse({})
const june = { from: '2026-06-01', to: '2026-06-30' }
const places = {
  SE: ['SEK', '111 22', 'Stockholm'],
  NO: ['NOK', '0150', 'Oslo'],
  DK: ['DKK', '1050', 'København'],
  DE: ['EUR', '10115', 'Berlin'],
} as const satisfies Record<string, [CurrencyCode, string, string]>

async function sent(shop: Shop, clock: Clock, orderId: string): Promise<string> {
  clock.advance(60)
  await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: orderId })
  clock.advance(60)
  return orderId
}

/** A paid order that was sent, of which gift cards pay a part. */
async function sold(shop: Shop, clock: Clock, country: keyof typeof places, cards: string[] = []): Promise<string> {
  const [currency, postalCode, city] = places[country]
  const context = swedish(country, currency)
  const checkoutId = await checkoutWith(
    shop,
    [
      ['FAN', 3],
      ['MANUAL', 1],
    ],
    [],
    context,
  )
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write(cards) })
  const form = aForm({ payment_method: 'sandbox', country, postal_code: postalCode, city })
  const placed = await buy(shop, checkoutId, form, context)
  if (placed.kind !== 'placed') throw new Error(`Not placed but ${JSON.stringify(placed)}.`)
  await pay(shop, placed.attemptId)
  return sent(shop, clock, placed.orderId)
}

/** Orders in four currencies, at home, in the EU with and without VAT, and outside it; refunded at another rate. */
async function aMonth(shop: Shop, clock: Clock): Promise<void> {
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('sku', '=', 'GIFT').execute()
  const purchase = await bought(shop, [['GIFT', 1]], aForm({ payment_method: 'sandbox' }))
  await pay(shop, purchase.attemptId)
  await deliverOutbox(shop)
  const bySale = { order_id: purchase.orderId, position: 1, piece: 2 }
  const soldCard = await aCard(shop, 12_345)
  await shop.db.updateTable('gift_cards').set(bySale).where('id', '=', soldCard.id).execute()
  const given = { SE: await aCard(shop, 6_789), DE: await aCard(shop, 555, 'EUR') }
  const orders = [
    await sold(shop, clock, 'SE', [given.SE.id, soldCard.id]),
    await sold(shop, clock, 'NO'),
    await sold(shop, clock, 'DK'),
    await sold(shop, clock, 'DE', [given.DE.id]),
  ]
  const firm = await placedByFirm(shop, await checkoutWith(shop, [['FAN', 3]], [], swedish('DE', 'EUR')))
  orders.push(await sent(shop, clock, firm.id), await sold(shop, clock, 'SE'))
  await shop.db
    .updateTable('currency_rates')
    .set((row) => ({ per_sek_micro: row('per_sek_micro', '*', 2) }))
    .execute()
  for (const [at, orderId] of orders.entries()) {
    const units = [{ position: 1, quantity: at % 2 === 0 ? 1 : 2 }]
    await refundOrder(shop, { orderId, actor: 'x', reason: '', units, withDelivery: false })
    clock.advance(60)
  }
  // Of one that gift cards paid, all comes back.
  await refundOrder(shop, { orderId: orders[0] ?? '', actor: 'x', reason: '', withDelivery: true })
  await deliverOutbox(shop)
}

async function fileOf(shop: Shop, browser: Browser, action: string, currency: string): Promise<string> {
  const answer = await visit(shop, browser, booksScreen, { query: june, form: { action, currency } })
  return answer instanceof Response ? Buffer.from(await answer.arrayBuffer()).toString('utf8') : ''
}

const readTable = (csv: string): string[][] => parse(csv, { bom: true }).slice(1)
const minor = (text: string) => Math.round(Number(text || '0') * 100)
const sum = <Item>(items: readonly Item[], of: (item: Item) => number) => items.reduce((all, item) => all + of(item), 0)

/** The sums of the accounts in the SIE file, of which each voucher sums to 0. */
function accountsOf(sie: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const voucher of sie.split('#VER').slice(1)) {
    const rows = [...voucher.matchAll(/#TRANS (\d{4}) \{\} (-?\d+\.\d{2})\r\n/g)]
    expect(sum(rows, ([, , amount = '']) => minor(amount))).toBe(0)
    for (const [, account = '', amount = ''] of rows) sums.set(account, (sums.get(account) ?? 0) + minor(amount))
  }
  return sums
}

/** What the tables of orders, refunds, payments and gift cards say, which the books do not add up. */
async function expected({ db }: Shop, currency: CurrencyCode) {
  const orders = await db.selectFrom('orders').selectAll().where('currency', '=', currency).execute()
  const ids = new Set(orders.map(({ id }) => id))
  const refunds = (await db.selectFrom('order_refunds').selectAll().execute()).filter((row) => ids.has(row.order_id))
  const attempts = await db.selectFrom('payment_attempts').selectAll().where('currency', '=', currency).execute()
  const uses = await db
    .selectFrom('gift_card_uses as u')
    .innerJoin('gift_cards as g', 'g.id', 'u.gift_card_id')
    .select(['u.order_id', 'u.amount', 'u.returned', 'g.order_id as bought'])
    .execute()
  const used = uses.filter((use) => ids.has(use.order_id))
  const left = (isGiven: boolean) =>
    sum(
      used.filter(({ bought: by }) => (by === null) === isGiven),
      (use) => use.amount - use.returned,
    )
  const cards = await db
    .selectFrom('order_lines')
    .select(['order_id', 'line_total'])
    .where('sku', '=', 'GIFT')
    .execute()
  const cardsSold = sum(
    cards.filter((line) => ids.has(line.order_id)),
    (line) => line.line_total,
  )
  const net = (of: 'total' | 'vat') =>
    sum(orders, (order) => (of === 'total' ? order.total : order.vat_total)) -
    sum(refunds, (refund) => (of === 'total' ? refund.amount : refund.vat))
  const firms = orders.filter((order) => order.reverse_charge === 1)
  const byCard = attempts.filter(({ provider }) => provider !== 'invoice')
  return {
    vat: net('vat'),
    sales: net('total') - net('vat') - cardsSold,
    cards: { sold: left(false) - cardsSold, given: left(true) },
    providers: sum(byCard, ({ captured, refunded }) => captured - refunded),
    receivables: net('total') - left(false) - left(true) - sum(byCard, ({ captured, refunded }) => captured - refunded),
    firms:
      sum(firms, ({ total }) => total) -
      sum(
        refunds.filter((refund) => firms.some(({ id }) => id === refund.order_id)),
        ({ amount }) => amount,
      ),
  }
}

test('the files of four currencies add up to orders, refunds, payments and gift cards, exact to the öre', async () => {
  const clock = movableClock()
  await using at = await shopAsking(clock)
  const { shop } = at
  await aMonth(shop, clock)
  const browser = await signedIn(shop, 'owner')
  for (const currency of ['SEK', 'NOK', 'DKK', 'EUR'] as const) {
    const right = await expected(shop, currency)
    const sums = accountsOf(await fileOf(shop, browser, 'sie', currency))
    const of = (...names: string[]) => sum([...new Set(names)], (name) => sums.get(name) ?? 0)
    const booked = {
      vat: 0 - of(accounts.vatOss, ...Object.values(accounts.vat)),
      sales:
        0 - of(accounts.salesEu, accounts.salesExport, accounts.salesReverseCharge, ...Object.values(accounts.sales)),
      cards: { sold: of(accounts.giftCards), given: of(accounts.givenCards) },
      providers: of(accounts.providers),
      receivables: of(accounts.receivables),
    }
    const { firms, ...inBooks } = right
    expect([currency, booked, of(accounts.rounding)]).toEqual([currency, inBooks, 0])
    const vouchers = readTable(await fileOf(shop, browser, 'vouchers', currency))
    const byAccount = Map.groupBy(vouchers, (row) => row[2] ?? '')
    for (const [account, rows] of byAccount)
      expect([account, sum(rows, (row) => minor(row[4] ?? '') - minor(row[5] ?? ''))]).toEqual([
        account,
        sums.get(account) ?? 0,
      ])
    const rates = readTable(await fileOf(shop, browser, 'vat', currency))
    expect([currency, sum(rates, (row) => minor(row[8] ?? '')), sum(rates, (row) => minor(row[9] ?? ''))]).toEqual([
      currency,
      right.sales,
      right.vat,
    ])
    const companies = readTable(await fileOf(shop, browser, 'eu_companies', currency))
    expect(companies.map((row) => [row[1], minor(row[2] ?? '')])).toEqual(firms > 0 ? [[vatNumber, firms]] : [])
  }
})
