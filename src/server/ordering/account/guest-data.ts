import type { APIContext } from 'astro'
import { guestDataForm, type GuestEraseBlock, type GuestOrderPage } from '../../../contracts/customer-pages/my-order.ts'
import { clearTokens } from '../../identity/sessions/session-cookies.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { orderDetails } from '../order-pages/order-details.ts'
import { lockOrderRow } from '../orders/fulfilment-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { anonymizeOrder, eraseSent } from './anonymize-queries.ts'
import { openOrderStatuses } from './erase-queries.ts'
import { exportedOrder } from './export-customer.ts'
import { hasLiveSubscription } from './guest-data-queries.ts'
import { issueReceipt } from './issue-receipt.ts'
import { owingOrders } from './owing-queries.ts'

type GuestRequest = Pick<APIContext, 'request' | 'cookies' | 'locals'>

/**
 * GET and POST /{lang}/my-order/:id for a guest with the order's mailed link: shows the order, exports its data and
 * erases it (GDPR articles 15, 17 and 20).
 */
export async function guestOrderPage(
  shop: Shop,
  order: OrderRow,
  request: GuestRequest,
): Promise<PageResult<GuestOrderPage>> {
  if (request.request.method !== 'POST') return privatePage(await pageOf(shop, order))
  const posted = await readForm(request.request, guestDataForm)
  switch (posted.action) {
    case 'export':
      return exported(shop, order)
    case 'erase':
      return posted.sure === 'yes'
        ? erased(shop, order, request)
        : privatePage({ ...(await pageOf(shop, order)), isUnsure: true }, 422)
    default:
      return privatePage(await pageOf(shop, order), 422)
  }
}

async function pageOf(shop: Shop, order: OrderRow): Promise<Extract<GuestOrderPage, { kind: 'order' }>> {
  return {
    kind: 'order',
    details: await orderDetails(shop, order),
    block: await guestEraseBlock(shop.db, order),
    isUnsure: false,
  }
}

async function exported({ db, now }: Shop, order: OrderRow): Promise<Response> {
  const data = { exported_at: now().toISOString(), order: await exportedOrder(db, order) }
  const disposition = `attachment; filename="order-${order.number}.json"`
  const headers = {
    'Content-Type': 'application/json',
    'Content-Disposition': disposition,
    'Cache-Control': 'private, no-store',
  }
  return new Response(JSON.stringify(data, null, 2), { headers })
}

/**
 * Erases the buyer's data of an order and ends all links to it. Issued documents are kept (7 kap. 2 §
 * bokföringslagen).
 */
async function erased(
  shop: Shop,
  { id, number }: OrderRow,
  request: GuestRequest,
): Promise<PageResult<GuestOrderPage>> {
  const current = await shop.db.transaction().execute((trx) => eraseGuestOrder(trx, id, shop.now()))
  if (current) return privatePage(await pageOf(shop, current), 409)
  shop.log.info({ order: number }, 'the data of an order were erased')
  clearTokens(shop.env, request.cookies)
  request.locals.session = request.locals.user = null
  return privatePage({ kind: 'erased', number })
}

/** Erases the buyer's data of an order. Returns the order if it must keep them, undefined if they were erased. */
export async function eraseGuestOrder(trx: DatabaseTransaction, id: string, now: Date): Promise<OrderRow | undefined> {
  const order = await lockOrderRow(trx, id, now.toISOString())
  if (!order) return undefined
  if ((await guestEraseBlock(trx, order)) !== null) return order
  await issueReceipt(trx, order, now)
  await anonymizeOrder(trx, order)
  await eraseSent(trx, order)
  return undefined
}

/** Why an order must keep its buyer's data; null where it need not. */
export async function guestEraseBlock(db: Queryable, order: OrderRow): Promise<GuestEraseBlock | null> {
  if (order.customer_id !== null) return 'account'
  if (openOrderStatuses.has(order.status) || (await owingOrders(db, [order])).size > 0) return 'under_way'
  return (await hasLiveSubscription(db, order.id)) ? 'subscription' : null
}
