import type { APIContext } from 'astro'
import { hashSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { addMark, readMarks } from './browser-marks.ts'

type Cookies = APIContext['cookies']
type Order = { id: string }

/** Returns the mark of a browser that has placed or tracked an order; undefined for others. */
export function knownOrder({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): string | undefined {
  const mark = markOf(order)
  return readMarks(env, cookies, 'known_orders').includes(mark) ? mark : undefined
}

/** Marks this browser as one that knows an order. */
export function rememberOrder({ env }: Pick<Shop, 'env'>, cookies: Cookies, order: Order): void {
  addMark(env, cookies, 'known_orders', markOf(order))
}

/** An order's id cannot be guessed, so the mark cannot be made without having seen the order. */
function markOf({ id }: Order): string {
  return hashSecret(`browser that knows the order ${id}`)
}
