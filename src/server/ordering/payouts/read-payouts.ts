import { createHash } from 'node:crypto'
import { currencyCodes, type CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { FeedError, type FeedRow } from '../../catalog/import/feeds/feed-row.ts'
import { readCsv } from '../../catalog/import/feeds/read-csv.ts'
import type { PayoutRowKind } from '../../platform/db/tables/payout-tables.ts'
import { PayoutFileError, wrongCell } from './payout-file-error.ts'

export const maxPayoutBytes = 2_000_000
const maxRows = 5_000

type PayoutRow = {
  id: string
  kind: PayoutRowKind
  gross: Minor
  fee: Minor
  net: Minor
  reference: string
  /** What the buyer paid or got back, where that was in another currency than the payout. */
  paid: Minor | null
  paid_currency: CurrencyCode | null
}
export type Payout = {
  id: string
  hash: string
  day: string
  currency: CurrencyCode
  gross: Minor
  fee: Minor
  net: Minor
  stated: Minor | null
  rows: PayoutRow[]
}
type Line = PayoutRow & { row: number; payout: string; day: string; currency: CurrencyCode; isPayout: boolean }

const needed = [
  'automatic_payout_id',
  'automatic_payout_effective_at',
  'balance_transaction_id',
  'currency',
  'gross',
  'fee',
  'net',
  'reporting_category',
  'payment_intent_id',
] as const
/** What the buyer paid or got back; reports of shops with one currency may leave them out. */
const paidColumns = ['customer_facing_amount', 'customer_facing_currency'] as const
type Column = (typeof needed)[number] | (typeof paidColumns)[number]

/**
 * Reads Stripe's "itemized payout reconciliation" report. Throws PayoutFileError if anything in it is not as expected:
 * half a report would make wrong books.
 */
export async function readPayouts(bytes: Uint8Array): Promise<Payout[]> {
  if (bytes.length > maxPayoutBytes) throw new PayoutFileError('too_large')
  try {
    const lines = await linesOf(Buffer.from(bytes))
    return [...Map.groupBy(lines, ({ payout }) => payout).values()].map(payoutOf)
  } catch (error) {
    throw error instanceof FeedError ? new PayoutFileError('no_csv') : error
  }
}

async function linesOf(bytes: Buffer): Promise<Line[]> {
  const source = { name: 'payouts.csv', read: () => chunksOf(bytes) }
  const { columns = [], rows } = await readCsv(source, {}, () => {})
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new PayoutFileError('columns_missing', { count: missing.length, columns: missing.join(', ') })
  const hasPaid = paidColumns.every((name) => columns.includes(name))
  const [lines, seen]: [Line[], Set<string>] = [[], new Set()]
  for await (const row of rows) {
    if ('broken' in row) throw new PayoutFileError('row_broken', { row: row.row })
    if (lines.length === maxRows) throw new PayoutFileError('too_many_rows')
    const line = lineOf(row, hasPaid)
    if (seen.has(line.id)) throw wrongCell('twice', { row: row.row, column: 'balance_transaction_id' }, line.id)
    seen.add(line.id)
    lines.push(line)
  }
  if (lines.length === 0) throw new PayoutFileError('no_rows')
  return lines
}

// oxlint-disable-next-line typescript/require-await -- the reader takes chunks as they come
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

type CellOf = (column: Column, shape: RegExp, reason: Parameters<typeof wrongCell>[0]) => string

function lineOf(row: FeedRow, hasPaid: boolean): Line {
  const cell: CellOf = (column, shape, reason) => {
    const text = row.get(column).trim()
    if (!shape.test(text)) throw wrongCell(reason, { row: row.row, column }, text)
    return text
  }
  const category = cell('reporting_category', /^[a-z_]{1,60}$/, 'category')
  const gross = minorOf(cell('gross', amount, 'amount'))
  const fee = minorOf(cell('fee', amount, 'amount'))
  const net = minorOf(cell('net', amount, 'amount'))
  if (gross - fee !== net) throw new PayoutFileError('wrong_sum', { row: row.row })
  const currency = currencyOf(row.get('currency').trim(), row.row)
  const kind = kinds[category] ?? 'other'
  return {
    row: row.row,
    id: cell('balance_transaction_id', name, 'id'),
    payout: cell('automatic_payout_id', name, 'id'),
    day: parseDay(cell('automatic_payout_effective_at', moment, 'day'), row.row),
    currency,
    kind,
    isPayout: category === 'payout',
    gross,
    fee,
    net,
    reference: cell('payment_intent_id', /^[\w-]{0,100}$/, 'reference'),
    ...(hasPaid && (kind === 'charge' || kind === 'refund') ? paidOf(cell, currency, gross) : notExchanged),
  }
}

const notExchanged = { paid: null, paid_currency: null }

/** What the buyer paid, with the sign of the transaction; nothing where the payout has the same currency. */
function paidOf(cell: CellOf, currency: CurrencyCode, gross: Minor): Pick<PayoutRow, 'paid' | 'paid_currency'> {
  const text = cell('customer_facing_currency', /^([A-Za-z]{3})?$/, 'currency').toUpperCase()
  const paidIn = currencyCodes.find((code) => code === text)
  if (paidIn === undefined || paidIn === currency) return notExchanged
  return {
    paid: Math.sign(gross) * Math.abs(minorOf(cell('customer_facing_amount', amount, 'amount'))),
    paid_currency: paidIn,
  }
}

const name = /^\w[\w-]{0,99}$/
const amount = /^-?\d{1,10}(\.\d{1,2})?$/
const moment = /^2\d{3}-\d{2}-\d{2}([ T][\d:.]{4,20}Z?)?$/
const kinds: Readonly<Record<string, PayoutRowKind>> = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
  fee: 'fee',
  network_cost: 'fee',
}

