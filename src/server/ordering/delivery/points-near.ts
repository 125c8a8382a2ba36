import { maxPoints, type DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import { isPostalCode, normalizePostalCode } from '../../../domain/places/postal-codes.ts'
import type { Shop } from '../shop.ts'

/** `ask`: no valid postal code yet, or service points are off. `failed`: the carrier returned an error or timed out. */
export type PointsNear = { state: 'ask' | 'found' | 'failed'; places: DeliveryPlace[] }

const defaultTimeoutMs = 2_000

/**
 * Looks up the service points near a postal code, within `timeoutMs` milliseconds. Errors and timeouts are logged and
 * returned as `failed`, so that a failing carrier does not block the checkout.
 */
export async function pointsNear(
  { servicePoints, log, settings }: Pick<Shop, 'servicePoints' | 'log' | 'settings'>,
  country: string,
  postalCode: string,
  timeoutMs = defaultTimeoutMs,
): Promise<PointsNear> {
  if (!settings.all.delivery.servicePoints || !isPostalCode(country, postalCode)) return { state: 'ask', places: [] }
  const [abort, late] = [new AbortController(), Promise.withResolvers<never>()]
  const timer = setTimeout(() => {
    late.reject(new DOMException('The carrier took too long.', 'TimeoutError'))
    abort.abort()
  }, timeoutMs)
  try {
    const places = await Promise.race([
      servicePoints.near(country, normalizePostalCode(postalCode), abort.signal),
      late.promise,
    ])
    return { state: 'found', places: places.slice(0, maxPoints) }
  } catch (error) {
    log.warn({ err: error, country }, 'service points could not be looked up')
    return { state: 'failed', places: [] }
  } finally {
    clearTimeout(timer)
  }
}
