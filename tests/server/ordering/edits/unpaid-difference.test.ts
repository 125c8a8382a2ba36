import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { expireDifferences } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { releaseHold } from '../../../../src/server/ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { openDifference } from '../../../../src/server/ordering/payment/open-difference.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { fixtureShop, stockOf } from '../checkout/buyer.ts'
import { confirmed, effectsOf, outcomeOf, pay } from '../orders/parcels.ts'
import { clock, edit, money, payDifference, sums, units } from './editor.ts'

test('two people who take the last units at once: one of them is told which part is short', async () => {
  await using shop = await fixtureShop(clock)
  const ids = [await confirmed(shop, [['BAT-FEW', 1]]), await confirmed(shop, [['BAT-FEW', 1]])]
  const both = await Promise.all(ids.map((id) => outcomeOf(edit(shop, id, units([1, 2])))))
  expect(both.sort()).toEqual(['done', 'short_stock'])
  expect(await stockOf(shop, 'bat-few')).toEqual({ on_hand: 3, reserved: 3 })
})

test('a difference that is paid late, twice, or for another sum is kept as far as it is due', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 1]])
  await edit(shop, id, units([1, 3]))
  const order = await orderById(shop.db, id)
  const first = order && (await openDifference(shop, order, 'sv'))
  await edit(shop, id, units([1, 2]))
  // 99.00 is due, but the page for 198.00 was open and is paid.
  await pay(shop, first ?? '')
  await pay(shop, first ?? '')
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 0, hold: null, total: 19_800 + 4_900 })
  expect(await money(shop, id)).toEqual([
    ['succeeded', 14_800, 0],
    ['succeeded', 19_800, 9_900],
  ])
})

test('a released order ships without its difference; what is refunded was not asked for any more', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 1]])
  await edit(shop, id, units([1, 3]))
  await releaseHold(shop, { orderId: id, actor: 'boss' })
  expect(await sums(shop, id)).toMatchObject({ hold: null, unpaid_difference: 19_800 })
  await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' })
  await refundOrder(shop, {
    orderId: id,
    actor: 'x',
    reason: '',
    units: [{ position: 1, quantity: 1 }],
    withDelivery: false,
  })
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 9_900 })
  expect(await money(shop, id)).toEqual([['succeeded', 14_800, 0]])
  await deliverOutbox(shop)
  const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((each) => each.includes('<refunded-'))
  expect(mail).toContain('så inget mer betalas ut')
  expect(mail).not.toContain('på väg tillbaka')
  await payDifference(shop, id)
  await refundOrder(shop, {
    orderId: id,
    actor: 'x',
    reason: '',
    units: [{ position: 1, quantity: 2 }],
    withDelivery: true,
  })
  expect(await money(shop, id)).toEqual([
    ['succeeded', 14_800, 14_800],
    ['succeeded', 9_900, 9_900],
  ])
})

test('a cancelled order pays back both payments, and one that shrank again waits no longer', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 1]])
  await edit(shop, id, units([1, 2]))
  await edit(shop, id, units([1, 1]))
  expect(await sums(shop, id)).toMatchObject({ hold: null, unpaid_difference: 0 })
  await edit(shop, id, units([1, 2]))
  const late = await payDifference(shop, id)
  await cancelOrder(shop, { orderId: id, actor: 'x', reason: '' })
  expect(late).not.toBe('')
  expect(await money(shop, id)).toEqual([
    ['succeeded', 14_800, 14_800],
    ['succeeded', 9_900, 9_900],
  ])
  expect((await effectsOf(shop)).filter((kind) => kind === 'mail.order_edited')).toHaveLength(3)
})

test('a cancelled order asks for nothing any more, and tells what it pays back of what was paid', async () => {
  await using shop = await fixtureShop(clock)
  for (const [end, name] of [
    [cancelOrder, '<order-cancelled-'],
    [refundOrder, '<refunded-'],
  ] as const) {
    const id = await confirmed(shop, [['FAN', 1]])
    await edit(shop, id, units([1, 2]))
    expect(await sums(shop, id)).toMatchObject({ hold: 'unpaid_difference', unpaid_difference: 9_900 })
    clock.advance(1)
    await end(shop, { orderId: id, actor: 'x', reason: '', withDelivery: true })
    expect(await sums(shop, id)).toMatchObject({ hold: null, unpaid_difference: 0 })
    await deliverOutbox(shop)
    const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((each) => each.includes(name))
    expect(mail).toMatch(/148\skr (för beställning \d+ )?är på väg tillbaka/)
  }
})

test('a payment page that nobody used is closed after a day, and the link opens another one', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 1]])
  await edit(shop, id, units([1, 2]))
  const order = await orderById(shop.db, id)
  const open = async () => order && openDifference(shop, order, 'sv')
  const [first, same] = [await open(), await open()]
  expect(same).toBe(first)
  expect(await expireDifferences(shop)).toBe(0)
  clock.advance(25 * 3600)
  expect(await expireDifferences(shop)).toBe(1)
  const second = await open()
  expect(second).not.toBe(first)
  expect(await payDifference(shop, id)).toBe(second)
  expect(await sums(shop, id)).toMatchObject({ unpaid_difference: 0, hold: null })
})
