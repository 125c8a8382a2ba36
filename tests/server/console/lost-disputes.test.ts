import { expect, test } from 'vitest'
import type { CheckoutForm } from '../../../src/domain/orders/checkout-form.ts'
import { bookkeepingSettings } from '../../../src/domain/settings/bookkeeping.ts'
import { payoutScreen } from '../../../src/server/console/payouts/payout-page.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { periodSums } from '../../../src/server/ordering/books/period-sums.ts'
import { sieFile } from '../../../src/server/ordering/books/sie-file.ts'
import { vouchersOf } from '../../../src/server/ordering/books/vouchers.ts'
import { closeBooks } from '../../../src/server/ordering/closing/close-books.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderLineRows } from '../../../src/server/ordering/orders/queries.ts'
import { creditAmount } from '../../../src/server/ordering/refunds/credit-amount.ts'
import { creditLeft } from '../../../src/server/ordering/refunds/left-by-rate.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'
import { line, paid, report, send } from './payout-reports.ts'

const accounts = bookkeepingSettings.parse({})
const year = { from: '2026-01-01', to: '2026-12-31' }
const shown = (shop: Shop, browser: Browser) => contentOf(shop, browser, payoutScreen, { params: { id: 'po_1' } })
const act = (shop: Shop, browser: Browser, form: Record<string, string>) =>
  outcome(shop, browser, payoutScreen, { params: { id: 'po_1' }, form })
const lose = (shop: Shop, browser: Browser, changes: Record<string, string> = {}) =>
  act(shop, browser, { action: 'lose', row: 't2', seen: '10005', outcome: 'write_off', day: '2026-06-15', ...changes })

/** The vouchers of lost disputes: text, and amount by account. */
async function vouchers(shop: Shop) {
  const all = vouchersOf(await bookEntries(shop.db, shop.settings.all.home, year), accounts)
  const own = all.filter(({ text }) => text.includes('tvist'))
  for (const { rows } of own) expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  return own.map(({ day, text, rows }) => [
    day,
    text.replace(/ order .*/, ''),
    Object.fromEntries(rows.map(({ account, amount }) => [account, amount])),
  ])
}

