import type { ShownReturnStatus } from '../../../contracts/customer-pages/order-page.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { ReturnStatus } from '../../../domain/orders/returns.ts'

type Outcome = {
  status: ReturnStatus
  /** Why nothing is paid back, '' for most. */
  refusal: string
  refund: { amount: Minor; setOff: Minor } | null
  isExchanged: boolean
}

export function shownReturn({ status, refusal, refund, isExchanged }: Outcome): ShownReturnStatus {
  if (isExchanged) return 'exchanged'
  if (refund && refund.amount > 0 && refund.setOff === refund.amount) return 'settled'
  return status === 'received' && refusal !== '' ? 'refused' : status
}
