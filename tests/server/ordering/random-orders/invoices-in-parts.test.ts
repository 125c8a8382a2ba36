import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { bookkeepingSettings } from '../../../../src/domain/settings/bookkeeping.ts'
import { unpaidByCurrency } from '../../../../src/server/identity/organizations/organization-queries.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries } from '../../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../../src/server/ordering/books/vouchers.ts'
import { invoicePaymentsOf } from '../../../../src/server/ordering/invoices/invoice-queries.ts'
import { payBackBalance, payInvoice, undoInvoicePayment } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderById, type OrderRow } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { due, papers } from '../edits/charges.ts'
import { clock } from '../edits/editor.ts'
import { outcomeOf } from '../orders/parcels.ts'
import { anyOrder, place, type AnyOrder } from './any-order.ts'
import { anyStep, take, type Step } from './any-step.ts'
import { checkCards, checkOrder, onCards } from './invariants.ts'

/** A payment of an invoice, in part or too much, undone, or a balance that goes back. */
const moneySteps = ['note', 'note', 'note too much', 'undo', 'pay back'] as const
type Turn = { step: Step; money: (typeof moneySteps)[number] | null; amount: number; isOfExchange: boolean }
const turn: fc.Arbitrary<Turn> = fc.record({
  step: anyStep.filter(({ kind }) => kind !== 'pay invoice'),
  money: fc.option(fc.constantFrom(...moneySteps)),
  amount: fc.integer({ min: 1, max: 200_000 }),
  isOfExchange: fc.boolean(),
})

/** What the test has noted as paid of each order, kept apart from the shop. */
type Noted = Map<string, number>
const accounts = bookkeepingSettings.parse({})

async function noted(shop: Shop, orderId: string, { money, amount }: Turn, sums: Noted): Promise<string> {
  clock.advance(1)
  const before = sums.get(orderId) ?? 0
  const of = { orderId, actor: 'x' }
  const add = (change: number) => sums.set(orderId, before + change)
  if (money === 'undo') {
    const [last] = (await invoicePaymentsOf(shop.db, orderId)).toReversed()
    if (!last) return 'nothing'
    const outcome = await outcomeOf(undoInvoicePayment(shop, { ...of, paymentId: last.id }).then(() => ({})))
    if (outcome === 'done') add(-last.amount)
    return outcome
  }
  if (money === 'pay back') {
    const back = { ...of, amount, day: '2026-06-15', reference: '' }
    const outcome = await outcomeOf(payBackBalance(shop, back).then(() => ({})))
    if (outcome === 'done') add(-amount)
    return outcome
  }
  const sum = money === 'note' ? amount : amount + 300_000
  const outcome = await outcomeOf(payInvoice(shop, { ...of, amount: sum }).then(() => ({})))
  if (outcome === 'done') add(sum)
  return outcome
}

/** What the vouchers of an order have on each account. */
async function bookedOf(shop: Shop, { id, number: order }: OrderRow): Promise<Map<string, number>> {
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: '2026-01-01', to: '2027-12-31' })
  const numbers = new Set([order, ...(await papers(shop, id)).map(({ number }) => number)])
  const own = entries.filter(({ number }) => numbers.has(number))
  const booked = new Map<string, number>()
  for (const { account, amount } of vouchersOf(own, accounts).flatMap(({ rows }) => rows))
    booked.set(account, (booked.get(account) ?? 0) + amount)
  return booked
}

/** What is asked for, less what was noted, is what every place says is owed. */
async function owedAgrees(shop: Shop, id: string, sums: Noted): Promise<number> {
  const order = await orderById(shop.db, id)
  if (!order) throw new Error(`No order ${id}.`)
  // What gift cards have paid in full is on no invoice.
  if (order.payment_method !== 'invoice') return 0
  const paid = sums.get(id) ?? 0
  const asked = order.status === 'cancelled' ? 0 : (await due(shop, id)).total - (await onCards(shop, id))
  const rows = await shop.db.selectFrom('invoices').selectAll().where('order_id', '=', id).execute()
  if (rows.length > 0 && order.status !== 'cancelled') {
    const open = rows.reduce((sum, each) => sum + each.amount - each.credited - each.paid, 0)
    expect(open, 'the invoices owe what is asked for, less what was noted').toBe(asked - paid)
  }
  return Math.max(0, asked - paid)
}

/** In the end the bank has what was noted, and what is owed by invoice is receivable. */
async function booksAgree(shop: Shop, id: string, sums: Noted): Promise<void> {
  const order = await orderById(shop.db, id)
  if (order?.payment_method !== 'invoice') return
  const [booked, paid] = [await bookedOf(shop, order), sums.get(id) ?? 0]
  expect(booked.get(accounts.bank) ?? 0, 'the bank has what was noted').toBe(paid)
  const asked = (await papers(shop, id)).length === 0 ? 0 : (await due(shop, id)).total - (await onCards(shop, id))
  expect(booked.get(accounts.receivables) ?? 0, 'what is owed is receivable').toBe(asked - paid)
}

/** The limit of what a buyer may owe counts what is owed for all orders; an exchange has the buyer of its order. */
async function limitAgrees(shop: Shop, id: string, owed: number): Promise<void> {
  const { email = '' } = (await orderById(shop.db, id)) ?? {}
  const [credit] = await unpaidByCurrency(shop.db, { guestEmail: email })
  expect(credit?.amount ?? 0, 'the limit counts what is owed').toBe(owed)
}

async function carryOut(shop: Shop, order: AnyOrder, turns: readonly Turn[]): Promise<void> {
  const log: string[] = []
  try {
    const { id, cards } = await place(shop, { ...order, method: 'invoice' })
    const made: string[] = []
    const sums: Noted = new Map()
    for (const each of turns) {
      const of = each.isOfExchange ? (made.at(-1) ?? id) : id
      const outcomes = each.money ? [await noted(shop, of, each, sums)] : await take(shop, of, each.step, made)
      const { kind, line, count, sku, times } = each.step
      const what = each.money ? `${each.money} ${each.amount}` : `${kind} ${line} ${count} ${sku} ${times}`
      log.push(`${of === id ? '' : 'exchange: '}${what}: ${outcomes.join(', ')}`)
      expect(log.at(-1), 'a step is taken or refused').not.toMatch(/error/i)
      let owed = 0
      for (const own of [id, ...made]) {
        await checkOrder(shop, own)
        owed += await owedAgrees(shop, own, sums)
      }
      await limitAgrees(shop, id, owed)
      await checkCards(shop, cards)
    }
    await deliverOutbox(shop)
    for (const own of [id, ...made]) await booksAgree(shop, own, sums)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nafter ${log.join('\n      ')}`, {
      cause: error,
    })
  }
}

test('invoices that are paid in parts owe the same everywhere after any steps', { timeout: 7_200_000 }, async () => {
  await using shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
  const turns = fc.array(turn, { minLength: 3, maxLength: 10 })
  const property = fc.asyncProperty(anyOrder, turns, (order, each) => carryOut(shop, order, each))
  await fc.assert(property, { numRuns: cases(300, inject('engine') === 'sqlite' ? 0.03 : 0.015) })
})
