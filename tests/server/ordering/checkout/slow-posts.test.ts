import { expect, test } from 'vitest'
import { identify } from '../../../../src/server/identity/sessions/identify.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { confirmationPage } from '../../../../src/server/ordering/order-pages/confirmation-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { jar } from '../../call.ts'
import { aCard, balanceOf } from '../gift-cards/holder.ts'
import { aForm, checkoutWith, fixtureShop } from './buyer.ts'
import { openCheckout, sendCheckout } from './visit-checkout.ts'

type Fields = Record<string, string>

/** A browser that opens and sends one checkout. */
function visiting(shop: Shop, checkoutId: string) {
  const cookies = new Map<string, string>()
  const visitor = () => ({ customerId: null, clientAddress: '127.0.0.1', cookies: jar(cookies) })
  const look = async () => {
    const answer = await openCheckout(shop, 'sv', checkoutId, visitor())
    if (answer.kind !== 'page') throw new Error(`No checkout but ${answer.kind}.`)
    return answer.page
  }
  const send = async (fields: Fields) =>
    sendCheckout(shop, 'sv', checkoutId, { ...aForm(), seen: (await look()).seen, ...fields }, visitor())
  const sendAgain = async (fields: Fields) => sendCheckout(shop, 'sv', checkoutId, { ...aForm(), ...fields }, visitor())
  /** Sends the form while the carrier does not answer; `end` lets it answer. */
  const sendSlowly = async (fields: Fields) => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<[]>()]
    const near = async () => (asked.resolve(), answered.promise)
    const form = { ...aForm(), seen: (await look()).seen, ...fields }
    const sent = sendCheckout(
      { ...shop, servicePoints: { ...shop.servicePoints, near } },
      'sv',
      checkoutId,
      form,
      visitor(),
    )
    await asked.promise
    return { end: async () => (answered.resolve([]), sent) }
  }
  const confirmation = async () => {
    const session = await identify(shop, { request: new Request('http://shop.test/'), cookies: jar(cookies) })
    return confirmationPage(shop, checkoutId, { session, cookies: jar(cookies) })
  }
  return { look, send, sendAgain, sendSlowly, confirmation }
}

async function twoBrowsers(shop: Shop) {
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  return { maker: visiting(shop, checkoutId), buyer: visiting(shop, checkoutId) }
}

test('a form that was sent before another browser typed takes neither its text nor its gift cards', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 100_000)
  const { maker, buyer } = await twoBrowsers(shop)
  const slow = await maker.sendSlowly({ action: 'refresh', name: 'Mallory' })
  await buyer.send({ gift_card: code, action: 'gift_card' })
  await slow.end()
  expect(await maker.look()).toMatchObject({ giftCards: [], form: { name: '' } })
  expect(await buyer.look()).toMatchObject({ giftCards: [{}], form: { name: 'Anna Andersson' } })
  expect(await balanceOf(shop, id)).toBe(100_000)
})

test('an order that was sent before another browser typed is not paid with its gift cards', async () => {
  await using shop = await fixtureShop()
  const { id, code } = await aCard(shop, 100_000)
  const { maker, buyer } = await twoBrowsers(shop)
  const slow = await maker.sendSlowly({ action: 'place', name: 'Mallory', payment_method: 'invoice' })
  await buyer.send({ gift_card: code, action: 'gift_card' })
  expect(await slow.end()).toMatchObject({ kind: 'go' })
  expect(await balanceOf(shop, id)).toBe(100_000)
})

test.each(['refresh', 'place'])(
  'a %s that was sent before another browser ordered shows nothing of its order',
  async (action) => {
    await using shop = await fixtureShop()
    const { maker, buyer } = await twoBrowsers(shop)
    const slow = await maker.sendSlowly({ action, name: 'Mallory' })
    expect(await buyer.send({ action: 'place' })).toMatchObject({ kind: 'go' })
    await slow.end()
    expect(await maker.confirmation()).toMatchObject({ isBuyer: false, order: { email: '' } })
    expect(await buyer.confirmation()).toMatchObject({ isBuyer: true, order: { email: 'anna@example.se' } })
  },
)

test('an order that was sent before another browser ordered is not led to the payment of that order', async () => {
  await using shop = await fixtureShop()
  const { maker, buyer } = await twoBrowsers(shop)
  const slow = await maker.sendSlowly({ action: 'place', name: 'Mallory', payment_method: 'sandbox' })
  const payment = await buyer.send({ action: 'place', payment_method: 'sandbox' })
  expect(payment).toMatchObject({ kind: 'go', path: expect.stringContaining('/sandbox-payment/') })
  expect(await slow.end()).toMatchObject({ path: expect.stringContaining('/checkout/confirmation/') })
  const again = await buyer.sendAgain({ action: 'place', payment_method: 'sandbox' })
  expect(again, 'the buyer is').toEqual(payment)
})

test('a cancelled order is shown to its buyer alone, whoever has typed in the checkout since', async () => {
  await using shop = await fixtureShop()
  const { maker, buyer } = await twoBrowsers(shop)
  await buyer.send({ action: 'place' })
  expect(await buyer.confirmation()).toMatchObject({ isBuyer: true })
  const { id } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await cancelOrder(shop, { orderId: id, actor: 'operator', reason: '' })
  await maker.send({ action: 'refresh', name: 'Mallory' })
  expect(await maker.confirmation()).toMatchObject({ isBuyer: false, order: { email: '' } })
  expect(await buyer.confirmation()).toMatchObject({ isBuyer: true, order: { status: 'cancelled' } })
})
