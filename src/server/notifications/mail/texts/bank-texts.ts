import { exactSum } from '../../../../i18n/money.ts'
import { isBilled } from '../../../ordering/orders/order-state.ts'
import type { OrderRow } from '../../../ordering/orders/queries.ts'
import { takenByBank } from '../../../ordering/refunds/taken-by-bank.ts'
import type { Shop } from '../../../ordering/shop.ts'

/**
 * What a mail says about the payment: `disputed` is the sum of the open disputes as text, or ''; `isBilled` for one on
 * an invoice.
 */
export type BankTexts = { disputed: string; hasLostDispute: boolean; isBilled: boolean }

export async function bankTexts({ db }: Shop, order: OrderRow): Promise<BankTexts> {
  const { disputed, hasLostDispute } = await takenByBank(db, order.id)
  const { currency, language, reverse_charge: reverseCharge } = order
  return {
    disputed: disputed > 0 ? exactSum(disputed, currency, language, reverseCharge === 1) : '',
    hasLostDispute,
    isBilled: isBilled(order),
  }
}

/** The case of a mail that announces a refund: it waits for a dispute, is reduced, is of an invoice, or is as usual. */
export function refundCase({
  disputed,
  hasLostDispute,
  isBilled: isInvoice,
}: BankTexts): 'usual' | 'disputed' | 'set_off' | 'invoice' {
  if (disputed !== '') return 'disputed'
  if (hasLostDispute) return 'set_off'
  return isInvoice ? 'invoice' : 'usual'
}
