import { expect } from 'vitest'
import { bookkeepingSettings } from '../../../../src/domain/settings/bookkeeping.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries, type BookEntry } from '../../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../../src/server/ordering/books/vouchers.ts'
import type { DocumentContent } from '../../../../src/server/ordering/documents/document-content.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { charged, due, held, papers } from '../edits/charges.ts'
import { onCards, sumsByRate } from './invariants.ts'

const accounts = bookkeepingSettings.parse({})
const always = { from: '2026-01-01', to: '2027-12-31' }

/** The sum of each account after everything that happened to an order, in minor units; each voucher sums to 0. */
async function sumsOfAccounts(shop: Shop, entries: readonly BookEntry[], orderId: string) {
  const { number } = (await orderById(shop.db, orderId)) ?? {}
  const rows = await shop.db.selectFrom('documents').select('number').where('order_id', '=', orderId).execute()
  const numbers = new Set([number, ...rows.map((row) => row.number)])
  const sums = new Map<string, number>()
  for (const voucher of vouchersOf(
    entries.filter((entry) => numbers.has(entry.number)),
    accounts,
  )) {
    expect(
      voucher.rows.reduce((sum, { amount }) => sum + amount, 0),
      `${voucher.text} sums to 0`,
    ).toBe(0)
    for (const { account, amount } of voucher.rows) sums.set(account, (sums.get(account) ?? 0) + amount)
  }
  return (account: string) => sums.get(account) ?? 0
}

/** The books follow from documents and payments once all refunds were carried out. */
export async function checkBooks(shop: Shop, orders: readonly string[]): Promise<void> {
  await deliverOutbox(shop)
  const entries = await bookEntries(shop.db, shop.settings.all.home, always)
  for (const id of orders) await checkAccounts(shop, id, await sumsOfAccounts(shop, entries, id))
}

/** A gift card that is sold without VAT is no sale: it is owed until something is bought with it. */
function cardsSold(documents: readonly DocumentContent[]): number {
  return documents
    .flatMap(({ kind, lines }) => lines.map((line) => ({ ...line, sign: kind === 'credit_note' ? -1 : 1 })))
    .filter(({ sku, rate }) => sku === 'GIFT' && rate === 0)
    .reduce((sum, { sign, amount }) => sum + sign * amount, 0)
}

async function checkAccounts(shop: Shop, id: string, sumOf: (account: string) => number): Promise<void> {
  const order = await orderById(shop.db, id)
  if (!order) throw new Error(`No order ${id}.`)
  const documents = await papers(shop, id)
  const { total } = await charged(shop, id)
  const vat = [accounts.vatOss, ...Object.values(accounts.vat)].reduce((sum, account) => sum + sumOf(account), 0)
  const byDocuments = [...sumsByRate(documents).values()].reduce((sum, each) => sum + each.vat, 0)
  expect(vat + byDocuments, 'the books have the VAT of the documents').toBe(0)
  expect(Math.abs(sumOf(accounts.rounding)), 'nothing is rounded').toBe(0)
  if (order.payment_method !== 'sandbox' || order.status === 'pending_payment') return
  const kept = await held(shop, id)
  expect(sumOf(accounts.providers), 'payments less refunds are at the providers').toBe(kept)
  if (documents.length === 0 || order.unpaid_difference > 0) return
  const cards = await onCards(shop, id)
  const given = await onCards(shop, id, 'given')
  expect(sumOf(accounts.giftCards), 'gift cards are used and owed as the order used and sold them').toBe(
    cards - given - cardsSold(documents),
  )
  expect(sumOf(accounts.givenCards), 'nothing is owed for cards that nobody bought').toBe(given)
  expect(sumOf(accounts.receivables), 'what is charged and not paid is receivable').toBe(total - cards - kept)
  if (order.status !== 'cancelled') expect(total - cards, 'all is paid').toBe((await due(shop, id)).total - cards)
}
