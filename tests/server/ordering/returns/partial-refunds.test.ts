import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { ReturnPage } from '../../../../src/contracts/customer-pages/return-page.ts'
import type { Session } from '../../../../src/server/identity/sessions/session.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { returnAnswer } from '../../../../src/server/ordering/order-pages/return-answer.ts'
import { latestOrderOf, orderLineRows, type OrderRow } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import { openAttempt } from '../../../../src/server/payments/queries.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { RefundLedger, type GivenBack } from '../../../oracle/refunds.ts'
import { cases } from '../../../support/cases.ts'
import { pageOf } from '../../../support/page-answer.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { storeAgreements } from '../cart/agreed-carts.ts'
import { aForm, fixtureShop, somebody, swedish } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'
import { due, held, parcel } from '../edits/charges.ts'
import { clock } from '../edits/editor.ts'
import { aCard, balanceOf } from '../gift-cards/holder.ts'
import { pay } from '../orders/parcels.ts'
import type { Card } from '../random-orders/any-order.ts'
import { checkBooks } from '../random-orders/books.ts'
import { checkCards, checkOrder, onCards } from '../random-orders/invariants.ts'
import {
  anyRefundCase,
  bigGift,
  buyers,
  minFix,
  refundAgreements,
  refundCoupons,
  refundProducts,
  storeRefundPrices,
  type RefundCase,
} from './any-refunds.ts'
import { kindsOfRefunds } from './kinds-of-refunds.ts'

const customer = 'somebody'
const agreements = { rows: refundAgreements, personal: { power: 22 } }
const none = { rows: [], personal: {} }

async function refundShop() {
  clock.restart()
  const shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 1_000_000 }).execute()
  await addCustomer(shop, { id: customer })
  await addOrganization(shop, { id: 'firm', members: {} })
  await storeAgreements(shop.db, customer)
  await storeRefundPrices(shop.db)
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'p', customer_id: customer, organization_id: null, discount_category: 'power', percent: 22 })
    .execute()
  const open = { customer_id: null, starts_at: null, ends_at: null, usage_limit: null, used: 0 }
  const all = { percentage: null, groups: '[]', excluded_groups: '[]', discount_categories: '[]' }
  for (const { code, fixed, minimum, adds } of [minFix, bigGift]) {
    const coupon = {
      ...open,
      ...all,
      code,
      fixed_amounts: JSON.stringify(fixed),
      minimum_spend: minimum,
      adds_sku: adds,
    }
    await shop.db.insertInto('coupons').values(coupon).execute()
  }
  return shop
}

function ledgerOf({ buyer, isCustomer, wanted, codes }: RefundCase): RefundLedger {
  const terms = {
    products: refundProducts,
    coupons: refundCoupons,
    codes,
    buyer: buyers[buyer],
    agreements: isCustomer ? agreements : none,
    isUntaxed: buyer === 'firm',
  }
  return new RefundLedger(terms, wanted)
}

/** Buys as a shopper does: the checkout's page, its form, and the payment. */
async function bought(shop: Shop, { buyer, isCustomer, wanted, codes, card }: RefundCase) {
  clock.advance(1)
  const { country, currency, postal_code, ...place } = buyers[buyer]
  const customerId = isCustomer ? customer : null
  const context = { ...swedish(country, currency), ...(isCustomer && { buyer: customer }) }
  const checkoutId = await storeCart(shop, context, { checkoutId: null, items: wanted, coupons: codes, customerId })
  const visitor = { ...somebody(customerId), clientAddress: newId() }
  const form = {
    ...aForm({ payment_method: 'sandbox', email: `${newId()}@example.se`, country, postal_code }),
    ...('firm' in place && place.firm),
  }
  const updated = await sendCheckout(shop, 'sv', checkoutId, { ...form, action: 'update', seen: '' }, visitor)
  if (updated.kind !== 'page') throw new Error(`The checkout is not shown but ${updated.kind}.`)
  const cards: Card[] = card === 0 ? [] : [{ id: (await aCard(shop, card, currency)).id, worth: card }]
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write(cards.map(({ id }) => id)) })
  const shown = await openCheckout(shop, 'sv', checkoutId, visitor)
  if (shown.kind !== 'page') throw new Error(`The checkout is not shown but ${shown.kind}.`)
  const posted = await sendCheckout(
    shop,
    'sv',
    checkoutId,
    { ...form, action: 'place', seen: shown.page.seen },
    visitor,
  )
  expect(posted, 'the order is placed').toMatchObject({ kind: 'go' })
  const attempt = await openAttempt(shop.db, (await orderOf(shop, checkoutId)).id)
  if (attempt) await pay(shop, attempt.id)
  return { order: await orderOf(shop, checkoutId), cards }
}

