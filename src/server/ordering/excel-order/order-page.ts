import type { APIContext } from 'astro'
import {
  excelOrderForm,
  type ExcelOrderForm,
  type ExcelOrderPage,
} from '../../../contracts/customer-pages/excel-order-page.ts'
import { formatOrderText } from '../../../domain/orders/order-rows.ts'
import { href } from '../../../routes.ts'
import { customerOf } from '../../identity/sessions/guards.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { readCookieCart, writeCookieCart } from '../cart/cookie-cart.ts'
import { maxCartLines } from '../cart/line-limit.ts'
import { withLines } from '../checkout/cart-form.ts'
import type { Shop } from '../shop.ts'
import { checkOrder } from './check-order.ts'
import { readOrder, type UploadedOrder } from './read-order.ts'

type OrderRequest = Pick<APIContext, 'request' | 'cookies' | 'locals'>
type QuickRequest = OrderRequest & Pick<APIContext, 'clientAddress'>

/** Answers GET and POST of the Excel order page. Visitors who are not signed in are redirected to the login. */
export async function excelOrderPage(shop: Shop, asked: OrderRequest): Promise<PageResult<ExcelOrderPage>> {
  const { language, currency } = asked.locals.shopping
  const customerId = customerIdOf(asked)
  if (customerId === null) return goTo(href(language, 'login', {}, { next: href(language, 'excel-order') }))
  const empty: ExcelOrderPage = { currency: currency.code, text: '', fault: null, result: null }
  if (asked.request.method !== 'POST') return privatePage(empty)
  if (!(await isWithin(shop.limits.orderFilesByCustomer, customerId)))
    return privatePage({ ...empty, fault: 'too_many_tries' }, 429)
  const form = await readForm(asked.request, excelOrderForm)
  return form.action === 'add' ? addToCart(shop, asked, form, empty) : showCheckedOrder(shop, asked, form, empty)
}

/** Answers GET and POST of the quick order: pasted part numbers, for everybody. Files are not read. */
export async function quickOrderPage(shop: Shop, asked: QuickRequest): Promise<PageResult<ExcelOrderPage>> {
  const empty: ExcelOrderPage = { currency: asked.locals.shopping.currency.code, text: '', fault: null, result: null }
  if (asked.request.method !== 'POST') return privatePage(empty)
  if (!(await isWithin(shop.limits.orderTextsByNetwork, asked.clientAddress)))
    return privatePage({ ...empty, fault: 'too_many_tries' }, 429)
  const form = await readForm(asked.request, excelOrderForm)
  if (form.action === 'add') return addToCart(shop, asked, form, empty)
  return showCheckedOrder(shop, asked, { rows: form.rows }, empty)
}

async function showCheckedOrder(
  shop: Shop,
  { locals }: OrderRequest,
  order: UploadedOrder,
  empty: ExcelOrderPage,
): Promise<PageResult<ExcelOrderPage>> {
  const text = order.rows ?? ''
  const read = await readOrder(shop.workbooks, order)
  if ('fault' in read) return privatePage({ ...empty, text, fault: read.fault }, 422)
  const { rows, items, lines } = await checkOrder(shop, locals, read.rows)
  if (lines.length > maxCartLines(shop, locals.customerId))
    return privatePage({ ...empty, text, fault: 'too_many_parts' }, 422)
  return privatePage({ ...empty, text, result: { rows, items, ready: formatOrderText(lines) } })
}

/** Adds the checked order to the cart of a browser without script. */
async function addToCart(
  shop: Shop,
  { cookies, locals }: OrderRequest,
  { ready, 'choice[]': choices }: ExcelOrderForm,
  empty: ExcelOrderPage,
): Promise<PageResult<ExcelOrderPage>> {
  const { shopping, customerId } = locals
  const rows = [...(ready === undefined ? [] : [ready]), ...choices].join('\n')
  const read = await readOrder(shop.workbooks, { rows })
  const lines = 'fault' in read ? [] : (await checkOrder(shop, locals, read.rows)).lines
  const cart = await readCookieCart(shop, cookies, customerId)
  const items = withLines(
    cart.items,
    lines.map(({ sku, quantity }) => ({ sku, quantity })),
  )
  if (items.length > maxCartLines(shop, customerId))
    return privatePage({ ...empty, text: rows, fault: 'too_many_parts' }, 422)
  try {
    await writeCookieCart(shop, shopping, cookies, { ...cart, items, customerId })
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'too_many_carts')) throw error
    return privatePage({ ...empty, text: rows, fault: 'too_many_tries' }, 429)
  }
  return goTo(href(shopping.language, 'checkout-id'))
}

function customerIdOf(asked: OrderRequest): string | null {
  try {
    return customerOf(asked).customer.id
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
