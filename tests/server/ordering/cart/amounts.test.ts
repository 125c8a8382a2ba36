import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import type { ShoppingContext } from '../../../../src/domain/places/shopping-context.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { totalsOf, type Amounts, type Totals } from '../../../faults/amounts-oracle/amounts.ts'
import { readFacts } from '../../../faults/amounts-oracle/read-facts.ts'
import type { ShopFacts } from '../../../faults/amounts-oracle/shop-facts.ts'
import { checkDocument } from '../../../faults/amounts/check-document.ts'
import { checkMail } from '../../../faults/amounts/check-order.ts'
import { checkSync, describe as describeCart } from '../../../faults/amounts/check-sync.ts'
import { addOddAmounts } from '../../../faults/amounts/odd-amounts.ts'
import { isOrderable, places, type SampleOrder } from '../../../faults/amounts/order-trip.ts'
import { randomCart, type RandomCart } from '../../../faults/amounts/random-cart.ts'
import { Random } from '../../../faults/amounts/random.ts'
import { readMailText } from '../../../faults/amounts/read-order.ts'
import { Tally } from '../../../faults/amounts/tally.ts'
import { confirmations } from '../../../faults/amounts/try-orders.ts'
import { cases } from '../../../support/cases.ts'
import { fixtureNow } from '../../../support/fixture-shop.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import type { TestShop } from '../../../support/test-shop.ts'
import { call } from '../../call.ts'
import { aForm, buy, fixtureShop, swedish, orderedPage } from '../checkout/buyer.ts'
import { openCheckout } from '../checkout/visit-checkout.ts'

const carts = cases(200, 0.4)
const orders = cases(12, 0.5)
/** Another seed gives other carts, reproducibly. */
const seed = 12

