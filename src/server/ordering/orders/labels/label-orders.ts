import { labelKey, maxLabels, readLabels } from '../../../../domain/orders/order-labels.ts'
import type { Shop } from '../../shop.ts'
import { OrderError } from '../order-error.ts'
import { lockOrder } from '../transition.ts'
import { deleteLabels, insertLabels, labelsOf } from './label-queries.ts'

type Services = Pick<Shop, 'db' | 'now'>
/** `typed` has one label, or several with commas between. */
type Labelled = { orderId: string; typed: string }

/**
 * Adds labels to an order, at whatever status; one that it has is left as it is. Throws OrderError: `label_invalid` for
 * a label that cannot be, `too_many_labels`.
 */
export async function addLabels({ db, now }: Services, { orderId, typed }: Labelled): Promise<void> {
  const labels = parseLabels(typed)
  await db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId, now())
    const at = now().toISOString()
    await insertLabels(
      trx,
      labels.map((label) => ({ order_id: orderId, label_key: labelKey(label), label, at })),
    )
    const { length } = (await labelsOf(trx, [orderId])).get(orderId) ?? []
    if (length > maxLabels) throw new OrderError('too_many_labels', `An order has at most ${maxLabels} labels.`)
  })
}

/** Takes labels off an order; one that it has not is passed over. Throws OrderError `label_invalid`. */
export async function removeLabels({ db, now }: Services, { orderId, typed }: Labelled): Promise<void> {
  const labels = parseLabels(typed)
  await db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId, now())
    await deleteLabels(trx, orderId, labels.map(labelKey))
  })
}

function parseLabels(typed: string): string[] {
  const labels = readLabels(typed)
  if (!labels) throw new OrderError('label_invalid', 'A label has 1 to 30 characters.')
  return labels
}
