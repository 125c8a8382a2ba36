import { expect, test } from 'vitest'
import { dayOf } from '../../../../src/domain/places/working-days.ts'
import { arrivalText } from '../../../../src/i18n/delivery-texts.ts'
import { translator } from '../../../../src/i18n/translator.ts'
import { previewEdit } from '../../../../src/server/ordering/edits/edit-order.ts'
import type { OrderEdit } from '../../../../src/server/ordering/edits/order-edit.ts'
import { holdOrder } from '../../../../src/server/ordering/fulfilment/hold-order.ts'
import { releaseHold } from '../../../../src/server/ordering/fulfilment/release-hold.ts'
import { orderDelivery, orderPage } from '../../../../src/server/ordering/orders/order-page.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { bySandbox } from '../../payments/payer.ts'
import { bought, checkoutWith, fixtureShop, movableClock } from '../checkout/buyer.ts'
import { edit, units } from '../edits/editor.ts'
import { sandboxSays } from '../gift-cards/holder.ts'
import { confirmed } from '../orders/parcels.ts'
import { orderBy, shown } from './deliverer.ts'

/** Monday morning; orders until 15:00 in Stockholm leave on the same day. */
const monday = new Date('2026-06-15T08:00:00.000Z')

async function daysOf({ db, now, settings }: Shop, orderId: string, language: 'en' | 'sv' = 'sv'): Promise<string> {
  const order = await orderById(db, orderId)
  if (!order) throw new Error('no order')
  const today = dayOf(now(), settings.all.home)
  return arrivalText(await orderPage(db, order), { language, today }, translator(language))
}

test('an order keeps the days that its checkout showed, and its mail says them', async () => {
  const clock = movableClock(monday)
  await using shop = await fixtureShop(clock)
  const { arrivals, delivery } = await shown(shop, await checkoutWith(shop, [['FAN', 1]]))
  expect(arrivals[delivery?.id ?? '']).toMatchObject({ first: '2026-06-16', last: '2026-06-17' })
  const { orderId } = await bought(shop, [['FAN', 1]])
  expect(await daysOf(shop, orderId)).toBe('Beräknas komma fram tis 16–ons 17 juni')
  expect(await daysOf(shop, orderId, 'en')).toMatch(/^Expected to arrive Tue,? 16\s–\sWed,? 17 Jun$/)
  expect((await mailsOf(shop)).join('\n')).toContain('Beräknas komma fram tis 16–ons 17 juni')
  clock.advance(8 * 3600)
  const late = await bought(shop, [['FAN', 1]])
  expect(await daysOf(shop, late.orderId), 'after 15:00').toBe('Beräknas komma fram ons 17–tors 18 juni')
})

test('an order that is fetched says when it is ready', async () => {
  await using shop = await fixtureShop(movableClock(monday))
  const { id } = await orderBy(shop, await checkoutWith(shop, [['FAN', 1]]), { delivery_method: 'pick-up-se' })
  expect(await daysOf(shop, id)).toBe('Beräknas vara klart att hämta tis 16 juni')
})

test('a card payment after the cut-off takes back the days, and one before it keeps them', async () => {
  const clock = movableClock(monday)
  await using shop = await fixtureShop(clock)
  const [early, late] = [await bought(shop, [['FAN', 1]], bySandbox), await bought(shop, [['FAN', 1]], bySandbox)]
  expect(await daysOf(shop, early.orderId), 'not paid').toBe('')
  await sandboxSays(shop, early.attemptId, 'succeeded')
  clock.advance(8 * 3600)
  await sandboxSays(shop, late.attemptId, 'succeeded')
  expect(await daysOf(shop, early.orderId)).toBe('Beräknas komma fram tis 16–ons 17 juni')
  expect(await daysOf(shop, late.orderId)).toBe('')
})

test('days that are taken back stay so where the payment brings another VAT rate', async () => {
  const clock = movableClock(monday)
  await using shop = await fixtureShop(clock)
  const { orderId, attemptId } = await bought(shop, [['FAN', 1]], bySandbox)
  clock.advance(86_400)
  const tomorrow = { country: 'SE', vat_class: 'standard', rate: 2_000, valid_from: '2026-06-16' }
  await shop.db.insertInto('vat_rates').values(tomorrow).execute()
  await sandboxSays(shop, attemptId, 'succeeded')
  const order = await orderById(shop.db, orderId)
  expect(order && orderDelivery(order)).toEqual({ kind: 'home', name: '', place: null, rate: 2_000 })
  expect(await daysOf(shop, orderId)).toBe('')
})

