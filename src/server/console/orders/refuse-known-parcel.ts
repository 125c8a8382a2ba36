import { shipmentByKey } from '../../ordering/orders/fulfilment-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { ConsoleError } from '../frame/console-error.ts'

/**
 * For a parcel that somebody packed now. Throws ConsoleError where the order has one with its tracking number already:
 * nothing would be shipped, and the person would be told that it was.
 */
export async function refuseKnownParcel(trx: DatabaseTransaction, orderId: string, tracking: string): Promise<void> {
  if (tracking !== '' && (await shipmentByKey(trx, orderId, tracking)))
    throw new ConsoleError('tracking_known', {}, 'tracking')
}
