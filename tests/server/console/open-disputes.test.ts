import { expect, test } from 'vitest'
import { cancelTexts } from '../../../src/console/orders/cancel-texts.ts'
import { bookkeepingSettings } from '../../../src/domain/settings/bookkeeping.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { payoutScreen } from '../../../src/server/console/payouts/payout-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../src/server/ordering/books/vouchers.ts'
import { deliverOrder } from '../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { loseDispute } from '../../../src/server/ordering/payouts/lose-dispute.ts'
import { repeatRefund } from '../../../src/server/ordering/refunds/refused-refunds.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { askApi, newApiKey } from '../api/api-caller.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { charges } from '../ordering/edits/charges.ts'
import { edit, units } from '../ordering/edits/editor.ts'
import { pay } from '../ordering/orders/parcels.ts'
import { byLink, opened } from '../ordering/returns/withdrawal-browser.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'
import { line, report, send } from './payout-reports.ts'

/** An order of 148.00 with one fan, paid by card, of which the bank has taken 100.00 back; not settled yet. */
async function disputed(shop: Shop, owner: Browser, isShipped: boolean, fans = 1) {
  const { attemptId } = await bought(shop, [['FAN', fans]], aForm({ payment_method: 'sandbox' }))
  await pay(shop, attemptId)
  const { id, number, total } = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const payment = { provider: 'stripe', payment_reference: 'pi_1', authorized: total, captured: total }
  await shop.db.updateTable('payment_attempts').set(payment).execute()
  if (isShipped) await shipOrder(shop, { orderId: id, actor: 'x', carrier: '', trackingNumber: '' })
  const text = report(
    line('t1', '148.00,2.00,146.00', 'charge', 'pi_1'),
    line('t2', '-100.00,0,-100.00', 'dispute', 'pi_1'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  return { id, number }
}

const mails = (shop: Shop) =>
  mailTexts(shop.env.SHOP_DATA, 'anna@example.se').map((each) => each.replaceAll(/\s+/g, ' '))

const asked = async (shop: Shop) =>
  (await shop.db.selectFrom('refunds').select('amount').execute()).map(({ amount }) => amount)

async function act(shop: Shop, owner: Browser, number: string, form: Record<string, string>) {
  const params = { number }
  const { version, key } = await contentOf(shop, owner, orderScreen, { params })
  return outcome(shop, owner, orderScreen, { params, form: { version, key, reason: 'x', ...form } })
}

const settle = (shop: Shop, owner: Browser) =>
  outcome(shop, owner, payoutScreen, {
    params: { id: 'po_1' },
    form: { action: 'lose', row: 't2', seen: '10000', outcome: 'receivable', day: '2026-06-15' },
  })

/** What an account has in the books of the year, in minor units. */
async function bookedOn(shop: Shop, account: string): Promise<number> {
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: '2026-01-01', to: '2026-12-31' })
  const rows = vouchersOf(entries, bookkeepingSettings.parse({})).flatMap((voucher) => voucher.rows)
  return rows.reduce((sum, row) => sum + (row.account === account ? row.amount : 0), 0)
}

const refund = { action: 'refund', delivery: 'yes', 'units:1': '1' }

test('while a dispute is open nothing is refunded by card, and afterwards what the buyer does not have', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { number } = await disputed(shop, owner, true)
  for (const form of [refund, { action: 'credit_amount', amount: '10' }]) {
    const refused = await act(shop, owner, number, form)
    expect(refused.status).toBe(422)
    expect(refused.fault).toContain('The bank has taken back SEK\u00a0100.00 in a dispute that is not settled')
    expect(refused.fault).toContain('po_1')
  }
  expect(await shop.db.selectFrom('order_refunds').select('id').execute()).toEqual([])
  expect((await settle(shop, owner)).status).toBe(303)
  expect((await act(shop, owner, number, refund)).status).toBe(303)
  expect(await asked(shop)).toEqual([4_800])
})

test('a dispute that is won allows the refund again', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { number } = await disputed(shop, owner, true)
  expect((await act(shop, owner, number, refund)).status).toBe(422)
  const won = report(line('t3', '100.00,0,100.00', 'dispute_reversal', 'pi_1', 'po_2'))
  expect(await send(shop, owner, won)).toBe('imported')
  expect((await act(shop, owner, number, refund)).status).toBe(303)
  expect(await asked(shop)).toEqual([14_800])
})

