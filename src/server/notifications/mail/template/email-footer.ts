import { locales, type Language } from '../../../../domain/places/locales.ts'
import { sellers } from '../../../../domain/places/seller.ts'
import { href } from '../../../../routes.ts'

/**
 * Builds the sender's details required by lag (2002:562) om elektronisk handel: name and address, and a link to the
 * shop.
 */
export function footerOf(language: Language, origin: string) {
  const { name, organizationNumber, address, email, phone } = sellers[language]
  return {
    brand: locales[language].brand,
    home: origin + href(language, 'home'),
    email,
    company: `${name}, ${organizationNumber}`,
    address: address.join(', '),
    phone,
  }
}
