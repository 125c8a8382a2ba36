import type { TrackAnswer } from '../../contracts/track-order.ts'
import { isWithin } from '../http/rate-limit.ts'
import type { Shop } from '../shop.ts'
import { trackOrder } from './order-page.ts'

/** A request to the track-order screen; guesses are limited per address. */
export async function trackAnswer(shop: Shop, request: Request, clientAddress: string): Promise<TrackAnswer> {
  if (request.method !== 'POST') return { kind: 'asked', number: '' }
  const form = await request.formData().catch(() => new FormData())
  const number = String(form.get('number') ?? '').slice(0, 40)
  if (!await isWithin(shop.limits.trackOrder, clientAddress)) return { kind: 'too_many', number }
  const order = await trackOrder(shop, number, String(form.get('postal_code') ?? ''))
  return order ? { kind: 'found', number, order } : { kind: 'not_found', number }
}