test('what was set off is paid back when the dispute is won after all, once', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { number } = await disputed(shop, owner, true)
  expect((await settle(shop, owner)).status).toBe(303)
  expect((await act(shop, owner, number, refund)).status).toBe(303)
  const setOff = async () => (await shop.db.selectFrom('order_refunds').select('set_off').executeTakeFirst())?.set_off
  expect([await asked(shop), await setOff()]).toEqual([[4_800], 10_000])
  const won = report(line('t3', '100.00,0,100.00', 'dispute_reversal', 'pi_1', 'po_2'))
  expect(await send(shop, owner, won)).toBe('imported')
  // The books say that the dispute is lost until that is undone.
  expect(await asked(shop)).toEqual([4_800])
  const { disputes } = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_1' } })
  const form = { action: 'undo_lost', row: 't2', settled: disputes[0]?.settled[0]?.id ?? '' }
  expect((await outcome(shop, owner, payoutScreen, { params: { id: 'po_1' }, form })).status).toBe(303)
  expect((await asked(shop)).toSorted((one, other) => one - other)).toEqual([4_800, 10_000])
  expect(await setOff()).toBe(0)
  expect(await send(shop, owner, won)).toBe('imported')
  expect(await asked(shop)).toHaveLength(2)
  await deliverOutbox(shop)
  const note = await shop.db.selectFrom('order_refunds').select('number').executeTakeFirstOrThrow()
  const told = mails(shop).filter((each) => each.includes('<dispute-won-'))
  expect(told).toEqual([expect.stringContaining('betalar vi nu ut 100 kr, som vi tidigare räknade av')])
  expect(told[0]).toContain(`Det hör till kreditfaktura ${note.number}.`)
  await shop.db.updateTable('refunds').set({ status: 'succeeded', paid_at: shop.now().toISOString() }).execute()
  expect([await bookedOn(shop, '1510'), await bookedOn(shop, '1515')]).toEqual([0, 0])
})

test('what was set off is paid back when a payout has the won money', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { number } = await disputed(shop, owner, true)
  expect((await settle(shop, owner)).status).toBe(303)
  expect((await act(shop, owner, number, refund)).status).toBe(303)
  const { disputes } = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_1' } })
  const form = { action: 'undo_lost', row: 't2', settled: disputes[0]?.settled[0]?.id ?? '' }
  expect((await outcome(shop, owner, payoutScreen, { params: { id: 'po_1' }, form })).status).toBe(303)
  expect(await asked(shop)).toEqual([4_800])
  const won = report(line('t3', '100.00,0,100.00', 'dispute_reversal', 'pi_1', 'po_2'))
  const sent = await Promise.all([send(shop, owner, won), send(shop, owner, won)])
  expect(sent).toEqual(['imported', 'imported'])
  expect((await asked(shop)).toSorted((one, other) => one - other)).toEqual([4_800, 10_000])
})

test('an order with an open dispute is cancelled neither in the console nor by the API', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { number } = await disputed(shop, owner, false)
  expect((await act(shop, owner, number, { action: 'cancel' })).fault).toContain('in a dispute that is not settled')
  const authorization = `Bearer ${await newApiKey(shop)}`
  const call = { params: { number }, authorization, body: { reason: '' } }
  const { status, body } = await askApi(shop, 'POST', '/api/v1/orders/[number]/cancel', call)
  expect([status, body.code]).toEqual([409, 'disputed'])
  expect(await asked(shop)).toEqual([])
})

test('a consumer withdraws while a dispute is open, is told so, and has nothing twice when it is lost', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { id, number } = await disputed(shop, owner, false)
  const cookies = await opened(shop, { number, email: 'anna@example.se' })
  const chosen = { number, 'quantity:1': '1' }
  expect(await byLink(shop, cookies, { ...chosen, action: 'choose' })).toMatchObject({
    pays: { total: 14_800, setOff: 0, disputed: 10_000 },
  })
  expect(await byLink(shop, cookies, { ...chosen, action: 'confirm' })).toMatchObject({ kind: 'done' })
  await deliverOutbox(shop)
  const waits = 'Din bank har tagit tillbaka 100 kr av betalningen i en tvist, så vi kan inte betala till kortet förrän'
  for (const name of ['<withdrawal-0', '<order-cancelled-'])
    expect(mails(shop).find((each) => each.includes(name))).toContain(waits)
  // The provider refuses the refund of a disputed payment.
  const { id: refundId } = await shop.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await shop.db.updateTable('refunds').set({ status: 'failed' }).execute()
  await shop.db.updateTable('payment_attempts').set({ refunded: 0 }).execute()
  await expect(repeatRefund(shop, { refundId, actor: 'x' })).rejects.toMatchObject({ fault: 'disputed' })
  await loseDispute(shop, { rowId: 't2', kind: 'write_off', actor: 'x' })
  const lost = await shop.db.selectFrom('dispute_outcomes').select(['kind', 'amount']).execute()
  expect(lost, 'what is owed to the buyer is settled by it, and no loss').toEqual([
    { kind: 'receivable', amount: 10_000 },
  ])
  await deliverOutbox(shop)
  const told = mails(shop).find((each) => each.includes('<refund-set-off-'))
  expect(told).toContain('100 kr av den är pengar som du redan har fått av banken')
  expect(told).toContain('De 48 kr som återstår betalar vi fortfarande tillbaka till dig.')
  expect(told).toContain('Öppna beställningen: http')
  await repeatRefund(shop, { refundId, actor: 'x' })
  expect((await asked(shop)).toSorted((one, other) => one - other)).toEqual([4_800, 14_800])
  const paidBack = { status: 'succeeded', paid_at: shop.now().toISOString() } as const
  await shop.db.updateTable('refunds').set(paidBack).where('id', '<>', refundId).execute()
  expect([await bookedOn(shop, '1510'), await bookedOn(shop, '1515'), await bookedOn(shop, '6351')]).toEqual([0, 0, 0])
  expect((await orderById(shop.db, id))?.status).toBe('cancelled')
})