/** A shipped order of 148.00 with 25 % VAT at home, whose payment of 100.05 is disputed. */
async function disputed(shop: Shop, owner: Browser, abroad?: CheckoutForm, isShipped = true): Promise<void> {
  await paid(shop, 'pi_1', 'SEK', abroad)
  const { id: orderId } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  if (isShipped) await shipOrder(shop, { orderId, actor: 'x', carrier: '', trackingNumber: '' })
  const text = report(
    line('t1', '100.05,2.10,97.95', 'charge', 'pi_1'),
    line('t2', '-100.05,150,-250.05', 'dispute', 'pi_1'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
}

test('a lost dispute is written off less its VAT, undone with an entry, and kept as a claim', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  await disputed(shop, owner)
  expect((await shown(shop, owner)).disputes).toMatchObject([
    { rowId: 't2', amount: 10_005, open: 10_005, settled: [] },
  ])
  const before = periodSums(await bookEntries(shop.db, shop.settings.all.home, year))
  expect((await lose(shop, owner)).status).toBe(303)
  // 100.05 with 25 %: 20.01 is VAT.
  expect(await vouchers(shop)).toEqual([['2026-06-15', 'Förlorad tvist', { 6351: 8_004, 2611: 2_001, 1515: -10_005 }]])
  const vatOf = (sums: typeof before) => sums.flatMap(({ sales }) => sales).reduce((sum, { vat }) => sum + vat, 0)
  const after = periodSums(await bookEntries(shop.db, shop.settings.all.home, year))
  expect(vatOf(before) - vatOf(after)).toBe(2_001)
  clock.advance(60)
  const { disputes, audit } = await shown(shop, owner)
  expect(disputes).toMatchObject([{ open: 0, settled: [{ kind: 'write_off', amount: 10_005, mayUndo: true }] }])
  expect(audit[0]).toMatchObject({ operation: 'payouts.lose', note: 't2 write_off' })
  const undo = { action: 'undo_lost', row: 't2', settled: disputes[0]?.settled[0]?.id ?? '' }
  expect((await act(shop, owner, undo)).status).toBe(303)
  expect((await act(shop, owner, undo)).status).toBe(422)
  expect(vatOf(periodSums(await bookEntries(shop.db, shop.settings.all.home, year)))).toBe(vatOf(before))
  clock.advance(60)
  expect((await lose(shop, owner, { outcome: 'receivable' })).status).toBe(303)
  expect((await vouchers(shop)).slice(1)).toEqual([
    ['2026-06-15', 'Rättad förlorad tvist', { 6351: -8_004, 2611: -2_001, 1515: 10_005 }],
    ['2026-06-15', 'Förlorad tvist', { 1510: 10_005, 1515: -10_005 }],
  ])
})

test('what is won back is not lost, and of two people who settle at once one does', async () => {
  await using shop = await fixtureShop()
  const [owner, accountant] = [await signedIn(shop, 'owner'), await signedIn(shop, 'accountant')]
  await disputed(shop, owner)
  const won = report(line('t3', '60.03,-150,210.03', 'dispute_reversal', 'pi_1', 'po_2'))
  expect(await send(shop, owner, won)).toBe('imported')
  expect((await lose(shop, owner)).status).toBe(422)
  const both = await Promise.all([owner, accountant].map((each) => lose(shop, each, { seen: '4002' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect((await vouchers(shop)).map(([, , rows]) => rows)).toEqual([{ 6351: 3_202, 2611: 800, 1515: -4_002 }])
})

test('a dispute that is won after it was settled as lost is marked until that is undone', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await disputed(shop, owner)
  expect((await lose(shop, owner)).status).toBe(303)
  const won = report(line('t3', '100.05,-150,250.05', 'dispute_reversal', 'pi_1', 'po_2'))
  expect(await send(shop, owner, won)).toBe('imported')
  const differences = async () => {
    const { rows } = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_2' } })
    return rows.map(({ difference }) => difference)
  }
  expect(await differences()).toEqual(['settled'])
  const [dispute] = (await shown(shop, owner)).disputes
  const settled = dispute?.settled[0]?.id ?? ''
  expect((await act(shop, owner, { action: 'undo_lost', row: 't2', settled })).status).toBe(303)
  expect(await differences()).toEqual([null])
})

test('what a lost dispute took off the sale is not credited once more, until that is undone', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await disputed(shop, owner)
  expect((await lose(shop, owner)).status).toBe(303)
  const order = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const left = async () => creditLeft(shop.db, order, await orderLineRows(shop.db, order.id))
  const credit = (amount: number) => creditAmount(shop, { orderId: order.id, actor: 'x', amount, reason: 'scratched' })
  expect(await left()).toBe(14_800 - 10_005)
  await expect(credit(4_796)).rejects.toMatchObject({ fault: 'credit_too_much', values: { most: '47.95 SEK' } })
  const settled = (await shown(shop, owner)).disputes[0]?.settled[0]?.id ?? ''
  expect((await act(shop, owner, { action: 'undo_lost', row: 't2', settled })).status).toBe(303)
  expect(await left()).toBe(14_800)
  // It is open again, and nothing is refunded until it is settled.
  await expect(credit(4_796)).rejects.toMatchObject({ fault: 'disputed' })
})

test('units that are refunded after their dispute was written off count once, with VAT and money', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  await disputed(shop, owner)
  // All of the 148.00 was captured; the bank took 100.05 of it back.
  const captured = { authorized: 14_800, captured: 14_800, captured_at: clock.now().toISOString() }
  await shop.db.updateTable('payment_attempts').set(captured).execute()
  expect((await lose(shop, owner)).status).toBe(303)
  const { id: orderId } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const refund = async (units: { position: number; quantity: number }[], withDelivery: boolean) => {
    clock.advance(60)
    await refundOrder(shop, { orderId, actor: 'x', reason: '', units, withDelivery })
    const refunds = await shop.db.selectFrom('refunds').select('amount').execute()
    await shop.db.updateTable('refunds').set({ status: 'succeeded', paid_at: clock.now().toISOString() }).execute()
    return { back: refunds.map(({ amount }) => amount), ...(await accountSums(shop)) }
  }
  // The buyer has 100.05 for the fan of 99.00, so 1.05 stays a loss; the delivery of 49.00 is a sale.
  expect(await refund([{ position: 1, quantity: 1 }], false)).toMatchObject({
    back: [],
    1510: 0,
    1515: 0,
    6351: 84,
    2611: -980 + 21,
  })
  expect(await refund([], true)).toMatchObject({ back: [4_795], 1510: 0, 1515: 0, 1580: 0, 6351: 0, 2611: 0, 3001: 0 })
})

test('a cancelled order pays back what its buyer does not have from the bank', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await disputed(shop, owner, undefined, false)
  await shop.db.updateTable('payment_attempts').set({ authorized: 14_800, captured: 14_800 }).execute()
  expect((await lose(shop, owner, { outcome: 'receivable' })).status).toBe(303)
  const { id: orderId } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  expect((await cancelOrder(shop, { orderId, actor: 'x', reason: '' })).kind).toBe('cancelled')
  expect(await shop.db.selectFrom('refunds').select('amount').execute()).toEqual([{ amount: 4_795 }])
})

/** The sum of each account in the books, in minor units. */
async function accountSums(shop: Shop): Promise<Record<string, number>> {
  return sieSums(vouchersOf(await bookEntries(shop.db, shop.settings.all.home, year), accounts))
}

test('a settlement is refused without a choice, too early, ahead, or in a closed period', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  await disputed(shop, owner)
  const refused = async (changes: Record<string, string>) => (await lose(shop, owner, changes)).fault
  expect(await refused({ outcome: 'x' })).toBe('Choose whether the amount is written off or claimed from the buyer.')
  expect(await refused({ day: '2026-06-09' })).toBe('The day is before the dispute was booked.')
  expect(await refused({ day: '2026-06-16' })).not.toBeNull()
  expect(await refused({ day: '2026-13-01' })).not.toBeNull()
  expect(await refused({ row: 't1' })).not.toBeNull()
  expect(await refused({ row: 'nothing' })).not.toBeNull()
  expect(await refused({ seen: '1' })).not.toBeNull()
  await closeBooks(shop, { from: '', to: '2026-06-12' })
  expect(await refused({ day: '2026-06-12' })).not.toBeNull()
  expect((await lose(shop, await signedIn(shop, 'seller'))).status).toBe(403)
  expect(await vouchers(shop)).toEqual([])
})

