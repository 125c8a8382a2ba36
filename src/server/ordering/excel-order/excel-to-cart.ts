import type { ExcelToCart, OrderFault } from '../../../contracts/calls/excel-to-cart.ts'
import { customerOf } from '../../identity/sessions/guards.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { maxCartLines } from '../cart/line-limit.ts'
import type { Shop } from '../shop.ts'
import { checkOrder } from './check-order.ts'
import { readOrder } from './read-order.ts'

/**
 * POST /excel-to-cart: returns the cart items of an uploaded or pasted order, or its preview. Only for signed-in
 * customers (spec section 6).
 */
export const excelToCart: Operation<typeof ExcelToCart, Shop> = async (shop, { query, body }, call) => {
  if (!shop.settings.all.features.excelOrder) throw new ProblemError(404, 'not_found')
  const { customer } = customerOf(call)
  if (!(await isWithin(shop.limits.orderFilesByCustomer, customer.id)))
    throw new ProblemError(429, 'too_many_tries', { headers: { 'Retry-After': '600' } })
  const order = await readOrder(shop.workbooks, body)
  if ('fault' in order) throw new ProblemError(statusOf(order.fault), order.fault)
  const { lines, ...preview } = await checkOrder(
    shop,
    { shopping: call.locals.shopping, customerId: customer.id },
    order.rows,
  )
  if (lines.length > maxCartLines(shop, customer.id)) throw new ProblemError(422, 'too_many_parts')
  return query.preview === '1' ? preview : lines
}

function statusOf(fault: OrderFault): number {
  return fault === 'file_too_large' ? 413 : 422
}
