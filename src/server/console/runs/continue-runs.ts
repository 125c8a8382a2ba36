import type { Shop } from '../../ordering/shop.ts'
import { openRuns } from '../bulk/bulk-queries.ts'
import { carryOutRun, turnMs, type BulkOperation } from '../bulk/bulk-run.ts'
import { invoiceBulk } from '../invoices/invoice-bulk.ts'
import { orderBulk } from '../orders/order-bulk.ts'
import { productBulk } from '../products/product-bulk.ts'

const runsAtOnce = 20
const operations: Readonly<Record<string, BulkOperation>> = { ...orderBulk, ...invoiceBulk, ...productBulk }

/** Does what is left of the runs that were started: the long ones, and those whose process was killed. */
export async function continueRuns(shop: Shop): Promise<void> {
  for (const run of await openRuns(shop.db, runsAtOnce)) {
    const carryOut = Object.hasOwn(operations, run.operation) ? operations[run.operation] : undefined
    if (carryOut) await carryOutRun(shop, run, carryOut, performance.now() + turnMs)
  }
}
