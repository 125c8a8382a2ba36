import { formatAtc, parseAtc, type AtcItem } from './atc.ts'

/** The cart of a browser without scripts, in the atc format, so that a script that loads later can read it. */
export const cartCookie = 'cart'
export const cartCookieDays = 30

/** Browsers limit a cookie, with its name and attributes, to 4096 bytes. */
const maxCookieLength = 3_600
const separator = '~'
const savedMark = 'saved'

/**
 * `checkoutId` is the checkout opened with these items; without items, it is the checkout that stores them on the
 * server. `isSaved`: the customer's account has them too, so that they are not merged with those of the account again.
 */
export type CookieCart = { items: AtcItem[]; checkoutId: string | null; isSaved?: boolean }

/**
 * Parses the cookie value: `atc`, `atc~checkoutId` or `~checkoutId`, each with `~saved` after both if it is the cart of
 * an account; anything else is an empty cart.
 */
export function parseCookieCart(value: string | undefined): Required<CookieCart> {
  const [atc = '', id = '', mark] = (value ?? '').split(separator)
  return {
    items: parseAtc(atc),
    checkoutId: /^[\w-]{1,64}$/.test(id) ? id : null,
    isSaved: mark === savedMark,
  }
}

/** Formats the cookie value; undefined when the items do not fit into a cookie. */
export function formatCookieCart({ items, checkoutId, isSaved = false }: CookieCart): string | undefined {
  const lines = items.length > 0 ? formatAtc(items) : ''
  const parts = isSaved ? [lines, checkoutId ?? '', savedMark] : checkoutId === null ? [lines] : [lines, checkoutId]
  const value = parts.join(separator)
  return encodeURIComponent(value).length <= maxCookieLength ? value : undefined
}
