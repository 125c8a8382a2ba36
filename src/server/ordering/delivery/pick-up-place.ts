import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { Seller } from '../../../domain/places/seller.ts'
import type { DeliverySettings } from '../../../domain/settings/delivery.ts'

/** Returns the place where goods are picked up: the address that is set, else the company's. */
export function pickUpPlace(seller: Seller, pickUp: DeliverySettings['pickUp']): DeliveryPlace {
  const name = pickUp.name || seller.name
  if (pickUp.street !== '') return { id: 'shop', ...pickUp, name }
  const {
    address: [street = '', town = ''],
  } = seller
  const [, postalCode = '', city = town] = /^(\d{3} \d{2}) (.+)$/.exec(town) ?? []
  return { id: 'shop', name, street, postalCode, city }
}
