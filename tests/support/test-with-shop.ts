import { test as base } from '@playwright/test'
import { startEditorsShop, type EditorsShop } from './editors-shop.ts'

/** Browser tests with a shop that has these settings: one for all tests of a worker, whose base URL is its address. */
export function testWithShop(settings: Record<string, string>) {
  return base.extend<object, { settings: Record<string, string>; shop: EditorsShop }>({
    settings: [settings, { scope: 'worker' }],
    shop: [
      async ({ settings: own }, provide) => {
        const shop = await startEditorsShop(own)
        await provide(shop)
        await shop.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ shop }, provide) => provide(shop.origin),
  })
}

/**
 * Browser tests at the console that only add records, and find their own: the files that use this share one shop of a
 * worker, which saves its start and the browser's for each of them.
 */
export const testAtSharedConsole = testWithShop({ SANDBOX_PAYMENTS: '1' })
