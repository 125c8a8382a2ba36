import { expect, test } from 'vitest'
import { addDaysToMoment } from '../../../../src/domain/orders/subscriptions.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { aForm, fixtureShop, movableClock } from '../checkout/buyer.ts'
import { pay } from '../orders/parcels.ts'
import { day, laterOrders, subscribed, subscription, work } from '../subscriptions/subscriber.ts'

/** What the mail before the next order says, and the total of that order; `change` happens long before the mail. */
async function announced(change: (shop: Shop, due: string) => Promise<unknown>, form = aForm()) {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { attemptId } = await subscribed(shop, form)
  if (form.payment_method === 'sandbox') await pay(shop, attemptId)
  await change(shop, (await subscription(shop)).next_at)
  clock.advance(27 * day)
  await work(shop)
  const mails = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').filter((mail) =>
    mail.includes('subscription-upcoming'),
  )
  clock.advance(3 * day)
  await work(shop)
  const [order] = await laterOrders(shop)
  return { mails: mails.map((mail) => mail.replaceAll('\u00a0', ' ')), total: order?.total }
}

const stock = (units: number) => (shop: Shop) =>
  shop.db
    .updateTable('stock')
    .set({ on_hand: 2 + units, reserved: 2 })
    .where('product_id', '=', 'paste')
    .execute()

test('each mail about a subscription says what it costs, and the first order the interval', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { attemptId } = await subscribed(shop, aForm({ payment_method: 'sandbox' }))
  await pay(shop, attemptId)
  await work(shop)
  clock.advance(30 * day)
  await work(shop)
  const mails = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').map((mail) => mail.replaceAll('\u00a0', ' '))
  const mailOf = (id: string) => mails.find((mail) => mail.includes(id)) ?? ''
  expect(mailOf('subscription-started')).toContain('blir varje beställning 207 kr inklusive frakt')
  expect(mailOf('subscription-payment_due')).toContain('Det kostar 207 kr inklusive frakt.')
  expect(mailOf('order-confirmed')).toMatch(/2 x paste del, var 30:e dag/)
  expect(mailOf('order-confirmed')).not.toMatch(/fan del, var/)
})

test('the price of the day of the order is announced: a campaign that ends before it does not count', async () => {
  const { mails, total } = await announced(async ({ db }, due) => {
    const days = { starts_at: '2026-01-01T00:00:00.000Z', ends_at: addDaysToMoment(due, -1) }
    await db
      .insertInto('campaigns')
      .values({ id: 'short', name: 'short', ...days })
      .execute()
    const price = {
      campaign_id: 'short',
      product_id: 'paste',
      currency: 'SEK' as const,
      min_quantity: 1,
      amount: 1_000,
    }
    await db.insertInto('campaign_prices').values(price).execute()
  })
  expect([mails.length, total]).toEqual([1, 20_700])
  expect(mails[0]).toContain('blir det 207 kr')
})

test('a rate of VAT that begins before the order is in what is announced', async () => {
  const { mails, total } = await announced(({ db }, due) =>
    db
      .insertInto('vat_rates')
      .values({ country: 'SE', vat_class: 'standard', rate: 1_000, valid_from: addDaysToMoment(due, -1).slice(0, 10) })
      .execute(),
  )
  expect([mails.length, total]).toEqual([1, 18_216])
  expect(mails[0]).toContain('blir det 182,16 kr')
})

test('a part that is out of stock is announced without a price, and fewer units with what these cost', async () => {
  const none = await announced(stock(0))
  expect([none.mails.length, none.total]).toEqual([1, undefined])
  expect(none.mails[0]).toContain('slut i lager just nu')
  expect(none.mails[0]).not.toMatch(/\d kr/)
  const fewer = await announced(stock(1))
  expect([fewer.mails.length, fewer.total]).toEqual([1, 12_800])
  expect(fewer.mails[0]).toContain('Bara 1 av 2 finns i lager just nu. Som priserna ser ut nu blir det 128 kr')
})

test('a card that cannot be charged any more, because the shop takes no cards, is not announced', async () => {
  const byCard = async (shop: Shop) => {
    await shop.db.updateTable('payment_attempts').set({ payment_reference: 'card', status: 'succeeded' }).execute()
  }
  const form = aForm({ payment_method: 'sandbox' })
  expect((await announced(byCard, form)).mails[0]).toContain('dras från kortet')
  const { mails } = await announced(async (shop) => {
    await byCard(shop)
    await setSettings(shop, ['payment.methods', [{ id: 'invoice' }]])
  }, form)
  expect(mails[0]).not.toContain('dras från kortet')
})

test('nothing is announced to a country that the shop does not sell to any more', async () => {
  const { mails, total } = await announced(({ db }) => db.updateTable('subscriptions').set({ country: 'XX' }).execute())
  expect([mails, total]).toEqual([[], undefined])
})
