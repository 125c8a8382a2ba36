import { expect, test } from 'vitest'
import { cancelTexts } from '../../../src/console/orders/cancel-texts.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { aCard, balanceOf } from '../ordering/gift-cards/holder.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'
import { buyWith, shopWithOwner } from './card-shop.ts'

test('an order names the cards that paid it, and says before it is cancelled that one is blocked', async () => {
  await using at = await shopWithOwner()
  const { id, code } = await aCard(at.shop, 1_000_000)
  expect((await buyWith(at.shop, code)).answer.kind).toBe('go')
  await deliverOutbox(at.shop)
  const { number, total } = await at.shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const orderFor = async (role: string) =>
    contentOf(at.shop, await signedIn(at.shop, role), orderScreen, { params: { number } })
  const said = async () => cancelTexts(await orderFor('owner'), translator('en'), 'en').slice(1)
  expect(await said()).toEqual(['What gift cards paid goes back to them.'])
  await at.send(id, { action: 'block', reason: 'Stolen' })
  const [ending] = (await at.page(id)).endings
  const page = await orderFor('owner')
  expect(page.giftCards).toEqual([{ id, ending, state: 'blocked', paid: total, returned: 0 }])
  expect((await orderFor('warehouse')).giftCards).toMatchObject([{ id: null }])
  expect((await said())[1]).toContain(`${ending} is blocked`)
  const browser = await signedIn(at.shop, 'owner')
  const form = { action: 'cancel', version: page.version, reason: '' }
  expect((await outcome(at.shop, browser, orderScreen, { params: { number }, form })).status).toBe(303)
  expect((await orderFor('owner')).giftCards).toMatchObject([{ state: 'blocked', paid: total, returned: total }])
  expect(await balanceOf(at.shop, id)).toBe(1_000_000)
})

test('a card is never worth more than at first with what its orders may give back, and takes all of it', async () => {
  await using at = await shopWithOwner()
  const { id, code } = await aCard(at.shop, 10_000)
  expect((await buyWith(at.shop, code)).answer.kind).toBe('go')
  const { was, lastDay, uses } = await at.page(id)
  expect(uses).toMatchObject([{ amount: 10_000, returned: 0 }])
  const change = { action: 'change', balance: '0,01', until: lastDay, reason: 'Goodwill', was }
  const refused = await at.send(id, change)
  expect([refused.status, refused.fault]).toEqual([422, expect.stringMatching(/from 0 to SEK\s0\.00:/)])
  // A balance that was raised before this was refused.
  await at.shop.db.updateTable('gift_cards').set({ balance: 9_000 }).where('id', '=', id).execute()
  at.clock.advance(31 * 60)
  await expireOrders(at.shop)
  expect(await at.cards()).toMatchObject([{ amount: 19_000, balance: 19_000 }])
})
