import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Shop } from '../shop.ts'
import { completeOrder, type Completion } from './complete-order.ts'
import { hearRefund } from './hear-refund.ts'
import type { ProviderNotice } from '../../payments/provider.ts'
import { providerNamed } from '../../payments/providers.ts'

/**
 * A provider's word about a payment: 404 for unknown providers, 400 for what cannot be verified; `ignored` when it is
 * about something else.
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
  const completion = await hear(shop, provider.name, notice)
  shop.log[completion === 'held' ? 'warn' : 'info'](
    { provider: name, event: notice.eventId, completion },
    'payment event',
  )
  return completion
}

function hear(shop: Shop, provider: string, notice: ProviderNotice): Promise<Completion> {
  if (notice.outcome === 'refunded' || notice.outcome === 'refund_failed') return hearRefund(shop, provider, notice)
  return completeOrder(shop, provider, notice)
}
