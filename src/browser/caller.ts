import { countryByCode } from '../domain/places/countries.ts'
import { currencyById } from '../domain/money/currencies.ts'
import { locales } from '../domain/places/locales.ts'
import { defaultContext, type ShoppingContext } from '../domain/places/shopping-context.ts'
import { readCookie } from './cookies.ts'
import { pageLanguage } from './page-language.ts'
import { readStored } from './storage.ts'

/** Language, currency and country of this page, read from the URL and the cookies like the server does. */
export function shoppingHere(): ShoppingContext {
  const fallback = defaultContext(pageLanguage())
  return {
    language: fallback.language,
    currency: currencyById(Number(readCookie('cid'))) ?? fallback.currency,
    country: countryByCode(readCookie('cc') ?? '')?.code ?? fallback.country,
  }
}

/** The query parameters that every call sends (spec section 7); none of them grants permissions. */
export function callerQuery(): Record<string, string> {
  const { language } = shoppingHere()
  const known = { cc: readCookie('cc'), cid: readCookie('cid'), uid: userId() }
  return {
    locale: language,
    sid: String(locales[language].storeID),
    ...Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1]))),
  }
}

function userId(): string | undefined {
  const id = fieldOf(fieldOf(readStored('auth'), 'user'), 'id')
  return typeof id === 'string' && id.length <= 64 ? id : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
