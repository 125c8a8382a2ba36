import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { sellers } from '../../../domain/places/seller.ts'

/** Returns the address of the shop as a pick-up place. */
export function pickUpPlace(language: Language): DeliveryPlace {
  const {
    name,
    address: [street = '', town = ''],
  } = sellers[language]
  const [, postalCode = '', city = town] = /^(\d{3} \d{2}) (.+)$/.exec(town) ?? []
  return { id: 'shop', name, street, postalCode, city }
}