/** An amount in minor units, without a detour by floating point. */
function minorOf(text: string): Minor {
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const minor = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return text.startsWith('-') && minor !== 0 ? -minor : minor
}

function parseDay(text: string, row: number): string {
  const day = text.slice(0, 10)
  const time = Date.parse(day)
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day))
    throw wrongCell('day', { row, column: 'automatic_payout_effective_at' }, text)
  return day
}

function currencyOf(text: string, row: number): CurrencyCode {
  const known = currencyCodes.find((code) => code === text.toUpperCase())
  if (!known) throw wrongCell('currency', { row, column: 'currency' }, text)
  return known
}

function payoutOf(lines: readonly Line[]): Payout {
  const [first] = lines
  if (!first) throw new PayoutFileError('no_rows')
  const { payout: id, day, currency } = first
  for (const line of lines) {
    if (line.day !== day)
      throw wrongCell('other_day', { row: line.row, column: 'automatic_payout_effective_at' }, line.day)
    if (line.currency !== currency)
      throw wrongCell('other_currency', { row: line.row, column: 'currency' }, line.currency)
  }
  const rows = lines
    .filter(({ isPayout }) => !isPayout)
    .map((line) => ({
      id: line.id,
      kind: line.kind,
      gross: line.gross,
      fee: line.fee,
      net: line.net,
      reference: line.reference,
      paid: line.paid,
      paid_currency: line.paid_currency,
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const own = lines.filter(({ isPayout }) => isPayout)
  const stated = own.length === 0 ? null : own.reduce((sum, line) => sum - line.net, 0)
  const net = rows.reduce((sum, row) => sum + row.net, 0)
  const gross = rows.reduce((sum, row) => sum + (row.kind === 'fee' ? 0 : row.gross), 0)
  // A payout that was imported before the last two columns were read is known again.
  const known = rows.map(({ paid: _paid, paid_currency: _in, ...row }) => row)
  const hash = createHash('sha256')
    .update(JSON.stringify([id, day, currency, stated, known]))
    .digest('base64url')
  return { id, hash, day, currency, gross, fee: gross - net, net, stated, rows }
}