type Entries = Awaited<ReturnType<typeof bookEntries>>

const abroad = {
  DE: { rate: 1900, kind: 'oss', postal_code: '10115' },
  FI: { rate: 2550, kind: 'oss', postal_code: '00100' },
  US: { rate: 0, kind: 'export', postal_code: '10001' },
} as const

/** Debits and credits of the SIE file, by account. */
function sieSums(vouchersOfPeriod: ReturnType<typeof vouchersOf>): Record<string, number> {
  const about = { company: 'X', organizationNumber: '', currency: 'SEK', made: '2026-06-15T00:00:00.000Z' }
  const text = Buffer.from(sieFile(vouchersOfPeriod, { ...about, program: 'x', accountNames: new Map() })).toString()
  const sums: Record<string, number> = {}
  for (const [, account = '', amount = ''] of text.matchAll(/#TRANS (\d+) \{\} (-?[\d.]+)/g))
    sums[account] = (sums[account] ?? 0) + Math.round(Number(amount) * 100)
  return sums
}

/** What the second period has more than the first, by account of the SIE file. */
function sieChange(before: Entries, after: Entries): Record<string, number> {
  const [old, now] = [sieSums(vouchersOf(before, accounts)), sieSums(vouchersOf(after, accounts))]
  return Object.fromEntries(Object.entries(now).map(([account, sum]) => [account, sum - (old[account] ?? 0)]))
}

const withoutZeros = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
const rowsOf = (made: Awaited<ReturnType<typeof vouchers>>) => made.at(-1)?.[2]

for (const [country, { rate, kind, postal_code }] of Object.entries(abroad))
  test(`the VAT of a dispute lost in ${country} is taken back in its country, by its rate, or stays paid`, async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const owner = await signedIn(shop, 'owner')
    await disputed(shop, owner, aForm({ country, postal_code }))
    const books = () => bookEntries(shop.db, shop.settings.all.home, year)
    const before = await books()
    const order = await shop.db.selectFrom('orders').select(['total', 'vat_total']).executeTakeFirstOrThrow()
    expect(Math.abs(order.vat_total - (order.total * rate) / (10_000 + rate))).toBeLessThanOrEqual(1)
    const salesOf = (entries: Entries) => periodSums(entries).flatMap(({ sales }) => sales)
    // Each amount is settled and undone again, so that the sums come back to what they were.
    for (const amount of [1, 2, 99, 5_003, 10_005]) {
      await shop.db.updateTable('payout_rows').set({ gross: -amount }).where('id', '=', 't2').execute()
      expect((await lose(shop, owner, { seen: String(amount) })).status).toBe(303)
      // The part of the charged VAT that the amount is of the charged total, to the nearest minor unit.
      const vat = Math.round((amount * order.vat_total) / order.total)
      const losses = withoutZeros({ 6351: amount - vat, 2670: vat, 1515: -amount })
      expect(rowsOf(await vouchers(shop))).toEqual(losses)
      const taken = salesOf(await books()).filter(({ credited }) => credited.vat !== 0)
      const sale = { kind, country, rate, credited: { net: amount - vat, vat } }
      expect(taken).toMatchObject([sale].filter(({ credited }) => credited.vat > 0))
      const change = sieChange(before, await books())
      expect(change).toMatchObject({ ...losses, 1515: change[1515] })
      clock.advance(60)
      const settled = (await shown(shop, owner)).disputes[0]?.settled.at(-1)?.id ?? ''
      expect((await act(shop, owner, { action: 'undo_lost', row: 't2', settled })).status).toBe(303)
      expect(salesOf(await books()).filter(({ credited }) => credited.vat !== 0)).toEqual([])
      clock.advance(60)
    }
    expect((await lose(shop, owner, { outcome: 'write_off_in_full' })).status).toBe(303)
    expect(rowsOf(await vouchers(shop))).toEqual({ 6351: 10_005, 1515: -10_005 })
    expect(salesOf(await books())).toEqual(salesOf(before))
  })
