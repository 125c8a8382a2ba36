import { orderById } from '../../ordering/orders/queries.ts'
import { returnByNumber } from '../../ordering/orders/return-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'

/** The return of the address and its order; undefined where there is none. */
export async function requestedReturn({ shop, request }: ConsoleContext) {
  const row = await returnByNumber(shop.db, (request.params['number'] ?? '').slice(0, 40).toUpperCase())
  const order = row && (await orderById(shop.db, row.order_id))
  return row && order ? { row, order } : undefined
}

/** The same. Throws ConsoleError where there is none. */
export async function requireReturn(context: ConsoleContext) {
  const found = await requestedReturn(context)
  if (!found) throw new ConsoleError('return_unknown')
  return found
}
