import { deliverOutbox } from '../../src/server/jobs/deliver-outbox.ts'
import { runScheduledJobs } from '../../src/server/jobs/run-scheduled-jobs.ts'
import { parseEnv } from '../../src/server/platform/env.ts'
import { createShop } from '../../src/server/create-shop.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { unlimitedOrders } from '../support/unlimited-orders.ts'

/** Runs the shop's scheduled jobs as of that many days later, including mails. */
export async function daysLater({ dataFolder, origin }: EditorsShop, days: number): Promise<void> {
  const env = parseEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    SANDBOX_PAYMENTS: '1',
    ...unlimitedOrders,
    SHOP_DATA: dataFolder,
    ORIGIN: origin,
  })
  const later = await createShop(env, { now: () => new Date(Date.now() + days * 86_400_000) })
  await runScheduledJobs(later)
  await deliverOutbox(later)
  await later.close()
}
