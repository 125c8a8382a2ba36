import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { debitGiftCard } from '../../../../src/server/ordering/gift-cards/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import { aForm, buy, checkoutWith, fixtureShop } from '../checkout/buyer.ts'
import { outcomeOf, pay } from '../orders/parcels.ts'
import { aCard, balanceOf } from './holder.ts'

test('a refund of a gift card does not deadlock with an order that pays with it and the card that paid', async () => {
  await using shop = await fixtureShop()
  const { id: used } = await aCard(shop, 20_000)
  const goods = [
    ['FAN', 1],
    ['GIFT', 1],
  ] as const
  const checkoutId = await checkoutWith(shop, goods)
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([used]) })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(`Not placed but ${placed.kind}.`)
  await pay(shop, placed.attemptId)
  await deliverOutbox(shop)
  const cards = shop.db.selectFrom('gift_cards').select('id').where('order_id', '=', placed.orderId)
  const { id: sold } = await cards.executeTakeFirstOrThrow()
  const at = shop.now().toISOString()
  let refund: Promise<string> | undefined
  const isPaid = await shop.db.transaction().execute(async (trx) => {
    const isFirst = await debitGiftCard(trx, { id: used, amount: 100 }, at)
    refund = outcomeOf(refundOrder(shop, { orderId: placed.orderId, actor: 'x', reason: '', withDelivery: true }))
    await wait(500)
    return isFirst && (await debitGiftCard(trx, { id: sold, amount: 100 }, at))
  })
  expect([isPaid, await refund]).toEqual([true, 'not_possible'])
  expect(await balanceOf(shop, sold)).toBe(50_000 - 100)
})
