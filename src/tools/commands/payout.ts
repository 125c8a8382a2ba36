import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { isDay } from '../../domain/cart/arrival.ts'
import { plainAmount } from '../../i18n/money.ts'
import { accountsNow } from '../../server/ordering/books/books-queries.ts'
import { voucherOfPayout } from '../../server/ordering/books/payout-voucher.ts'
import { payoutRowById } from '../../server/ordering/payouts/dispute-queries.ts'
import { importReport } from '../../server/ordering/payouts/import-report.ts'
import { loseDispute, lostKinds } from '../../server/ordering/payouts/lose-dispute.ts'
import { checkedRows } from '../../server/ordering/payouts/payout-differences.ts'
import { newestPayouts, payoutById, rowsOfPayout } from '../../server/ordering/payouts/payout-queries.ts'
import { maxPayoutBytes } from '../../server/ordering/payouts/read-payouts.ts'
import { audited } from '../../server/platform/audit/audit.ts'
import type { Row } from '../../server/platform/db/tables.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
  commandActor,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- payout <command> [options]

What the card provider paid out to the bank, beside the shop's own payments. Works while the shop runs.

  import FILE.csv         imports the provider's report "Itemized payout reconciliation", all of it or nothing; a payout
                          that is there already is left as it is
      --by NAME           who imports it, for the audit log
  list                    the newest payouts
      --limit N           default 50
  show PAYOUT             its sums, and its rows beside the payments that they name
  lose TRANSACTION        settles a dispute that is lost, with its voucher in the books
      --as write-off|write-off-in-full|receivable
                          a loss whose VAT is taken back, a loss whose VAT stays paid, or a claim on the buyer
      --day YYYY-MM-DD    the day in the books, default today
  book PAYOUT             its voucher, as it is in the books; a debit is positive

  --json                  output for programs
  --help                  shows this text`

const text = { type: 'string' } as const

/** The `payout` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'payout',
  usage,
  commands: { import: importFile, list, show, lose, book },
  options: { limit: text, by: text, as: text, day: text },
})

async function importFile(shop: OperatorShop, given: Given): Promise<Answer> {
  const [name, ...others] = given.words
  if (name === undefined || others.length > 0) throw new OperatorError('Name one file.')
  const actor = commandActor(given)
  const done = await importReport(shop, actor, await contentOf(name))
  const lines = [
    ...done.added.map((id) => `Payout ${id} is imported.`),
    ...done.known.map((id) => `Payout ${id} was imported before.`),
  ]
  return { data: done, lines }
}

/** The bytes of a report; of a larger file one byte more than is allowed, which is enough to see that. */
async function contentOf(name: string): Promise<Buffer> {
  try {
    return await buffer(createReadStream(name, { end: maxPayoutBytes }))
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new OperatorError(`The file ${name} cannot be read.`)
    throw error
  }
}

async function list({ db }: OperatorShop, given: Given): Promise<Answer> {
  const rows = await newestPayouts(db, wholeNumber(given, 'limit', { min: 1, max: 10_000, otherwise: 50 }))
  const data = rows.map((row) => ({ ...row, is_in_books: isInBooks(row) }))
  const table = textTable(
    ['DAY', 'PAYOUT', 'GROSS', 'FEES', 'TO THE BANK', 'IMPORTED', ''],
    data.map((row) => [
      row.day,
      row.id,
      plainAmount(row.gross, row.currency),
      plainAmount(row.fee, row.currency),
      plainAmount(row.net, row.currency),
      minuteOf(row.at),
      row.is_in_books ? '' : 'not in the books',
    ]),
  )
  return { data, lines: data.length > 0 ? table : ['No payouts yet: payout import FILE.csv.'] }
}

async function show({ db }: OperatorShop, given: Given): Promise<Answer> {
  const payout = await requirePayout({ db }, given)
  const rows = await checkedRows(db, payout, await rowsOfPayout(db, payout.id))
  const money = (minor: number) => plainAmount(minor, payout.currency)
  const lines = [
    `Payout ${payout.id}  ${payout.day}  ${money(payout.net)} to the bank, after ${money(payout.fee)} in fees`,
    `Imported by ${payout.actor}, ${minuteOf(payout.at)}`,
    ...(isInBooks(payout) ? [] : [`The report says ${money(payout.stated ?? 0)}: it is not in the books.`]),
    '',
    ...textTable(
      ['DIFFERENCE', 'KIND', 'ORDER', 'GROSS', 'FEE', 'NET', 'TRANSACTION'],
      rows.map((row) => [
        row.difference ?? '',
        row.kind,
        row.order,
        money(row.gross),
        money(row.fee),
        money(row.net),
        row.id,
      ]),
    ),
  ]
  return { data: { ...payout, is_in_books: isInBooks(payout), rows }, lines }
}

async function lose(shop: OperatorShop, given: Given): Promise<Answer> {
  const [rowId = ''] = given.words
  const row = await payoutRowById(shop.db, rowId)
  if (!row) throw new OperatorError(rowId === '' ? 'Name the transaction.' : `There is no transaction ${rowId}.`)
  const kind = lostKinds.find((each) => each === textOf(given, 'as')?.replaceAll('-', '_'))
  if (!kind) throw new OperatorError('Say --as write-off, write-off-in-full or receivable.')
  const day = textOf(given, 'day')
  if (day !== undefined && !isDay(day)) throw new OperatorError('--day must be a day such as 2026-11-25.')
  const actor = commandActor(given)
  const subject = { kind: 'payout', id: row.payout_id, label: row.payout_id }
  const action = { operation: 'payouts.lose', subject, note: `${rowId} ${kind}` }
  const amount = await audited(shop, actor, action, (own) =>
    loseDispute(own, { rowId, kind, actor: actor.name, ...(day === undefined ? {} : { day }) }),
  )
  const { currency = '' } = (await payoutById(shop.db, row.payout_id)) ?? {}
  const how = kind === 'receivable' ? 'claimed from the buyer' : 'written off'
  return { data: { transaction: rowId, kind, amount }, lines: [`${plainAmount(amount, currency)} is ${how}.`] }
}

async function book({ db }: OperatorShop, given: Given): Promise<Answer> {
  const payout = await requirePayout({ db }, given)
  if (!isInBooks(payout)) throw new OperatorError(`Payout ${payout.id} is not in the books: its sum is wrong.`)
  const voucher = await voucherOfPayout(db, payout, await accountsNow(db))
  const rows = voucher?.rows ?? []
  const table = textTable(
    ['ACCOUNT', 'AMOUNT'],
    rows.map(({ account, amount }) => [account, plainAmount(amount, payout.currency)]),
  )
  return { data: { payout: payout.id, day: payout.day, rows }, lines: rows.length > 0 ? table : ['It moves nothing.'] }
}

async function requirePayout({ db }: Pick<OperatorShop, 'db'>, { words: [name = ''] }: Given): Promise<Row<'payouts'>> {
  const payout = await payoutById(db, name)
  if (!payout) throw new OperatorError(name === '' ? 'Name the payout by its id.' : `There is no payout ${name}.`)
  return payout
}

function isInBooks({ stated, net }: Row<'payouts'>): boolean {
  return stated === null || stated === net
}
