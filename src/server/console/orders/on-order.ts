import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderFields } from '../../ordering/orders/audited-order.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import { orderByNumber, type OrderRow } from '../../ordering/orders/queries.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { Desk } from '../frame/desk.ts'
import { lastEventOf } from './order-queries.ts'

type Work = (shop: Shop, order: OrderRow, actor: string) => Promise<unknown>

/**
 * Does something with the order of the address, if its history still ends where the person saw it end: of two people
 * who act at once, the second is shown what the first did. The audit entry is in the same transaction.
 */
export async function onOrder(desk: Desk, operation: string, version: string, work: Work): Promise<void> {
  const { shop, session, request } = desk
  const order = await orderByNumber(shop.db, request.params['number'] ?? '')
  if (!order) throw new ConsoleError('order_unknown')
  const deed = {
    operation,
    subject: { kind: 'order', id: order.id, label: order.number },
    guard: async (trx: DatabaseTransaction) => {
      await lockOrder(trx, order.id, shop.now())
      if ((await lastEventOf(trx, order.id)) !== version) throw new ConsoleError('changed_meanwhile')
    },
    fields: (trx: DatabaseTransaction) => orderFields(trx, order.id),
  }
  await audited(shop, session.actor, deed, (services) => work(services, order, session.actor.name))
}
