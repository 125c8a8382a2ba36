import { consolePath } from '../../../console-routes.ts'
import { bulkForm, type BulkInput } from '../../../contracts/console/bulk.ts'
import { readLabels } from '../../../domain/orders/order-labels.ts'
import { orderStatuses } from '../../../domain/orders/order-status.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { deliverOrder } from '../../ordering/fulfilment/deliver-order.ts'
import { holdOrder } from '../../ordering/fulfilment/hold-order.ts'
import { releaseHold } from '../../ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../ordering/fulfilment/ship-order.ts'
import { startProcessing } from '../../ordering/fulfilment/start-processing.ts'
import { addLabels, removeLabels } from '../../ordering/orders/labels/label-orders.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { BulkOperation, BulkTask } from '../bulk/bulk-run.ts'
import { startRun } from '../bulk/bulk-run.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { chooseAll, type WholeList } from '../lists/list-choice.ts'
import { orderChangeAction } from './on-order.ts'
import { ordersByIds } from './order-queries.ts'

type Work = (shop: Shop, task: { orderId: string; actor: string; key: string; note: string }) => Promise<unknown>
type At = readonly OrderRow['status'][]

/** What can be done with many orders at once. */
export const orderBulk = {
  'orders.process': onEach('orders.process', ['confirmed'], startProcessing),
  'orders.ship': onEach('orders.ship', ['confirmed', 'processing'], (shop, { orderId, actor, key }) =>
    shipOrder(shop, { orderId, actor, key, carrier: '', trackingNumber: '' }),
  ),
  'orders.deliver': onEach('orders.deliver', ['shipped'], deliverOrder),
  'orders.hold': onEach('orders.hold', ['confirmed', 'processing'], (shop, { orderId, actor, note }) =>
    holdOrder(shop, { orderId, actor, reason: note }),
  ),
  // The shop's own holds say why they need a look at each order.
  'orders.release': onEach(
    'orders.release',
    ['confirmed', 'processing'],
    releaseHold,
    ({ hold }) => hold === 'by_hand',
  ),
  'orders.label': onEach('orders.label', orderStatuses, (shop, { orderId, note }) =>
    addLabels(shop, { orderId, typed: note }),
  ),
  'orders.unlabel': onEach('orders.unlabel', orderStatuses, (shop, { orderId, note }) =>
    removeLabels(shop, { orderId, typed: note }),
  ),
} as const satisfies Record<string, BulkOperation>

/** An operation on each order that is at one of some statuses and meant; there is nothing to do for the others. */
function onEach(
  operation: string,
  from: At,
  work: Work,
  appliesTo: (order: OrderRow) => boolean = () => true,
): BulkOperation {
  return async (shop, { row, actor, take, note }: BulkTask) => {
    const order = { id: row.subject_id, number: row.subject }
    const action = orderChangeAction(order, operation, async (trx) => {
      await take(trx)
      const found = await lockOrder(trx, order.id, shop.now())
      if (!from.includes(found.status) || !appliesTo(found)) throw new ConsoleError('nothing_left')
    })
    await audited(shop, actor, { ...action, isRun: true }, (services) =>
      work(services, { orderId: order.id, actor: actor.name, key: `bulk:${row.run_id}`, note }),
    )
  }
}

/**
 * An action of a list of orders, for the rows that are chosen; it leads to the run's page. With `list` it can be for
 * every row that matches.
 */
export function forChosen(operation: keyof typeof orderBulk, permission: Permission, list?: WholeList) {
  return consoleAction({
    permission,
    form: bulkForm,
    run: async (context, input) => {
      const note = noteFor(operation, input)
      const choice = await chosenSubjects(context, { ...input, reason: note }, list)
      if ('question' in choice) return { content: choice.question, isQuestion: true }
      const run = { operation, key: input.key, subjects: choice.subjects, note }
      return consolePath('run', { id: await startRun(context, run, orderBulk[operation]) })
    },
  })
}

/** What was written for all orders; the question about every row brings back a label as its reason. */
function noteFor(operation: keyof typeof orderBulk, { reason, label }: BulkInput): string {
  if (operation === 'orders.hold' && reason === '') throw new ConsoleError('hold_unexplained')
  if (operation !== 'orders.label' && operation !== 'orders.unlabel') return reason
  const labels = readLabels(label || reason)
  if (!labels) throw new ConsoleError('label_invalid', {}, 'label')
  return labels.join(', ')
}

/** An action of a list of orders that leads to a print of those that are chosen. */
export function printed(screen: 'pick-list' | 'packing-slips') {
  return consoleAction({
    permission: 'packing.view',
    form: bulkForm,
    run: async (context, input) => {
      const orders = await chosenOrders(context, input['row[]'])
      if (orders.length === 0) throw new ConsoleError(input.all === '' ? 'nothing_chosen' : 'too_many_to_print')
      return forOrders(
        screen,
        orders.map(({ label }) => label),
      )
    },
  })
}

async function chosenSubjects(context: ConsoleContext, input: BulkInput, list: WholeList | undefined) {
  return list && input.all !== ''
    ? chooseAll(context, list, input)
    : { subjects: await chosenOrders(context, input['row[]']) }
}

/** Where some orders are packed or printed: their numbers are in its address, so that it can be opened again. */
export function forOrders(screen: 'pick-list' | 'packing-slips', numbers: readonly string[]): string {
  return consolePath(screen, {}, { orders: numbers.join(' ') })
}

/** The orders that were ticked, in the order of the list. */
export async function chosenOrders({ shop }: ConsoleContext, ids: readonly string[]) {
  const chosen = [...new Set(ids)].slice(0, 201)
  const known = new Map((await ordersByIds(shop.db, chosen)).map(({ id, number }) => [id, number]))
  return chosen.flatMap((id) => {
    const label = known.get(id)
    return label === undefined ? [] : [{ id, label }]
  })
}
