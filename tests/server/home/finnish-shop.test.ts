import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { checkoutErrors } from '../../../src/domain/orders/checkout-form.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDocument } from '../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { ecbFile } from '../../support/fake-ecb.ts'
import { FakeVies } from '../../support/fake-vies.ts'
import { finland } from '../../support/homes.ts'
import { shownOf } from '../../support/page-answer.ts'
import { wordsOf } from '../../support/pdf-words.ts'
import { brief, sync } from '../ordering/cart/synced-cart.ts'
import { aForm, buy, checkoutWith, priced, theBrowser } from '../ordering/checkout/buyer.ts'
import { sendCheckout } from '../ordering/checkout/visit-checkout.ts'
import { aCard, balanceOf } from '../ordering/gift-cards/holder.ts'
import { importParts, shopIn, visitor } from './shop-at-home.ts'

const parts = ['FAN;Fläkt;100.00;50', 'RAM;Minne;39.90;50']
const buyer = { country: 'FI', postal_code: '00100', city: 'Helsingfors', payment_method: 'invoice' }

async function stocked() {
  const commands = await shopIn('FI')
  expect(await importParts(commands.shop, 'EUR', parts)).toMatchObject({ created: 2, error: null })
  return commands
}

async function slugOf({ db }: Shop, sku: string): Promise<string> {
  const row = await db
    .selectFrom('products')
    .innerJoin('product_texts', 'product_texts.product_id', 'products.id')
    .select('slug')
    .where('sku', '=', sku)
    .where('language', '=', 'sv')
    .executeTakeFirstOrThrow()
  return row.slug
}

async function shownPrice(shop: Shop, sku: string, context = visitor(shop)) {
  const page = shownOf(await productPage(shop, context, await slugOf(shop, sku)))?.page
  return [page?.product.prices.n[0]?.p, page?.product.vat]
}

test('a feed without VAT is stored in euros with 25.5 %, and shown so, listed so and without VAT abroad', async () => {
  await using commands = await stocked()
  const { shop } = commands
  const stored = await shop.db.selectFrom('prices').select(['currency', 'amount']).orderBy('amount').execute()
  expect(stored).toEqual([
    { currency: 'EUR', amount: 5_007 },
    { currency: 'EUR', amount: 12_550 },
  ])
  expect(visitor(shop)).toMatchObject({ country: 'FI', currency: { code: 'EUR' } })
  expect(await shownPrice(shop, 'FAN')).toEqual([125.5, 25.5])
  expect(await shownPrice(shop, 'FAN', visitor(shop, 'SE'))).toEqual([125, 25])
  expect(await shownPrice(shop, 'FAN', visitor(shop, 'DE'))).toEqual([119, 19])
  expect(await shownPrice(shop, 'FAN', visitor(shop, 'NO'))).toEqual([100, 0])
  const listed = async (query: Record<string, string>) =>
    shownOf(await categoryPage(shop, visitor(shop), 'delar', listQuery.parse(query)))?.page.listing.products.map(
      ({ sku, prices }) => [sku, prices.n[0]?.p],
    )
  expect(await listed({ sort: 'price_up' })).toEqual([
    ['RAM', 50.07],
    ['FAN', 125.5],
  ])
  expect(await listed({ price: '100..200' })).toEqual([['FAN', 125.5]])
})

test('a cart, its order, invoice and refund are in euros with Finnish VAT, and say nothing of Sweden', async () => {
  await using commands = await stocked()
  const { shop } = commands
  const context = visitor(shop)
  expect(brief(await sync(shop, { items: [{ sku: 'FAN', quantity: 2 }], coupons: [] }, context))).toEqual([
    ['FAN', 2, 125.5],
  ])
  const checkoutId = await checkoutWith(shop, [['FAN', 2]], [], context)
  const { totals, dueInBase } = await priced(shop, checkoutId, context)
  expect([totals.items, totals.delivery, totals.total, dueInBase]).toEqual([
    { inc: 25_100, ex: 20_000 },
    { inc: 490, ex: 390 },
    { inc: 25_590, ex: 20_390 },
    25_590,
  ])
  const placed = await buy(shop, checkoutId, aForm(buyer), context)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const { orderId } = placed
  expect(await orderById(shop.db, orderId)).toMatchObject({ currency: 'EUR', country: 'FI', total: 25_590 })
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: '' })
  const words = wordsOf((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0))
  for (const text of ['25,5 %', 'Organisationsnummer 0112038-9', 'FI01120389', 'IBAN', '255,90 €'])
    expect(words).toContain(text)
  expect(words).not.toMatch(/F-skatt|bankgiro|kr\b|SEK|Sverige/)
  await refundOrder(shop, {
    orderId,
    actor: 'operator',
    reason: '',
    units: [{ position: 1, quantity: 1 }],
    withDelivery: false,
  })
  const refund = await shop.db.selectFrom('refunds').select('amount').executeTakeFirstOrThrow()
  expect(refund.amount).toBe(12_550)
})

