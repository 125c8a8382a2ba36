import type { Queryable, Row } from '../../platform/db/tables.ts'
import { outcomesOf, type OutcomeRow } from './dispute-queries.ts'
import { openOf } from './lose-dispute.ts'
import {
  attemptsNamed,
  refundsNamed,
  rowsNamed,
  rowsOfPayouts,
  type AttemptNamed,
  type RefundNamed,
} from './payout-queries.ts'

/** Why a row of a payout and the shop's own record differ. */
type PayoutDifference = 'unknown' | 'amount' | 'currency' | 'other' | 'settled'
type PayoutLine = Row<'payout_rows'>
/** `charged` is what the shop has charged, where the row has another amount; null otherwise. */
export type CheckedRow = PayoutLine & {
  paymentId: string
  order: string
  difference: PayoutDifference | null
  charged: number | null
}

type Known = {
  attempts: Map<string, AttemptNamed[]>
  refunds: Map<string, RefundNamed[]>
  rows: Map<string, PayoutLine[]>
  outcomes: Map<string, OutcomeRow[]>
}

/** Puts each row of a payout beside the payment that it names; rows of other payouts count too. */
export async function checkedRows(
  db: Queryable,
  { currency }: { currency: string },
  rows: readonly PayoutLine[],
): Promise<CheckedRow[]> {
  const known = await knownOf(db, rows)
  return rows.map((row) => checkedRow(row, known, currency))
}

/** How many rows of each of these payouts differ from the shop's payments. */
async function differencesOf(
  db: Queryable,
  payouts: readonly { currency: string; rows: readonly PayoutLine[] }[],
): Promise<number[]> {
  const known = await knownOf(
    db,
    payouts.flatMap(({ rows }) => rows),
  )
  return payouts.map(
    ({ currency, rows }) => rows.filter((row) => checkedRow(row, known, currency).difference !== null).length,
  )
}

/**
 * How many rows differ of each payout, by its id; of so many payouts, the first of them, that they have at most
 * `maxRows` rows.
 */
export async function differencesWithin(
  db: Queryable,
  payouts: readonly { id: string; currency: string }[],
  maxRows: number,
): Promise<Map<string, number>> {
  const lines = await rowsOfPayouts(
    db,
    payouts.map(({ id }) => id),
    maxRows,
  )
  const compared = payouts.flatMap(({ id, currency }) => {
    const rows = lines.get(id)
    return rows ? [{ id, currency, rows }] : []
  })
  const counts = await differencesOf(db, compared)
  return new Map(compared.map(({ id }, at) => [id, counts[at] ?? 0]))
}

async function knownOf(db: Queryable, rows: readonly PayoutLine[]): Promise<Known> {
  const names = [...new Set(rows.map(({ reference }) => reference))].filter((name) => name !== '')
  const by = <Each extends { reference: string | null }>(all: readonly Each[]) =>
    Map.groupBy(all, ({ reference }) => reference ?? '')
  return {
    attempts: by(await attemptsNamed(db, names)),
    refunds: by(await refundsNamed(db, names)),
    rows: by(await rowsNamed(db, names)),
    outcomes: by(await outcomesOf(db, names)),
  }
}

function checkedRow(row: PayoutLine, known: Known, currency: string): CheckedRow {
  const attempts = known.attempts.get(row.reference) ?? []
  const difference = differenceOf(row, attempts, known, currency)
  const isOther = difference === 'amount' && row.kind === 'charge'
  const charged = isOther ? chargedBy(attempts, known.refunds.get(row.reference) ?? []) : null
  return { ...row, paymentId: attempts[0]?.id ?? '', order: attempts[0]?.number ?? '', difference, charged }
}

function differenceOf(
  row: PayoutLine,
  attempts: readonly AttemptNamed[],
  known: Known,
  currency: string,
): PayoutDifference | null {
  if (row.kind === 'fee') return null
  if (row.kind === 'other') return 'other'
  if (attempts.length === 0) return 'unknown'
  if (attempts.some((attempt) => attempt.currency !== (row.paid_currency ?? currency))) return 'currency'
  if (!isSame(row, attempts, known)) return 'amount'
  return row.kind === 'dispute_won' && isSettled(row, known) ? 'settled' : null
}

/** Whether more of a dispute was settled as lost than is lost now that some of it was won back. */
function isSettled({ reference }: PayoutLine, { rows, outcomes }: Known): boolean {
  return openOf(rows.get(reference) ?? [], outcomes.get(reference) ?? []) < 0
}

/**
 * Whether the amounts of a payment's rows, in all payouts, are those that the shop knows. A part that was moved to an
 * exchange is captured once more there and counts as refunded here, and the provider knows of neither.
 */
function isSame(row: PayoutLine, attempts: readonly AttemptNamed[], known: Known): boolean {
  const rows = known.rows.get(row.reference) ?? []
  const refunds = known.refunds.get(row.reference) ?? []
  const captured = chargedBy(attempts, refunds)
  if (row.kind === 'charge') return ofKind(rows, 'charge').reduce((sum, each) => sum + paidOf(each), 0) === captured
  if (row.kind === 'refund') {
    const made = refunds.filter((refund) => !isMoved(refund) && refund.amount === -paidOf(row))
    return ofKind(rows, 'refund').filter((each) => paidOf(each) === paidOf(row)).length <= made.length
  }
  const disputed = -sumOf([...ofKind(rows, 'dispute'), ...ofKind(rows, 'dispute_won')], 'gross')
  return disputed >= 0 && disputed <= captured
}

function chargedBy(attempts: readonly AttemptNamed[], refunds: readonly RefundNamed[]): number {
  return sumOf(attempts, 'captured') - sumOf(refunds.filter(isMoved), 'amount')
}

/** The amount of a transaction in the currency of its payment. */
function paidOf({ paid, gross }: PayoutLine): number {
  return paid ?? gross
}

function isMoved({ key }: RefundNamed): boolean {
  return key.startsWith('exchange:')
}

function ofKind(rows: readonly PayoutLine[], kind: PayoutLine['kind']): PayoutLine[] {
  return rows.filter((row) => row.kind === kind)
}

function sumOf<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