describe('random carts and orders cost what the specification says, to the öre', () => {
  let shop: TestShop
  let facts: ShopFacts
  const random = new Random(seed)

  beforeAll(async () => {
    shop = await fixtureShop()
    await addOddAmounts(shop, { seed, now: fixtureNow })
    await shop.settings.refresh()
    facts = await readFacts(shop.db, fixtureNow)
  })
  afterAll(() => shop.close())

  const draw = (): RandomCart => ({ ...randomCart({ random, facts, at: fixtureNow, customer: null }), language: 'sv' })
  const contextOf = ({ market }: RandomCart): ShoppingContext =>
    swedish(market.country, market.currency as CurrencyCode)

  /** Compares the cart's answer and its checkout with the oracle. */
  async function tryCart(
    tally: Tally,
    cart: RandomCart,
  ): Promise<{ checkoutId: string; expected: Amounts; totals: Totals | undefined }> {
    const body = { items: cart.items, coupons: cart.codes.map((code) => ({ code })) }
    const { answer } = await call(shop, SyncCart, syncCart, { body, shopping: contextOf(cart) })
    const expected = checkSync(tally, facts, cart, answer)
    const items = cart.items.map((item) => ({ ...item }))
    const checkoutId = await storeCart(shop, contextOf(cart), { checkoutId: null, items, coupons: cart.codes })
    return { checkoutId, expected, totals: await checkPage(tally, cart, { checkoutId, expected }) }
  }

  async function checkPage(
    tally: Tally,
    cart: RandomCart,
    { checkoutId, expected }: { checkoutId: string; expected: Amounts },
  ): Promise<Totals | undefined> {
    const shown = await openCheckout(shop, 'sv', checkoutId)
    if (shown.kind !== 'page') throw new Error(`No checkout but ${shown.kind}.`)
    const { page } = shown
    const at = (): string => describeCart(cart)
    tally.check(
      'checkout: lines',
      expected.lines.map(({ part, quantity, each, total }, index) => ({
        sku: part.sku,
        quantity,
        unit: plain(each),
        total: plain(total),
        share: plain(expected.shares[index]),
      })),
      page.lines.map(({ sku, quantity, amounts: { unit, total, share } }) => ({ sku, quantity, unit, total, share })),
      at,
    )
    const priced = expected.offers.map(({ id, price }) => ({
      id,
      totals: totalsOf(facts, expected, price, cart.market.country),
    }))
    tally.check(
      'checkout: deliveries',
      priced.map(({ id, totals }) => [id, plain(totals.delivery)]),
      page.deliveries.map(({ id, price }) => [id, price]),
      at,
    )
    const chosen = priced.find(({ id }) => id === page.delivery?.id)?.totals
    if (chosen === undefined) return undefined
    const { items, fixed, delivery, total, vat } = chosen
    tally.check(
      'checkout: totals',
      {
        items: plain(items),
        discount: plain(fixed),
        delivery: plain(delivery),
        total: plain({ inc: total, ex: total - vat }),
      },
      page.totals,
      at,
    )
    return chosen
  }

  test(`${carts} carts through the call of the drawer and the checkout`, async () => {
    const tally = new Tally()
    for (let at = 0; at < carts; at += 1) await tryCart(tally, draw())
    expect(tally.compared).toBeGreaterThan(carts * 6)
    expect(tally.different, tally.lines().join('\n')).toBe(0)
  })

  test(`${orders} orders: the stored order, the confirmation mail and the invoice`, async () => {
    const tally = new Tally()
    const placed: (SampleOrder & { orderId: string })[] = []
    while (placed.length < orders) {
      const order = await orderOne(tally, placed.length)
      if (order !== undefined) placed.push(order)
    }
    await deliverOutbox(shop)
    const mails = await confirmations(shop.env.SHOP_DATA, placed)
    for (const order of placed) {
      checkMail({ tally, facts, order }, readMailText(mails.get(order.email) ?? '', 'sv'))
      await shipOrder(shop, { orderId: order.orderId, actor: 'operator', carrier: '', trackingNumber: '' })
      const paper = await orderDocument(shop, order.orderId, 'invoice', 'sv')
      checkDocument(tally, facts, order, { name: 'invoice', words: wordsOf(paper?.pdf ?? Buffer.alloc(0)) })
    }
    expect(tally.different, tally.lines().join('\n')).toBe(0)
  })

  async function orderOne(tally: Tally, number: number): Promise<(SampleOrder & { orderId: string }) | undefined> {
    const cart = draw()
    const { checkoutId, expected, totals } = await tryCart(tally, cart)
    if (totals === undefined || !isOrderable(expected, cart)) return undefined
    const email = `amounts-${number}@example.com`
    const [postal_code = '', city = ''] = places[cart.market.country] ?? []
    const form = aForm({
      email,
      postal_code,
      city,
      country: cart.market.country,
      delivery_method: expected.offers[0]?.id ?? '',
    })
    const result = await buy(shop, checkoutId, form, contextOf(cart))
    if (result.kind !== 'placed') throw new Error(`Not placed but ${result.kind}: ${describeCart(cart)}`)
    const order = await orderedPage(shop, checkoutId)
    const { items, fixed, delivery, total, vat } = totals
    tally.check(
      'order: lines',
      expected.lines.map(({ part, quantity, each, total: sum }) => [part.sku, quantity, plain(each), plain(sum)]),
      order?.lines.map(({ sku, quantity, unit, total: sum }) => [sku, quantity, unit, sum]),
      () => describeCart(cart),
    )
    tally.check(
      'order: totals',
      {
        items: plain(items),
        discount: plain(fixed),
        delivery: plain(delivery),
        total: plain({ inc: total, ex: total - vat }),
      },
      order?.totals,
      () => describeCart(cart),
    )
    return { cart, expected, totals, isReversed: false, email, orderId: result.orderId }
  }
})

/** Whole öre as plain numbers, in the order of the shop's answers. */
function plain(amount: { inc: bigint; ex: bigint } | undefined): { inc: number; ex: number } {
  return { inc: Number(amount?.inc ?? 0n), ex: Number(amount?.ex ?? 0n) }
}
