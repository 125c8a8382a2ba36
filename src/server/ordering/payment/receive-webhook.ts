import type { ProviderNotice } from '../../payments/provider.ts'
import { providerNamed } from '../../payments/providers.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { applyDisputeNotice } from '../disputes/apply-dispute-notice.ts'
import type { Shop } from '../shop.ts'
import { applyRefundNotice } from './apply-refund-notice.ts'
import { completeOrder, type Completion } from './complete-order.ts'

/**
 * Receives a provider's webhook and applies it to the order. Throws 404 `provider_unknown`, and 400 for a body that
 * cannot be verified. `ignored` if it is not about a payment.
 */
export async function receiveWebhook(
  shop: Shop,
  name: string,
  body: string,
  headers: Headers,
): Promise<Completion | 'ignored'> {
  const provider = providerNamed(name)
  if (!provider?.readNotice) throw new ProblemError(404, 'provider_unknown')
  const notice = await provider.readNotice(shop, body, headers)
  if (!notice) return 'ignored'
  const completion = await applyNotice(shop, provider.name, notice)
  shop.log[completion === 'held' ? 'warn' : 'info'](
    { provider: name, event: notice.eventId, completion },
    'payment event',
  )
  return completion
}

function applyNotice(shop: Shop, provider: string, notice: ProviderNotice): Promise<Completion> {
  if (notice.outcome === 'refunded' || notice.outcome === 'refund_failed')
    return applyRefundNotice(shop, provider, notice)
  if (notice.outcome === 'disputed') return applyDisputeNotice(shop, provider, notice)
  return completeOrder(shop, provider, notice)
}
