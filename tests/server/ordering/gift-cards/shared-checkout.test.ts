import { expect, test } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { jar } from '../../call.ts'
import { aForm, checkoutWith, fixtureShop } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'
import { aCard, balanceOf } from './holder.ts'

/** A browser that opens and sends one checkout. */
function visiting(shop: Shop, checkoutId: string) {
  const cookies = new Map<string, string>()
  const visitor = () => ({ customerId: null, clientAddress: '127.0.0.1', cookies: jar(cookies) })
  const look = async () => {
    const answer = await openCheckout(shop, 'sv', checkoutId, visitor())
    if (answer.kind !== 'page') throw new Error(`No checkout but ${answer.kind}.`)
    return answer.page
  }
  const send = async (fields: Record<string, string>) =>
    sendCheckout(shop, 'sv', checkoutId, { ...aForm(), seen: (await look()).seen, ...fields }, visitor())
  return { look, send }
}

test('a gift card that was typed in a checkout pays nothing for others who have its link', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 100_000)
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const [maker, buyer] = [visiting(shop, checkoutId), visiting(shop, checkoutId)]
  await maker.send({ action: 'refresh' })
  expect(await buyer.send({ gift_card: code, action: 'gift_card' })).toMatchObject({ kind: 'page', page: { due: 0 } })
  expect((await buyer.look()).giftCards).toHaveLength(1)
  expect(await maker.look()).toMatchObject({ giftCards: [] })
  const taken = await maker.send({ action: 'place', name: 'Mallory', payment_method: 'invoice' })
  expect(taken).toMatchObject({ kind: 'go' })
  expect(await balanceOf(shop, id)).toBe(100_000)
  const order = await shop.db.selectFrom('orders').select('gift_card_total').executeTakeFirstOrThrow()
  expect(order.gift_card_total).toBe(0)
})

test('the buyer pays with it, and types it again where somebody else has sent the checkout since', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 100_000)
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const [maker, buyer] = [visiting(shop, checkoutId), visiting(shop, checkoutId)]
  await buyer.send({ gift_card: code, action: 'gift_card' })
  await maker.send({ action: 'refresh' })
  expect((await buyer.look()).giftCards).toEqual([])
  await buyer.send({ gift_card: code, action: 'gift_card' })
  expect(await buyer.send({ action: 'place' })).toMatchObject({ kind: 'go' })
  expect(await balanceOf(shop, id)).toBeLessThan(100_000)
})
