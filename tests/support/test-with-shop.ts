import { test as base } from '@playwright/test'
import { startEditorsShop, type EditorsShop } from './editors-shop.ts'

type Settings = Record<string, string>

/** The shops that this worker process keeps, the last used at the end. */
const kept: { settings: Settings; shop: Promise<EditorsShop> }[] = []
/** Files follow one another, so that a shop is seldom needed again after two others. */
const maxKept = 2

/**
 * A running shop with these settings, started by the first test of a worker process that needs it: the same object
 * gives the same shop. It stops when the process ends, or when others were needed after it.
 */
async function keptShop(settings: Settings): Promise<EditorsShop> {
  const at = kept.findIndex((each) => each.settings === settings)
  const found = at < 0 ? { settings, shop: startEditorsShop(settings) } : kept.splice(at, 1)[0]
  const shop = await found?.shop
  if (!found || !shop) throw new Error('There is no shop.')
  kept.push(found)
  if (kept.length > maxKept) await kept.shift()?.shop.then((oldest) => oldest.stop())
  return shop
}

/**
 * Browser tests with a shop that has these settings: one for all tests of a file in a worker process, whose base URL is
 * its address. It is no fixture of the worker, because Playwright starts a new process and a new browser for each
 * combination of those.
 */
export function testWithShop(settings: Settings) {
  return base.extend<{ shop: EditorsShop }>({
    shop: async ({ browserName: _any }, provide) => provide(await keptShop(settings)),
    baseURL: async ({ shop }, provide) => provide(shop.origin),
  })
}

/**
 * Browser tests that only add records, and find their own: the files that use this share one shop of a worker, which
 * saves its start for each of them.
 */
export const testAtSharedShop = testWithShop({ SANDBOX_PAYMENTS: '1' })
