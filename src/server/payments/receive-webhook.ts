import { ProblemError } from '../http/problem.ts'
import type { Shop } from '../shop.ts'
import { completeOrder, type Completion } from './complete-order.ts'
import { providerNamed } from './providers.ts'

/** A provider's word about a payment: 404 for unknown providers, 400 for what cannot be verified. */
export async function receiveWebhook(shop: Shop, name: string, body: string, headers: Headers): Promise<Completion> {
  const provider = providerNamed(name)
  if (!provider?.readWebhook) throw new ProblemError(404, 'provider_unknown')
  const notice = await provider.readWebhook(shop, body, headers)
  const completion = await completeOrder(shop, provider.name, notice)
  shop.log[completion === 'held' ? 'warn' : 'info']({ provider: name, event: notice.eventId, completion }, 'payment event')
  return completion
}
