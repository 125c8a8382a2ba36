import { mostPoints, type DeliveryPlace } from '../../../domain/delivery-points.ts'
import { isPostalCode, normalizePostalCode } from '../../../domain/postal-codes.ts'
import type { Shop } from '../shop.ts'

/** `ask`: there is no postal code yet to look near. `failed`: the carrier gave no answer, or none in time. */
export type PointsNear = { state: 'ask' | 'found' | 'failed'; places: DeliveryPlace[] }

const timeoutMs = 2_000

/**
 * The service points near a postal code. A carrier that fails or takes too long costs the shopper that choice, never
 * the checkout.
 */
export async function pointsNear(
  { servicePoints, log }: Pick<Shop, 'servicePoints' | 'log'>,
  country: string,
  postalCode: string,
  patience = timeoutMs,
): Promise<PointsNear> {
  if (!isPostalCode(country, postalCode)) return { state: 'ask', places: [] }
  const [abort, late] = [new AbortController(), Promise.withResolvers<never>()]
  const timer = setTimeout(() => {
    late.reject(new DOMException('The carrier took too long.', 'TimeoutError'))
    abort.abort()
  }, patience)
  try {
    const places = await Promise.race([
      servicePoints.near(country, normalizePostalCode(postalCode), abort.signal),
      late.promise,
    ])
    return { state: 'found', places: places.slice(0, mostPoints) }
  } catch (error) {
    log.warn({ err: error, country }, 'service points could not be looked up')
    return { state: 'failed', places: [] }
  } finally {
    clearTimeout(timer)
  }
}
