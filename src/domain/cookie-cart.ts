import { formatAtc, parseAtc, type AtcItem } from './atc.ts'

/** The cart of a browser without script, in the atc format, so that a script which comes later can read it. */
export const cartCookie = 'cart'
export const cartCookieDays = 30

/** No browser keeps more than 4096 bytes of a cookie with its name and attributes. */
const LONGEST = 3_600
const BEFORE_ID = '~'

/**
 * `checkoutId` is the checkout that these lines were taken to; without lines, the one that holds them on the server.
 */
export type CookieCart = { items: AtcItem[]; checkoutId: string | null }

/** Reads the cookie's value: `atc`, `atc~checkout id` or `~checkout id`; whatever else it is counts as empty. */
export function parseCookieCart(value: string | undefined): CookieCart {
  const [atc = '', id = ''] = (value ?? '').split(BEFORE_ID)
  return { items: parseAtc(atc), checkoutId: /^[\w-]{1,64}$/.test(id) ? id : null }
}

/** The cookie's value; undefined when the lines do not fit into a cookie. */
export function formatCookieCart({ items, checkoutId }: CookieCart): string | undefined {
  const lines = items.length > 0 ? formatAtc(items) : ''
  const value = checkoutId === null ? lines : `${lines}${BEFORE_ID}${checkoutId}`
  return encodeURIComponent(value).length <= LONGEST ? value : undefined
}
