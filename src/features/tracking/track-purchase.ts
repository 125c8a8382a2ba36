import { reportError } from '../../browser/report-error.ts'
import { readStored, storageKey, writeText } from '../../browser/storage.ts'
import { maySendEvents } from '../../domain/consent.ts'
import { consentNow } from '../consent/consent-state.ts'
import type { Purchase } from './events.ts'
import { deliver } from './track.ts'

const NAME = 'purchases'
const MOST_REMEMBERED = 20

/**
 * Tells of an order exactly once, whatever is reloaded, opened twice or gone back to: its id is kept in this browser, and
 * only one tab at a time looks there. The mark is made when a purchase is really told, so never without consent. Unlike
 * other events a failure is reported (spec section 8, "Tracking error").
 */
export async function trackPurchase(purchase: Purchase): Promise<void> {
  try {
    await inOneTab(() => {
      if (!maySendEvents(consentNow() ?? 0) || !markTold(purchase.transaction_id)) return
      deliver({ event: 'purchase', ecommerce: purchase })
    })
  } catch (error) {
    reportError(new Error(`Purchase ${purchase.transaction_id} could not be tracked: ${String(error)}`, { cause: error }))
  }
}

/** False when this order was told before. */
function markTold(transactionId: string): boolean {
  const stored = readStored(NAME)
  const told: unknown[] = Array.isArray(stored) ? stored : []
  if (told.includes(transactionId)) return false
  writeText(storageKey(NAME), JSON.stringify([...told, transactionId].slice(-MOST_REMEMBERED)))
  return true
}

/** Locks are missing where the shop is tried over plain http. */
async function inOneTab(run: () => void): Promise<void> {
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks')
  if (locks) await locks.request(storageKey(NAME), run)
  else run()
}
