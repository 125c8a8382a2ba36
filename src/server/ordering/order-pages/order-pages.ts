import { maxOrderSearchLength, type OrderList } from '../../../contracts/customer-pages/my-account.ts'
import type { OwnOrderPage } from '../../../contracts/customer-pages/my-order.ts'
import { formatAtc } from '../../../domain/cart/atc.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { orderReaderOf } from '../orders/own-order-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import type { Shop } from '../shop.ts'
import { changedSince } from './order-again.ts'
import { orderDetails } from './order-details.ts'
import { listOwnOrders } from './own-orders.ts'

/** GET /{lang}/my-account/orders?page=N&q=TEXT */
export async function ordersPage(
  { db }: Shop,
  { session, membership }: Account,
  { url }: Pick<AccountRequest, 'url'>,
): Promise<PageResult<OrderList>> {
  const page = url.searchParams.get('page') ?? ''
  const text = (url.searchParams.get('q') ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxOrderSearchLength)
  const reader = orderReaderOf(session.customer, membership)
  return privatePage(await listOwnOrders(db, reader, { page: /^\d{1,6}$/.test(page) ? Number(page) : 1, text }))
}

/** GET /{lang}/my-account/orders/:id: 404 for orders that do not exist or that the customer must not see. */
export async function accountOrderPage(
  shop: Shop,
  { session }: Account,
  { locals: { matched, shopping } }: Pick<AccountRequest, 'locals'>,
): Promise<PageResult<OwnOrderPage>> {
  const order = await visibleOrder(shop, session, matched?.params['id'])
  return order ? privatePage(await ownOrderPage(shop, order, { shopping, customerId: session.customer.id })) : missing()
}

type Reader = { shopping: ShoppingContext; customerId: string }

/** Reads the page of an order. The caller checks access. */
async function ownOrderPage(shop: Shop, order: OrderRow, reader: Reader): Promise<OwnOrderPage> {
  const details = await orderDetails(shop, order)
  const isAnothers = order.customer_id !== null && order.customer_id !== reader.customerId
  const other = isAnothers ? await customerById(shop.db, order.customer_id ?? '') : undefined
  const bought = details.order.lines.filter((line) => line.total.inc > 0)
  return {
    details,
    orderedBy: other?.name ?? null,
    again: formatAtc(bought.map(({ sku, quantity }) => ({ sku, quantity }))),
    changed: await changedSince(shop, reader, order, bought),
  }
}