test('a return says what the buyer has from the bank before it is registered, and its mail too', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { id, number } = await disputed(shop, owner, true)
  await deliverOrder(shop, { orderId: id, actor: 'x' })
  await settle(shop, owner)
  const cookies = await opened(shop, { number, email: 'anna@example.se' })
  const page = await byLink(shop, cookies, { number, 'quantity:1': '1', action: 'choose' })
  expect(page).toMatchObject({ pays: { total: 14_800, setOff: 10_000, disputed: 0 } })
  await byLink(shop, cookies, { number, 'quantity:1': '1', action: 'confirm' })
  await deliverOutbox(shop)
  const receipt = mails(shop).find((each) => each.includes('<withdrawal-0'))
  expect(receipt).toContain('Det du redan har fått tillbaka av din bank räknas av.')
})

test('parts are taken off a disputed order when the dispute is settled, and are set off', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { id } = await disputed(shop, owner, false, 2)
  const { total, vat_total: vat } = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  await expect(edit(shop, id, units([1, 1]))).rejects.toMatchObject({ fault: 'disputed' })
  expect((await settle(shop, owner)).status).toBe(303)
  const change = await edit(shop, id, units([1, 1]))
  // The bank has given the buyer 100.00, and the fan that is taken off costs 99.00.
  expect(change.difference).toEqual({ kind: 'set_off', amount: 9_900 })
  expect(await asked(shop)).toEqual([])
  expect(await charges(shop, id)).toEqual([
    ['credit_note', 9_900, 1_980],
    ['receipt', total, vat],
  ])
  // The buyer owes 1.00 of what the bank gave.
  expect(await bookedOn(shop, '1510')).toBe(100)
  await deliverOutbox(shop)
  expect(mails(shop).find((each) => each.includes('<order-edited-'))).toContain(
    '99 kr mindre debiteras. Det räknas av mot',
  )
  expect(mails(shop).join(' ')).not.toContain('på väg tillbaka')
})

test('before an order is cancelled it says what is paid back, and what the buyer has from the bank', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { number } = await disputed(shop, owner, false)
  expect((await settle(shop, owner)).status).toBe(303)
  const said = async (language: 'en' | 'sv') => {
    const page = await contentOf(shop, owner, orderScreen, { params: { number } })
    return cancelTexts(page, translator(language), language).join(' ').replaceAll('\u00a0', ' ')
  }
  expect(await said('en')).toBe(
    'Nothing is shipped, and the buyer gets an email. SEK 48.00 is paid back (Card, Klarna or wallet). ' +
      'SEK 100.00 is not paid back: the buyer has it from the bank.',
  )
  expect(await said('sv')).toContain('100,00 kr betalas inte tillbaka: köparen har fått det av sin bank.')
  expect((await act(shop, owner, number, { action: 'cancel' })).status).toBe(303)
  expect(await asked(shop)).toEqual([4_800])
})

test('an order whose whole sum was paid back before does not say that nothing was charged', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { attemptId } = await bought(shop, [['FAN', 1]], aForm({ payment_method: 'sandbox' }))
  await pay(shop, attemptId)
  const { number, total } = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  await shop.db.updateTable('payment_attempts').set({ captured: total, refunded: total }).execute()
  const page = await contentOf(shop, owner, orderScreen, { params: { number } })
  expect(cancelTexts(page, translator('en'), 'en')).toEqual(['Nothing is shipped, and the buyer gets an email.'])
})
