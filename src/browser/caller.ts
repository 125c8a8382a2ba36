import { currencyById } from '../domain/money/currencies.ts'
import type { ShopperChoice } from '../domain/places/shopping-context.ts'
import { readCookie } from './cookies.ts'
import { pageLanguage } from './page-language.ts'
import { readStored } from './storage.ts'

/** The variant's store id, currency id and country, as every page says: `<html data-store="11 1 SE">`. */
function storeHere(): string[] {
  return (document.documentElement.dataset['store'] ?? '').split(' ')
}

/** Language, currency and country of this page, read from the URL and the cookies like the server does. */
export function shoppingHere(): ShopperChoice {
  const [, currencyId, country = ''] = storeHere()
  const currency = currencyById(Number(offeredCookie('currency', 'cid') ?? currencyId))
  if (!currency) throw new Error('The page names no currency.')
  return { language: pageLanguage(), currency, country: offeredCookie('country', 'cc') ?? country }
}

/** The value of a cookie that the page's switch offers; what the shop does not sell in or to counts for nothing. */
function offeredCookie(region: 'currency' | 'country', cookie: 'cid' | 'cc'): string | undefined {
  const value = readCookie(cookie)
  const options = document.querySelector<HTMLSelectElement>(`[data-region=${region}]`)?.options ?? []
  return Array.from(options, (option) => option.value).find((each) => each === value)
}

/** The query parameters that every call sends (spec section 7); none of them grants permissions. */
export function callerQuery(): Record<string, string> {
  const known = { sid: storeHere()[0], cc: readCookie('cc'), cid: readCookie('cid'), uid: userId() }
  return {
    locale: pageLanguage(),
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