test('a gift card in euros pays what it is worth, and other currencies are converted from euros', async () => {
  await using commands = await stocked()
  const { shop, run, file } = commands
  expect((await run('gift-card', 'create', '50')).out).toContain('50.00 EUR')
  const { id, code } = await aCard(shop, 5_000, 'EUR')
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], [], visitor(shop))
  const post = (fields: Record<string, string>) =>
    sendCheckout(shop, 'sv', checkoutId, { ...aForm(buyer), seen: '', ...fields }, theBrowser(shop))
  const typed = await post({ gift_card: code, action: 'gift_card' })
  if (typed.kind !== 'page') throw new Error(typed.kind)
  expect([typed.page.totals.total.inc, typed.page.due]).toEqual([13_040, 8_040])
  await post({ seen: typed.page.seen, action: 'place' })
  expect(await balanceOf(shop, id)).toBe(0)
  writeFileSync(file('rates.xml'), ecbFile({ USD: 1.16, GBP: 0.88, NOK: 11.72, DKK: 7.46, SEK: 11 }))
  const imported = await run('rates', 'import', file('rates.xml'), '--max-change', '50')
  expect(imported.out).toMatch(/1 SEK costs 0\.0909\d+ EUR/)
  expect(imported.out).not.toContain('1 EUR costs')
  expect((await shownPrice(shop, 'FAN', visitor(shop, 'SE', 'SEK')))[0]).toBeCloseTo(1375, 1)
  expect((await run('rates', 'set', 'EUR', '1')).err).toContain('"EUR" is not one of SEK')
})

test('a Swedish organization with a confirmed number pays no VAT, a Finnish one does', async () => {
  await using commands = await stocked()
  await using vies = await FakeVies.start()
  const shop = { ...commands.shop, env: { ...commands.shop.env, ...vies.env } }
  const firm = { customer_kind: 'organization', organization_name: 'Firm', payment_method: 'sandbox' }
  const looked = async (form: Record<string, string>) => {
    const checkoutId = await checkoutWith(shop, [['FAN', 1]], [], visitor(shop, form['country']))
    const fields = { ...aForm({ ...firm, ...form }), action: 'update', seen: '' }
    const answer = await sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop))
    if (answer.kind !== 'page') throw new Error(answer.kind)
    return [answer.page.vat.state, answer.page.vat.reverseCharge !== null, answer.page.totals.items]
  }
  const swedish = { country: 'SE', organization_number: '556036-0793', vat_number: 'SE556036079301' }
  expect(await looked(swedish)).toEqual(['confirmed', true, { inc: 10_000, ex: 10_000 }])
  expect(vies.asked).toMatchObject([{ requesterMemberStateCode: 'FI', requesterNumber: '01120389' }])
  const finnish = { ...buyer, organization_number: '0112038-9', vat_number: 'FI01120389' }
  expect(await looked(finnish)).toEqual(['kept', false, { inc: 12_550, ex: 10_000 }])
  expect(await looked({ ...swedish, vat_number: 'FI01120389' })).toEqual(['kept', false, { inc: 12_500, ex: 10_000 }])
  expect(vies.asked).toHaveLength(1)
})

test('the number of a Finnish organization is checked, as that of a Swedish one is', async () => {
  const errorOf = (form: Record<string, string>) =>
    checkoutErrors(aForm({ customer_kind: 'organization', organization_name: 'Firm', ...form }), ['invoice'], {
      home: finland,
    }).organization_number
  const wrong = 'organization_number_invalid'
  expect(errorOf({ ...buyer, organization_number: '0112038-9' })).toBeUndefined()
  expect(errorOf({ ...buyer, organization_number: '0112038-8' })).toBe(wrong)
  expect(errorOf({ ...buyer, organization_number: '556036-0793' })).toBe(wrong)
  expect(errorOf({ country: 'SE', organization_number: '556036-0793' })).toBeUndefined()
  expect(errorOf({ country: 'SE', organization_number: '0112038-9' })).toBe(wrong)
  expect(errorOf({ country: 'DE', organization_number: 'HRB 1' })).toBeUndefined()
})
