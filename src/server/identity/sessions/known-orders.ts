import type { APIContext } from 'astro'
import { hashSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { addMark, readMarks } from './browser-marks.ts'

type Cookies = APIContext['cookies']
/** An order that was just placed has no corrections. */
type Order = { id: string; corrections?: number }

/** Tells whether this browser was shown the buyer of an order, for example because the order was placed in it. */
export function knownOrder({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): boolean {
  return readMarks(env, cookies, 'known_orders').includes(markOf(order))
}

/** Returns the mark of a browser that has placed or tracked an order; undefined for others. */
export function trackingMark({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): string | undefined {
  const marks = readMarks(env, cookies, 'known_orders')
  return [markOf(order), trackedMarkOf(order)].find((mark) => marks.includes(mark))
}

/** Marks this browser as the buyer's. */
export function rememberOrder({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): void {
  addMark(env, cookies, 'known_orders', markOf(order))
}

/** Marks this browser as one that knows an order's postal code, as many people do who are not the buyer. */
export function rememberTracked(shop: Pick<Shop, 'env'>, cookies: Cookies, order: Order): void {
  addMark(shop.env, cookies, 'known_orders', trackingMark(shop, cookies, order) ?? trackedMarkOf(order))
}

/**
 * An order's id cannot be guessed, so the mark cannot be made without having seen the order. It ends when the e-mail
 * address of the order is corrected: somebody else may have opened a link in a mail to the former one.
 */
function markOf({ id, corrections = 0 }: Order): string {
  return hashSecret(`browser of the buyer of the order ${id}${corrections === 0 ? '' : `, ${corrections} corrections`}`)
}

function trackedMarkOf({ id }: Order): string {
  return hashSecret(`browser that has tracked the order ${id}`)
}
