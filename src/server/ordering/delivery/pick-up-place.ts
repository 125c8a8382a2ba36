import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { Seller } from '../../../domain/places/seller.ts'

/** Returns the address of the shop as a pick-up place. */
export function pickUpPlace(seller: Seller): DeliveryPlace {
  const {
    name,
    address: [street = '', town = ''],
  } = seller
  const [, postalCode = '', city = town] = /^(\d{3} \d{2}) (.+)$/.exec(town) ?? []
  return { id: 'shop', name, street, postalCode, city }
}
