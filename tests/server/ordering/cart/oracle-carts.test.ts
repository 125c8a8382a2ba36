import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { cartAmounts } from '../../../../src/domain/cart/cart-amounts.ts'
import { translator } from '../../../../src/i18n/translator.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { lowestLines } from '../../../oracle/agreed.ts'
import { oracleAmounts, withDelivery, type OracleAmount } from '../../../oracle/amounts.ts'
import { shopCoupons, shopDelivery, shopGifts, shopLines } from '../../../oracle/shop.ts'
import { readAmount } from '../../../oracle/shown.ts'
import { cases } from '../../../support/cases.ts'
import { asGerman, germanFixtureShop } from '../../home/german-fixture.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { agreedRows, storeAgreements } from './agreed-carts.ts'
import { buyCart } from './buy-cart.ts'
import { anyGermanCart, germanData } from './german-carts.ts'
import { anyShopCart, customerCoupon, gramsOf, storedCoupons, storedProducts, type RandomCart } from './random-carts.ts'

type Bought = Awaited<ReturnType<typeof buyCart>>

/** The sums are those of one function on both databases; `npm run faults -- amounts` compares many more. */
const numRuns = cases(inject('engine') === 'sqlite' ? 100 : 40, 0.5)
const personalOf = (customerId: string | null): Record<string, number> => (customerId === null ? {} : { power: 22 })
const plain = ({ inc, ex }: OracleAmount) => ({ inc: Number(inc), ex: Number(ex) })

const gramsIn = (lines: readonly { sku: string; quantity: number }[]) =>
  lines.reduce((sum, { sku, quantity }) => sum + gramsOf(sku) * quantity, 0)

const swedishData = { products: storedProducts, coupons: storedCoupons, customerCoupon, agreed: agreedRows }
type Data = typeof swedishData

/** The cart's expected result by the specification, from the shop's data. */
function rightFor({ wanted, codes, place, customerId }: RandomCart, data: Data) {
  const stored = customerId === null ? data.coupons : [...data.coupons, data.customerCoupon]
  const personal = personalOf(customerId)
  const agreements = { rows: customerId === null ? [] : data.agreed, personal }
  const own = shopLines(data.products, wanted, place, agreements)
  const coupons = shopCoupons(stored, codes, own, place)
  const lines = [
    ...lowestLines(own, coupons, personal),
    ...shopGifts(data.products, stored, coupons, place, agreements),
  ]
  const amounts = oracleAmounts(lines, { coupons, personal })
  const isMailed = lines.length > 0 && lines.every(({ sku }) => sku === 'GIFT')
  const goods = amounts.lines.reduce((sum, { total }, at) => (lines[at]?.type === 4 ? sum : sum + total.inc), 0n)
  const delivery = isMailed ? { inc: 0n, ex: 0n } : shopDelivery(goods, gramsIn(lines), place.delivery, place)
  return { lines, coupons, amounts, delivery, total: withDelivery(amounts, delivery) }
}
type Right = ReturnType<typeof rightFor>

/** What a company pays for it that accounts for the VAT itself: what the cart shows without VAT (decision 0015). */
function reverseCharged(right: Right): Right {
  const untaxed = ({ ex }: OracleAmount) => ({ inc: ex, ex })
  const { lines, items, discount, total } = right.amounts
  const amounts = {
    lines: lines.map((line) => ({
      percent: line.percent,
      unit: untaxed(line.unit),
      total: untaxed(line.total),
      share: untaxed(line.share),
    })),
    items: untaxed(items),
    discount: untaxed(discount),
    total: untaxed(total),
  }
  return {
    ...right,
    lines: right.lines.map((line) => ({ ...line, vat: 0 })),
    amounts,
    delivery: untaxed(right.delivery),
    total: untaxed(right.total),
  }
}

function expectSynced({ lines, coupons }: Bought, right: Right): void {
  const facts = ({
    sku,
    product_id,
    quantity,
    price,
    ordinary_price,
    vat,
    campaign,
    group_id,
    discount_category,
  }: Right['lines'][number]) => ({
    sku,
    product_id,
    quantity,
    price,
    ordinary_price,
    vat,
    campaign,
    group_id,
    discount_category,
  })
  expect(lines).toMatchObject(right.lines.map(facts))
  expect(
    lines.map((line) => [
      line.upselling_bundle_id ?? null,
      line.cross_selling_product_id ?? null,
      line.added_by_coupon ?? null,
    ]),
  ).toEqual(
    right.lines.map((line) => [
      line.upselling_bundle_id ?? null,
      line.cross_selling_product_id ?? null,
      line.added_by_coupon ?? null,
    ]),
  )
  const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1)
  expect(coupons.toSorted(byCode)).toMatchObject(right.coupons.toSorted(byCode))
}

/** The browser's result from the two answers, with the same function as the server. */
function expectBrowser({ lines, coupons }: Bought, right: Right, { customerId }: RandomCart): void {
  const said = cartAmounts(lines, { coupons, personal: personalOf(customerId) })
  expect(said.lines.map(({ unit, total, share, percent }) => ({ unit, total, share, percent }))).toEqual(
    right.amounts.lines.map((line) => ({
      unit: plain(line.unit),
      total: plain(line.total),
      share: plain(line.share),
      percent: line.percent,
    })),
  )
  expect([said.items, said.discount, said.total]).toEqual(
    [right.amounts.items, right.amounts.discount, right.amounts.total].map(plain),
  )
}

