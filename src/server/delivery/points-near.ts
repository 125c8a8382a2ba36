import { mostPoints, type DeliveryPlace } from '../../domain/delivery-points.ts'
import { isPostalCode, normalizePostalCode } from '../../domain/postal-codes.ts'
import type { Shop } from '../shop.ts'

/** `ask`: there is no postal code yet to look near. `failed`: the carrier gave no answer, or none in time. */
export type PointsNear = { state: 'ask' | 'found' | 'failed'; places: DeliveryPlace[] }

const patienceMs = 2_000

/** The service points near a postal code. A carrier that fails or takes too long costs the shopper that choice, never the checkout. */
export async function pointsNear(
  { servicePoints, log }: Pick<Shop, 'servicePoints' | 'log'>, country: string, postalCode: string, patience = patienceMs,
): Promise<PointsNear> {
  if (!isPostalCode(country, postalCode)) return { state: 'ask', places: [] }
  const signal = AbortSignal.timeout(patience)
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
  try {
    const places = await Promise.race([servicePoints.near(country, normalizePostalCode(postalCode), signal), late.promise])
    return { state: 'found', places: places.slice(0, mostPoints) }
  } catch (error) {
    log.warn({ err: error, country }, 'service points could not be looked up')
    return { state: 'failed', places: [] }
  }
}
