import type { Minor } from '../../../domain/money/money.ts'
import { allowanceTakenBack, negated, sumByRate, type RateAmount } from '../../../domain/orders/allowances.ts'
import { paidForUnits, sumOfPaid, type PaidLine } from '../../../domain/orders/paid-units.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { documentJson } from '../documents/document-json.ts'
import { documentContentsOf } from '../documents/document-queries.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import { isCharged } from './billing.ts'
import { refundableStatuses } from './refundable-statuses.ts'
import { writtenOff } from './written-off-queries.ts'

/** A line of an order, or of a change that is not written yet. */
type LeftLine = PaidLine & Pick<OrderLineRow, 'vat_rate' | 'type' | 'addition' | 'refunded'>

/**
 * What an order's documents charge and do not credit at each VAT rate; an addition whose receipt is not written counts
 * with its lines. Gift cards, which are a means of payment, are left out.
 */
export async function leftByRate(db: Queryable, orderId: string, lines: readonly LeftLine[]): Promise<RateAmount[]> {
  const documents = await documentContentsOf(db, orderId)
  const first = documents.find(({ kind, subject }) => kind !== 'credit_note' && subject === '')
  const counted = documents.filter((each) => each.subject !== '' || each === first)
  const known = new Set(documents.map(({ subject }) => subject))
  const amounts = counted.flatMap(({ kind, content }) => {
    const rates = documentJson.read(content).rates.map(({ rate, net, vat }) => ({ rate, amount: net + vat, vat }))
    return kind === 'credit_note' ? negated(rates) : rates
  })
  const unwritten = lines.filter(({ addition }) => addition !== '' && !known.has(addition))
  const cards = lines.filter(({ type }) => type === productType.giftCard)
  return sumByRate([...amounts, ...unwritten.map(leftOfLine), ...negated(cards.map(leftOfLine))])
}

function leftOfLine(line: LeftLine): RateAmount {
  return { rate: line.vat_rate, ...paidForUnits(line, line.refunded, line.quantity - line.refunded) }
}

/**
 * What a refund of units takes back of earlier reductions of the order's price, by VAT rate; `refunded` is what it
 * would credit without them. A refund of all that is left leaves nothing at any rate, however earlier amounts were
 * rounded when they were split by rate.
 */
export async function takenBack(
  db: Queryable,
  orderId: string,
  lines: readonly LeftLine[],
  refunded: readonly RateAmount[],
): Promise<RateAmount[]> {
  const outstanding = (await refundsOf(db, orderId)).reduce((sum, { allowance }) => sum + allowance, 0)
  const left = await leftByRate(db, orderId, lines)
  const beyond = sumByRate([...refunded, ...negated(left)])
  const { amount } = sumOfPaid(beyond)
  if (amount >= 0 && amount <= outstanding) return beyond.filter((each) => each.amount !== 0 || each.vat !== 0)
  return outstanding <= 0 ? [] : allowanceTakenBack(left, refunded, outstanding)
}

/**
 * The most that can be credited of an order without units, in minor units; 0 while it is not charged. Before its first
 * document that is what is left of its total, less its gift cards. What lost disputes took off its sales is not
 * credited once more.
 */
export async function creditLeft(db: Queryable, order: OrderRow, lines: readonly OrderLineRow[]): Promise<Minor> {
  if (!refundableStatuses.has(order.status) || !(await isCharged(db, order))) return 0
  const lost = await writtenOff(db, order.id)
  if ((await documentContentsOf(db, order.id)).length > 0)
    return creditable(await leftByRate(db, order.id, lines), lost)
  const cards = lines.filter(({ type }) => type === productType.giftCard).map(leftOfLine)
  const refunded = await refundsOf(db, order.id)
  return Math.max(
    0,
    [...cards, ...refunded].reduce((left, { amount }) => left - amount, order.total - lost),
  )
}

/** The most that can be credited of what is left by VAT rate, less what lost disputes took off. */
export function creditable(left: readonly RateAmount[], lost: Minor): Minor {
  return Math.max(
    0,
    left.reduce((sum, { amount }) => sum + Math.max(0, amount), 0 - lost),
  )
}