function expectPage({ page }: Bought, right: Right): void {
  expect(
    page.lines.map(({ sku, quantity, amounts: { unit, total, share } }) => ({ sku, quantity, unit, total, share })),
  ).toEqual(
    right.amounts.lines.map((line, at) => ({
      sku: right.lines[at]?.sku,
      quantity: right.lines[at]?.quantity,
      unit: plain(line.unit),
      total: plain(line.total),
      share: plain(line.share),
    })),
  )
  expect(page.totals).toEqual(totalsOf(right))
}

function totalsOf({ amounts, delivery, total }: Right) {
  return {
    items: plain(amounts.items),
    discount: plain(amounts.discount),
    delivery: plain(delivery),
    total: plain(total),
  }
}

function expectOrder({ order, orderLines }: Bought, right: Right): void {
  const { items, discount, delivery, total } = totalsOf(right)
  expect(order).toMatchObject({
    items_total: items.inc,
    discount_total: discount.inc,
    discount_vat: discount.inc - discount.ex,
    delivery_total: delivery.inc,
    delivery_vat: delivery.inc - delivery.ex,
    vat_total: total.inc - total.ex,
    total: total.inc,
  })
  expect(
    orderLines.map(
      ({ sku, quantity, unit_price, line_total, vat_total, discount_share, discount_share_vat, vat_rate }) => ({
        sku,
        quantity,
        unit_price,
        line_total,
        vat_total,
        discount_share,
        discount_share_vat,
        vat_rate,
      }),
    ),
  ).toEqual(
    right.amounts.lines.map(({ unit, total: line, share }, at) => ({
      sku: right.lines[at]?.sku,
      quantity: right.lines[at]?.quantity,
      unit_price: Number(unit.inc),
      line_total: Number(line.inc),
      vat_total: Number(line.inc - line.ex),
      discount_share: Number(share.inc),
      discount_share_vat: Number(share.inc - share.ex),
      vat_rate: Math.round((right.lines[at]?.vat ?? 0) * 100),
    })),
  )
}

function expectConfirmation({ confirmation }: Bought, right: Right): void {
  expect(confirmation.totals).toEqual(totalsOf(right))
  expect(confirmation.lines.map(({ sku, quantity, unit, total }) => ({ sku, quantity, unit, total }))).toEqual(
    right.amounts.lines.map(({ unit, total }, at) => ({
      sku: right.lines[at]?.sku,
      quantity: right.lines[at]?.quantity,
      unit: plain(unit),
      total: plain(total),
    })),
  )
}

function expectMail({ mail }: Bought, right: Right, { language }: RandomCart): void {
  const t = translator(language)
  const said = mail.split('\n')
  const amountIn = (text: string | undefined) =>
    text === undefined || text === t('checkout:free') ? 0n : readAmount(text, language)
  const lines = said
    .filter((line) => / x .* \(.*\) {2}/.test(line))
    .map((line) => [line.split(' x ')[0], amountIn(line.split('  ').at(-1))])
  expect(lines).toEqual(right.amounts.lines.map(({ total }, at) => [String(right.lines[at]?.quantity), total.inc]))
  const sums = (['discount', 'delivery', 'total', 'vat'] as const).map((name) => {
    const line = said.find((each) => each.startsWith(`${t(`mail:order_confirmed.${name}`)}: `))
    return amountIn(line?.split(': ').at(-1))
  })
  expect(sums).toEqual([
    -right.amounts.discount.inc,
    right.delivery.inc,
    right.total.inc,
    right.total.inc - right.total.ex,
  ])
}

async function expectCarts(shop: Shop, anyCart: fc.Arbitrary<RandomCart>, data: Data, numRuns: number): Promise<void> {
  await addCustomer(shop, { id: 'somebody' })
  await shop.db.updateTable('stock').set({ on_hand: 1_000_000_000 }).execute()
  await shop.db
    .updateTable('coupons')
    .set({ usage_limit: null })
    .where('code', '=', 'CUSTOMERDISCOUNT:somebody')
    .execute()
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'p', customer_id: 'somebody', organization_id: null, discount_category: 'power', percent: 22 })
    .execute()
  let visitor = 0
  await fc.assert(
    fc.asyncProperty(anyCart, async (cart) => {
      const right = rightFor(cart, data)
      const paid = cart.place.firm ? reverseCharged(right) : right
      const bought = await buyCart(shop, cart, `10.0.${(visitor += 1) >> 8}.${visitor & 255}`)
      expectSynced(bought, right)
      expectBrowser(bought, right, cart)
      expectPage(bought, paid)
      expectOrder(bought, paid)
      expectConfirmation(bought, paid)
      expectMail(bought, paid, cart)
      expect(bought.page.currency).toBe(cart.place.currency)
    }),
    { numRuns },
  )
}

test(`spec 9: browser, sync, checkout, order and mail match the oracle in ${numRuns} forged carts`, async () => {
  await using shop = await fixtureShop()
  await storeAgreements(shop.db, 'somebody')
  await expectCarts(shop, anyShopCart, swedishData, numRuns)
})

test(`spec 9: so do ${numRuns / 2} carts of a shop in Germany, with exports and reverse charge`, async () => {
  await using shop = await germanFixtureShop()
  await storeAgreements(shop.db, 'somebody', asGerman)
  await expectCarts(shop, anyGermanCart, germanData, numRuns / 2)
})
