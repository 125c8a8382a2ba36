import { formatAtc, parseAtc, type AtcItem } from './atc.ts'

/** The cart of a browser without scripts, in the atc format, so that a script that loads later can read it. */
export const cartCookie = 'cart'
export const cartCookieDays = 30

/** Browsers limit a cookie, with its name and attributes, to 4096 bytes. */
const maxCookieLength = 3_600
const idSeparator = '~'

/**
 * `checkoutId` is the checkout opened with these items; without items, it is the checkout that stores them on the
 * server.
 */
export type CookieCart = { items: AtcItem[]; checkoutId: string | null }

/** Parses the cookie value: `atc`, `atc~checkoutId` or `~checkoutId`; anything else is an empty cart. */
export function parseCookieCart(value: string | undefined): CookieCart {
  const [atc = '', id = ''] = (value ?? '').split(idSeparator)
  return { items: parseAtc(atc), checkoutId: /^[\w-]{1,64}$/.test(id) ? id : null }
}

/** Formats the cookie value; undefined when the items do not fit into a cookie. */
export function formatCookieCart({ items, checkoutId }: CookieCart): string | undefined {
  const lines = items.length > 0 ? formatAtc(items) : ''
  const value = checkoutId === null ? lines : `${lines}${idSeparator}${checkoutId}`
  return encodeURIComponent(value).length <= maxCookieLength ? value : undefined
}
