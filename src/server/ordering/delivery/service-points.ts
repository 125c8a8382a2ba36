import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'

/**
 * Looks up a carrier's service points near a postal code, nearest first; empty if there are none. See
 * docs/how-to/add-a-carrier.md.
 */
export type ServicePoints = {
  near: (country: string, postalCode: string, signal: AbortSignal) => Promise<DeliveryPlace[]>
}
