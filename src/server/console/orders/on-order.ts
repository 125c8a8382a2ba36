import { orderFields } from '../../ordering/orders/audited-order.ts'
import { orderByNumber, type OrderRow } from '../../ordering/orders/queries.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited, type AuditedAction } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { lastEventOf } from './order-queries.ts'

type Work = (shop: Shop, order: OrderRow, actor: string) => Promise<unknown>

/**
 * Does something with the order of the address, if its history still ends where the person saw it end: of two people
 * who act at once, the second is shown what the first did. The audit entry is in the same transaction,
 * and so is what `guard` does and refuses.
 */
export async function onOrder(
  context: ConsoleContext,
  operation: string,
  version: string,
  work: Work,
  guard?: Guard,
): Promise<void> {
  const order = await orderByNumber(context.shop.db, context.request.params['number'] ?? '')
  if (!order) throw new ConsoleError('order_unknown')
  await onKnownOrder(context, order, { operation, version, guard }, work)
}

/**
 * Does something with the labels of the order of the address. Two people who add or take one at once do not contradict
 * each other, so that no version is asked for.
 */
export async function onLabels(
  { shop, session, request }: ConsoleContext,
  operation: string,
  work: Work,
): Promise<void> {
  const order = await orderByNumber(shop.db, request.params['number'] ?? '')
  if (!order) throw new ConsoleError('order_unknown')
  const action = orderChangeAction(order, operation, async (trx) => {
    await lockOrder(trx, order.id, shop.now())
  })
  await audited(shop, session.actor, action, (services) => work(services, order, session.actor.name))
}

/** Sends a mail of the order of the address again, with an entry in the log that says which. */
export async function onMail({ shop, session, request }: ConsoleContext, mail: string, work: Work): Promise<void> {
  const order = await orderByNumber(shop.db, request.params['number'] ?? '')
  if (!order) throw new ConsoleError('order_unknown')
  const subject = { kind: 'order', id: order.id, label: order.number }
  const note = mail.replace(/^mail\.(\w+):.*$/s, '$1')
  const guard = async (trx: DatabaseTransaction) => {
    await lockOrder(trx, order.id, shop.now())
  }
  await audited(shop, session.actor, { operation: 'orders.mail', subject, note, guard }, (services) =>
    work(services, order, session.actor.name),
  )
}

type Guard = (trx: DatabaseTransaction, orderId: string) => Promise<void>
type OrderChange = {
  operation: string
  version: string
  note?: string
  guard?: Guard | undefined
  /** True for a form of fields, whose second sender is told who was first and sees both for each field. */
  isForm?: boolean
}

/** `onOrder` for an order that the address does not name itself. */
export async function onKnownOrder(
  { shop, session }: ConsoleContext,
  order: OrderRow,
  { operation, version, note = '', guard, isForm = false }: OrderChange,
  work: Work,
): Promise<void> {
  const action = {
    ...orderChangeAction(order, operation, async (trx) => {
      await lockOrder(trx, order.id, shop.now())
      if ((await lastEventOf(trx, order.id)) !== version)
        throw isForm ? await recordChanged(trx, { kind: 'order', id: order.id }) : new ConsoleError('changed_meanwhile')
      await guard?.(trx, order.id)
    }),
    note,
  }
  await audited(shop, session.actor, action, (services) => work(services, order, session.actor.name))
}

/** An action on an order whose audit entry says what changed of it. */
export function orderChangeAction(
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  operation: string,
  guard: NonNullable<AuditedAction['guard']>,
): AuditedAction {
  return { operation, subject: { kind: 'order', id, label: number }, guard, fields: (trx) => orderFields(trx, id) }
}