async function orderOf({ db }: Shop, checkoutId: string): Promise<OrderRow> {
  const order = await latestOrderOf(db, checkoutId)
  if (!order) throw new Error('There is no order.')
  return order
}

/** Units come back by the page of returns; what it says of the refund is what was said of it. */
async function comeBack(shop: Shop, { id, number }: OrderRow, { counts, isFault }: GivenBack): Promise<number | null> {
  const session = { order: { id, number }, customer: null } as unknown as Session
  const reason = isFault ? 'faulty' : 'changed_mind'
  const chosen = (await orderLineRows(shop.db, id)).flatMap(({ position }, at) =>
    counts[at] ? [[`quantity:${position}`, String(counts[at])] as const, [`reason:${position}`, reason] as const] : [],
  )
  const post = async (fields: Record<string, string>): Promise<ReturnPage | undefined> => {
    const body = new URLSearchParams({ ...Object.fromEntries(chosen), ...fields })
    return pageOf(await returnAnswer(shop, session, number, new Request('http://shop.test/', { method: 'POST', body })))
  }
  clock.advance(60)
  let page = await post({})
  const said = page?.kind === 'confirm' ? page.pays.total : null
  if (said !== null) page = await post({ action: 'confirm', pays: String(said) })
  expect(page, 'the return is registered').toMatchObject({ kind: 'registered' })
  const open = shop.db.selectFrom('returns').select('id').where('order_id', '=', id).where('status', '=', 'requested')
  const { id: returnId } = await open.executeTakeFirstOrThrow()
  await receiveReturn(shop, { returnId, actor: 'x', isRestocked: true, isRefunded: true })
  return said
}

