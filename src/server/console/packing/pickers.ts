import { bulkForm } from '../../../contracts/console/bulk.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { takenSince } from '../orders/next-to-pack.ts'
import { chosenOrders } from '../orders/order-bulk.ts'
import { forgetPacked, giveBackOrder, pickerOf, takeOrder } from './picker-queries.ts'
import { isOpen } from './scan-unit.ts'

/** Another person who picks an order. */
export async function otherPicker({ shop, session }: ConsoleContext, orderId: string): Promise<string | undefined> {
  const picker = await pickerOf(shop.db, orderId, takenSince(shop))
  return picker && picker.staff_id !== session.staff.id ? picker.name : undefined
}

/** Gives the chosen orders to the person; those that others have stay theirs, which is said when all are done. */
export const takeOrders = forEachChosen('packing.take', async (trx, { shop, session }, orderId) => {
  const order = await lockOrder(trx, orderId, shop.now())
  if (!isOpen(order)) return false
  const at = shop.now().toISOString()
  const { id, name } = session.staff
  return takeOrder(trx, { order_id: orderId, staff_id: id, name, taken_at: at }, takenSince(shop))
})

/** Gives back those of the chosen orders that are the person's own. */
export const giveOrdersBack = forEachChosen('packing.give_back', (trx, { session }, orderId) =>
  giveBackOrder(trx, orderId, session.staff.id),
)

type Change = (trx: DatabaseTransaction, context: ConsoleContext, orderId: string) => Promise<boolean>

/** Changes whose each chosen order is, each in its own transaction with its entry in the log. */
function forEachChosen(operation: string, change: Change) {
  return consoleAction({
    permission: 'packing.change',
    form: bulkForm,
    run: async (context, { 'row[]': ids }) => {
      const chosen = await chosenOrders(context, ids)
      if (chosen.length === 0) throw new ConsoleError('nothing_chosen')
      await forgetPacked(context.shop.db, context.session.staff.id)
      let isRefused = false
      for (const order of chosen) isRefused = !(await changeOne(context, operation, order, change)) || isRefused
      if (isRefused) throw new ConsoleError('not_yours')
    },
  })
}

async function changeOne(
  context: ConsoleContext,
  operation: string,
  { id, label }: { id: string; label: string },
  change: Change,
): Promise<boolean> {
  const action = { operation, subject: { kind: 'order', id, label } }
  try {
    await audited(context.shop, context.session.actor, action, ({ db }) =>
      db.transaction().execute(async (trx) => {
        if (!(await change(trx, context, id))) throw new ConsoleError('not_yours')
      }),
    )
    return true
  } catch (error) {
    if (error instanceof ConsoleError) return false
    throw error
  }
}