test('a changed order keeps the days only while it travels as before with no more parts', async () => {
  await using shop = await fixtureShop(movableClock(monday))
  const changed = async (change: OrderEdit) => {
    const id = await confirmed(shop, [['FAN', 2]])
    expect(await daysOf(shop, id)).not.toBe('')
    await previewEdit(shop, id, change)
    await edit(shop, id, change)
    return (await daysOf(shop, id)) !== ''
  }
  expect(await changed(units([1, 1])), 'one unit less').toBe(true)
  expect(await changed(units([1, 3])), 'one unit more').toBe(false)
  expect(await changed({ added: [{ sku: 'RAM', quantity: 1 }] }), 'another part').toBe(false)
  expect(await changed({ address: { line1: 'Storgatan 2' } }), 'another door').toBe(true)
  expect(await changed({ address: { postal_code: '981 38', city: 'Kiruna' } }), 'another town').toBe(false)
})

test('the units that the shop lacks itself wait for their supplier, those in sets as well', async () => {
  await using shop = await fixtureShop(movableClock(monday))
  await shop.db.updateTable('stock').set({ on_hand: 12 }).where('product_id', '=', 'fan').execute()
  await shop.db.insertInto('supplied_stock').values({ product_id: 'fan', supplier: 's', units: 10, days: 5 }).execute()
  const [own, more] = [await bought(shop, [['FAN', 1]]), await checkoutWith(shop, [['FAN', 2]])]
  expect(await daysOf(shop, own.orderId)).toBe('Beräknas komma fram tis 16–ons 17 juni')
  // One is left; Friday is Midsummer Eve.
  expect((await shown(shop, more)).arrivals['home-se']).toMatchObject({ first: '2026-06-24', last: '2026-06-25' })
  const daysOfKits = async (count: number) => (await shown(shop, await checkoutWith(shop, [['KIT', count]]))).arrivals
  expect((await daysOfKits(1))['home-se']).toMatchObject({ first: '2026-06-16' })
  expect((await daysOfKits(2))['home-se']).toMatchObject({ first: '2026-06-24' })
  const split = await bought(shop, [['FAN', 2]])
  expect(await daysOf(shop, split.orderId)).toBe('Beräknas komma fram ons 24–tors 25 juni')
})

test('an order on hold says no days, and those of one that is released after the cut-off are gone', async () => {
  const clock = movableClock(monday)
  await using shop = await fixtureShop(clock)
  const [soon, late] = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['FAN', 1]])]
  for (const orderId of [soon, late]) await holdOrder(shop, { orderId, actor: 'test', reason: 'looks odd' })
  expect([await daysOf(shop, soon), await daysOf(shop, late)]).toEqual(['', ''])
  await releaseHold(shop, { orderId: soon, actor: 'test' })
  clock.advance(8 * 3600)
  await releaseHold(shop, { orderId: late, actor: 'test' })
  const days = 'Beräknas komma fram tis 16–ons 17 juni'
  expect([await daysOf(shop, soon), await daysOf(shop, late)]).toEqual([days, ''])
})

test('days that are over are told as such, to whoever still waits', async () => {
  const clock = movableClock(monday)
  await using shop = await fixtureShop(clock)
  const sent = await confirmed(shop, [['FAN', 1]])
  const fetched = await orderBy(shop, await checkoutWith(shop, [['FAN', 1]]), { delivery_method: 'pick-up-se' })
  clock.advance(2 * 86_400)
  expect(await daysOf(shop, sent), 'on the last day').toBe('Beräknas komma fram tis 16–ons 17 juni')
  expect(await daysOf(shop, fetched.id)).toBe('')
  clock.advance(86_400)
  expect(await daysOf(shop, sent, 'en')).toMatch(/^This was expected Tue,? 16\s–\sWed,? 17 Jun\. Write to us/)
})