async function withdrawn(shop: Shop, orderId: string, counts: readonly number[]): Promise<void> {
  clock.advance(60)
  const units = (await orderLineRows(shop.db, orderId))
    .map(({ position }, at) => ({ position, quantity: counts[at] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  await withdraw(shop, { orderId, actor: 'shopper', name: 'Anna', units })
}

/** Takes the units back as a shopper does, and compares the refund with the ledger's. */
async function giveBack(shop: Shop, order: OrderRow, given: GivenBack, { ledger, isSent }: Walk): Promise<boolean> {
  const wasDeducted = ledger.isDeducted()
  const right = ledger.take(given)
  const before = await refundsOf(shop.db, order.id)
  if (!isSent) await withdrawn(shop, order.id, given.counts)
  else {
    const said = await comeBack(shop, order, given)
    const isSaid = said !== null || right.deduction !== 0n
    if (isSaid) expect(said, 'the page says what is refunded').toBe(Number(right.goods))
  }
  const all = await refundsOf(shop.db, order.id)
  const made = all.filter(({ id }) => !before.some((each) => each.id === id))
  const sum = (of: (refund: (typeof all)[number]) => number) => made.reduce((total, each) => total + of(each), 0)
  expect([sum(({ amount, delivery }) => amount - delivery), sum(({ deduction }) => deduction)], 'the refund').toEqual([
    Number(right.goods),
    Number(right.deduction),
  ])
  const delivery = sum((each) => each.delivery)
  if (right.deduction === 0n && !wasDeducted && delivery === 0)
    expect(
      sum(({ vat }) => vat),
      'its VAT',
    ).toBe(Number(right.vat))
  return right.deduction > 0n
}
type Walk = { ledger: RefundLedger; isSent: boolean }

async function checkMoney(shop: Shop, { order, cards }: Awaited<ReturnType<typeof bought>>): Promise<void> {
  await checkOrder(shop, order.id)
  await checkCards(shop, cards)
  const back = (await refundsOf(shop.db, order.id)).reduce((sum, { amount }) => sum + amount, 0)
  expect(back, 'never more is paid back than was paid').toBeLessThanOrEqual(order.total)
  const kept = (await held(shop, order.id)) + (await onCards(shop, order.id))
  expect(kept, 'money and cards are what was not paid back').toBe(order.total - back)
}

async function tryCase(shop: Shop, tried: RefundCase): Promise<number> {
  // A company has no right to withdraw.
  const isSent = tried.isSent || tried.buyer === 'firm'
  const ledger = ledgerOf(tried)
  const now = await bought(shop, tried)
  const { order } = now
  expect(order.total - order.delivery_total, 'what is paid for the goods').toBe(Number(ledger.paid.inc))
  const skus = (await orderLineRows(shop.db, order.id)).map(({ sku }) => sku)
  expect(skus).toEqual(ledger.lines.map(({ sku }) => sku))
  if (isSent) {
    await parcel(shop, order.id)
    await deliverOrder(shop, { orderId: order.id, actor: 'x' })
  }
  // Which of the units have a fixed amount, or are in a bundle, is not said of faulty ones.
  const isBundled = tried.wanted.some((line) => line.upselling_bundle_id !== undefined)
  const mayBeFaulty = isSent && !isBundled && !ledger.applied.some((code) => ['FIXED50', 'MINFIX'].includes(code))
  let deductions = 0
  const all = { units: ledger.lines.map(({ quantity }) => quantity), isFault: false }
  for (const { units, isFault } of [...tried.turns, all]) {
    const counts = ledger.lines.map(({ quantity }, at) => Math.min(units[at] ?? 0, quantity - (ledger.back[at] ?? 0)))
    if (counts.every((count) => count === 0)) continue
    if (await giveBack(shop, order, { counts, isFault: isFault && mayBeFaulty }, { ledger, isSent })) deductions += 1
    await checkMoney(shop, now)
  }
  const isDeliveryBack = (await refundsOf(shop.db, order.id)).some(({ delivery }) => delivery > 0)
  if (order.delivery_total > 0 && !isDeliveryBack)
    await refundOrder(shop, { orderId: order.id, actor: 'x', reason: '', units: [], withDelivery: true })
  await checkMoney(shop, now)
  expect(await due(shop, order.id), 'all that was paid is paid back').toEqual({ total: 0, vat: 0 })
  for (const { id, worth } of now.cards) expect(await balanceOf(shop, id)).toBe(worth)
  await checkBooks(shop, [order.id])
  return deductions
}

test.each(Object.entries(kindsOfRefunds))('refunds add up to what was paid: %s', async (_name, tried) => {
  await using shop = await refundShop()
  await tryCase(shop, tried)
})

test('refunds of any order in parts add up to what was paid, as the ledger says', { timeout: 3_600_000 }, async () => {
  const all = cases(inject('engine') === 'sqlite' ? 400 : 80, 0.02)
  let deductions = 0
  for (let done = 0; done < all; done += 25) {
    await using shop = await refundShop()
    const property = fc.asyncProperty(anyRefundCase, async (tried) => {
      deductions += await tryCase(shop, tried)
    })
    await fc.assert(property, { numRuns: Math.min(25, all - done) })
  }
  if (all > 50) expect(deductions).toBeGreaterThan(all / 20)
})
