import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { sendDueReminders } from '../../../../src/server/ordering/invoices/send-reminders.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { billed, reminderMails } from './billed.ts'

const daySeconds = 24 * 3600

/** Two processes run the job at once. */
async function mailed(shop: Shop): Promise<number> {
  await Promise.all([sendDueReminders(shop), sendDueReminders(shop)])
  await deliverOutbox(shop)
  return (await reminderMails(shop)).length
}

test('reminders go out by themselves on the days of the settings, once they are switched on', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [late, paid] = [await billed(shop, clock), await billed(shop, clock)]
  clock.advance(34 * daySeconds)
  expect(await mailed(shop)).toBe(0)
  await setSettings(shop, ['payment.reminders', { active: true, firstDays: 5, secondDays: 3 }])
  expect(await mailed(shop)).toBe(0)
  clock.advance(daySeconds)
  expect(await mailed(shop)).toBe(2)
  await payInvoice(shop, { orderId: paid.orderId, actor: 'operator' })
  clock.advance(2 * daySeconds)
  expect(await mailed(shop)).toBe(2)
  clock.advance(daySeconds)
  expect(await mailed(shop)).toBe(3)
  clock.advance(3 * daySeconds)
  expect(await mailed(shop)).toBe(3)
  expect((await reminderMails(shop)).map(({ name }) => name)).toEqual(
    [`${late.number}-1`, `${late.number}-2`, `${paid.number}-1`].map((name) => `invoice-reminder-${name}.eml`),
  )
})

test('switching reminders on does not write to everybody with an old invoice', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await billed(shop, clock)
  clock.advance(80 * daySeconds)
  await setSettings(shop, ['payment.reminders.active', true])
  expect(await mailed(shop)).toBe(0)
})

test('an invoice that cannot be reminded of keeps none of the others', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  for (let at = 0; at < 3; at++) await billed(shop, clock)
  clock.advance(35 * daySeconds)
  await setSettings(shop, ['payment.reminders', { active: true, firstDays: 5, secondDays: 3 }])
  // The job asks for the time once, and then once for each invoice.
  let asked = 0
  const now = () => {
    asked += 1
    if (asked === 2) throw new Error('Broken')
    return clock.now()
  }
  await expect(sendDueReminders({ ...shop, now })).rejects.toThrow('Broken')
  await deliverOutbox(shop)
  expect(await reminderMails(shop)).toHaveLength(2)
  expect(await mailed(shop)).toBe(3)
})
