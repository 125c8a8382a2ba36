import type { DeliveryPlace } from '../../../domain/delivery-points.ts'

/**
 * Where parcels wait, as a carrier tells it: the nearest places first, none where it has none.
 * docs/how-to/add-a-carrier.md.
 */
export type ServicePoints = {
  near: (country: string, postalCode: string, signal: AbortSignal) => Promise<DeliveryPlace[]>
}
