import type { APIContext } from 'astro'
import { readSecretCookie, writeSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { hashSecret } from '../../platform/ids.ts'
import { latestOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

type Cookies = APIContext['cookies']
type Order = { id: string }

/** A browser is known by its latest orders; their marks fit into one cookie. */
const mostOrders = 4
const maxAgeSeconds = 180 * 24 * 3600
const separator = '.'

/** Returns the mark of a browser that has placed or tracked an order; undefined for others. */
export function knownOrder({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): string | undefined {
  const mark = markOf(order)
  return marksIn(env, cookies).includes(mark) ? mark : undefined
}

/** Marks this browser as one that knows an order. */
export function rememberOrder({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): void {
  const mark = markOf(order)
  const others = marksIn(env, cookies).filter((each) => each !== mark)
  const marks = [mark, ...others].slice(0, mostOrders)
  writeSecretCookie(env, cookies, 'known_orders', marks.join(separator), maxAgeSeconds)
}

/** Marks the browser in which the order of a checkout was placed; only that one knows the id of the checkout. */
export async function rememberOrderOf(shop: Shop, cookies: Cookies, checkoutId: string): Promise<void> {
  const order = await latestOrderOf(shop.db, checkoutId)
  if (order) rememberOrder(shop, cookies, order)
}

function marksIn(env: Shop['env'], cookies: Cookies): string[] {
  return readSecretCookie(env, cookies, 'known_orders')?.split(separator) ?? []
}

/** An order's id cannot be guessed, so the mark cannot be made without having seen the order. */
function markOf({ id }: Order): string {
  return hashSecret(`browser that knows the order ${id}`)
}
