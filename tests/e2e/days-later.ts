import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EditorsShop } from '../support/editors-shop.ts'
import { unlimitedOrders } from '../support/unlimited-orders.ts'

const program = fileURLToPath(new URL('../support/days-later-program.ts', import.meta.url))

/** Runs the shop's scheduled jobs as of that many days later, including mails. */
export async function daysLater({ dataFolder, origin }: EditorsShop, days: number): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const own = { NODE_ENV: 'test', LOG_LEVEL: 'fatal', SANDBOX_PAYMENTS: '1', SHOP_DATA: dataFolder, ORIGIN: origin }
  const env = { PATH, NODE_COMPILE_CACHE, ...unlimitedOrders, ...own }
  await promisify(execFile)(process.execPath, [program, String(days)], { env })
}
