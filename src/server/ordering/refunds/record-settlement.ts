import type { Minor } from '../../../domain/money/money.ts'
import { refundsOf as paymentRefundsOf, type RefundRow as PaymentRefundRow } from '../../payments/refund-queries.ts'
import { cardPartsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToCreditNote } from '../documents/issue-document.ts'
import { paymentsWithCards, returnedParts, type CardPayments } from '../gift-cards/redeem.ts'
import { setSettled, type RefundRow } from '../orders/refund-queries.ts'
import { isOfCancellation } from '../payment/cancel-payment.ts'
import { isOfRefund } from './billing.ts'
import { givenInBooks } from './given-back.ts'

/** How much of a refund pays another order, by its number: from the payments of the refunded one, and in all. */
export type Moved = { order: string; amount: Minor; fromPayments: Minor }
type Settled = { before: CardPayments; isCancelled?: boolean; moved?: Moved | undefined }

/**
 * Keeps what became of the money of a refund, once its transaction has settled it: what its gift cards do not pay any
 * more of what they had paid `before`, and what is set off, because it was never paid or because the buyer has it from
 * the bank. The credit note, which the same transaction issued, says so too. The payments of a cancelled order are
 * reversed (`isCancelled`).
 */
export async function recordSettlement(
  trx: DatabaseTransaction,
  { id, order_id: orderId, number, amount }: RefundRow,
  { before, isCancelled = false, moved }: Settled,
): Promise<void> {
  const after = await paymentsWithCards(trx, orderId)
  const cardBack = before.onCards - after.onCards
  const given = before.onGivenCards - after.onGivenCards
  const own = await paymentsBack(trx, { id, order_id: orderId }, isCancelled)
  const settled = own.reduce((sum, each) => sum + each.amount, cardBack + (moved?.fromPayments ?? 0))
  const setOff = number === null ? 0 : Math.max(0, amount - settled)
  const givenBack = number === null ? 0 : await givenInBooks(trx, orderId, given)
  const parts = cardPartsJson.write(returnedParts(before, after))
  await setSettled(trx, id, { card_back: cardBack, given_back: givenBack, card_parts: parts, set_off: setOff })
  const isMoved = moved !== undefined && moved.amount > 0
  if (setOff > 0 || isMoved)
    await addToCreditNote(trx, orderId, id, {
      ...(setOff > 0 && { setOff }),
      ...(isMoved && { moved: { order: moved.order, amount: moved.amount } }),
    })
}

/** The payments by which a refund is paid back; those of a cancelled order are reversed as a whole (`isCancelled`). */
export async function paymentsBack(
  trx: DatabaseTransaction,
  { id, order_id: orderId }: Pick<RefundRow, 'id' | 'order_id'>,
  isCancelled: boolean,
): Promise<PaymentRefundRow[]> {
  const isOwn = (key: string) => isOfRefund(key, id) || (isCancelled && isOfCancellation(key))
  return (await paymentRefundsOf(trx, orderId)).filter(({ dedupe_key: key }) => isOwn(key))
}
