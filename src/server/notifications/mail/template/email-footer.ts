import type { Language } from '../../../../domain/places/locales.ts'
import { coloursOf } from '../../../../domain/settings/settings.ts'
import { href } from '../../../../routes.ts'
import type { ShopSettings } from '../../../platform/settings/shop-settings.ts'

/** What every mail says of its sender, in its head and its footer. */
export type EmailFrame = ReturnType<typeof emailFrame>

/**
 * Builds the sender's details required by lag (2002:562) om elektronisk handel: name and address, and a link to the
 * shop. What is not set is left out.
 */
export function emailFrame(settings: ShopSettings, language: Language, origin: string) {
  const { name, organizationNumber, address, email, phone } = settings.seller(language)
  const { brand, slogan } = settings.locale(language)
  const filled = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')
  return {
    brand,
    slogan,
    home: origin + href(language, 'home'),
    email,
    company: filled([name, organizationNumber]),
    address: filled(address),
    phone,
    colours: coloursOf(settings.all),
  }
}
