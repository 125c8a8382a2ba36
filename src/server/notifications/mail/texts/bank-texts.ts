import { exactSum } from '../../../../i18n/money.ts'
import type { OrderRow } from '../../../ordering/orders/queries.ts'
import { takenByBank } from '../../../ordering/refunds/taken-by-bank.ts'
import type { Shop } from '../../../ordering/shop.ts'

/** What a mail says about disputes: `disputed` is the sum of the open ones as text, or ''. */
export type BankTexts = { disputed: string; hasLostDispute: boolean }

export async function bankTexts({ db }: Shop, order: OrderRow): Promise<BankTexts> {
  const { disputed, hasLostDispute } = await takenByBank(db, order.id)
  const { currency, language, reverse_charge: reverseCharge } = order
  return { disputed: disputed > 0 ? exactSum(disputed, currency, language, reverseCharge === 1) : '', hasLostDispute }
}

/** The case of a mail that announces a refund: it waits for a dispute, is reduced, or is as usual. */
export function refundCase({ disputed, hasLostDispute }: BankTexts): 'usual' | 'disputed' | 'set_off' {
  if (disputed !== '') return 'disputed'
  return hasLostDispute ? 'set_off' : 'usual'
}
