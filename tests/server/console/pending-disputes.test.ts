import { expect, test } from 'vitest'
import { payoutsScreen } from '../../../src/server/console/payouts/payouts-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { importPayouts } from '../../../src/server/ordering/payouts/import-payouts.ts'
import { readPayouts } from '../../../src/server/ordering/payouts/read-payouts.ts'
import type { FakeDispute } from '../../support/fake-stripe-ledger.ts'
import { attempt, hear, paid, stripeShop, type StripeShop } from '../payments/payer.ts'
import { contentOf, signedIn } from './at-console.ts'
import { line, report } from './payout-reports.ts'

const tell = (at: StripeShop, dispute: FakeDispute) =>
  hear(at, at.fake.event('charge.dispute.updated', dispute, at.shop.now()))

test('a dispute that the provider tells of is listed until a payout has it, and counted while it is open', async () => {
  await using at = await stripeShop()
  const { orderId, attemptId } = await paid(at)
  const payment = (await attempt(at.shop, attemptId)).payment_reference ?? ''
  const number = (await orderById(at.shop.db, orderId))?.number
  const owner = await signedIn(at.shop, 'owner')
  const shown = async () => {
    const { disputes } = await contentOf(at.shop, owner, payoutsScreen)
    const { waiting } = await contentOf(at.shop, owner, todayScreen)
    const open = waiting.find(({ what }) => what === 'disputes')?.count ?? 0
    return [...disputes.map(({ order, status, amount, taken }) => [order, status, amount, taken]), open]
  }
  const hundred = 'SEK\u00a0100.00'
  const dispute = at.fake.openDispute(payment, 10_000, 'warning_needs_response')
  await tell(at, dispute)
  expect(await shown()).toEqual([[number, 'inquiry', hundred, ''], 0])
  dispute.status = 'needs_response'
  const taken = at.fake.moveDisputed(dispute, -10_000)
  await tell(at, dispute)
  expect(await shown()).toEqual([[number, 'open', hundred, hundred], 1])
  await importPayouts(
    at.shop,
    await readPayouts(Buffer.from(report(line(taken, '-100.00,0,-100.00', 'dispute', payment)))),
    'x',
  )
  expect(await shown(), 'it is in a payout, and still open').toEqual([[number, 'open', hundred, ''], 1])
  dispute.status = 'lost'
  await tell(at, dispute)
  expect(await shown()).toEqual([0])
  const given = at.fake.openDispute(payment, 5_000)
  given.status = 'won'
  for (const gross of [-5_000, 5_000]) at.fake.moveDisputed(given, gross)
  await tell(at, given)
  expect(await shown(), 'money that no payout has yet').toEqual([[number, 'won', 'SEK\u00a050.00', 'SEK\u00a00.00'], 0])
})
