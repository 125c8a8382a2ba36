/**
 * A shop in a separate process that takes orders over IPC and answers each when it is confirmed; killed by
 * `kill.test.ts`.
 */
import { flushCompileCache } from 'node:module'
import { importInThread } from '../../../src/server/catalog/sources/import-in-thread.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import { startBackgroundJobs } from '../../../src/server/jobs/background-jobs.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { defaultContext } from '../../support/default-context.ts'
import { importProgram } from '../../support/import-program.ts'
import { formOfGuest, guest, openCheckout, sendCheckout } from '../ordering/checkout/visit-checkout.ts'
import '../../support/tsx-in-node.ts'

export type SellerMessage = { ready: true } | { checkoutId: string; path: string }

// Node keeps compiled code for the next start only where a process is not killed.
flushCompileCache()
const shop = await createShop(parseEnv(process.env))
const stopJobs = startBackgroundJobs(shop, importInThread(importProgram, shop.env))
const say = (message: SellerMessage) => process.send?.(message)

async function sell(): Promise<void> {
  const items = [
    { sku: 'ODD-PRICE', quantity: 2 },
    { sku: 'KIT', quantity: 0 },
    { sku: 'SCREW-11', quantity: 1 },
  ]
  const checkoutId = await storeCart(shop, defaultContext('sv'), { checkoutId: null, items, coupons: ['TEN'] })
  const shown = await openCheckout(shop, 'sv', checkoutId)
  const seen = shown.kind === 'page' ? shown.page.seen : ''
  const answer = await sendCheckout(shop, 'sv', checkoutId, { ...formOfGuest, seen }, guest)
  say({ checkoutId, path: answer.kind === 'go' ? answer.path : answer.kind })
}

process.on('message', (message) => {
  if (message === 'sell') void sell()
})
process.on('disconnect', async () => {
  await stopJobs()
  await shop.close()
  process.exit(0)
})
say({ ready: true })
