import { exactSum } from '../../../../i18n/money.ts'
import type { OrderRow } from '../../../ordering/orders/queries.ts'
import { takenByBank } from '../../../ordering/refunds/taken-by-bank.ts'
import type { Shop } from '../../../ordering/shop.ts'

/**
 * What a mail says of banks that took money of an order back: `disputed` is the sum in open disputes as text, '' for
 * none, and with `isBack` the buyer has money of lost ones.
 */
export type BankTexts = { disputed: string; isBack: boolean }

export async function bankTexts({ db }: Shop, order: OrderRow): Promise<BankTexts> {
  const { disputed, isBack } = await takenByBank(db, order.id)
  const { currency, language, reverse_charge: reverseCharge } = order
  return { disputed: disputed > 0 ? exactSum(disputed, currency, language, reverseCharge === 1) : '', isBack }
}

/** The case of a mail that announces a refund: it waits for a dispute, is reduced, or is as usual. */
export function refundCase({ disputed, isBack }: BankTexts): 'usual' | 'disputed' | 'set_off' {
  if (disputed !== '') return 'disputed'
  return isBack ? 'set_off' : 'usual'
}
