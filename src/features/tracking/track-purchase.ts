import { reportError } from '../../browser/report-error.ts'
import { readStored, storageKey, writeText } from '../../browser/storage.ts'
import { maySendEvents } from '../../domain/visitors/consent.ts'
import { consentNow } from '../consent/consent-state.ts'
import type { Purchase } from './events.ts'
import { runInOneTab } from './queued-events.ts'
import { deliver } from './track.ts'

const storageName = 'purchases'
const maxTracked = 20

/**
 * Tells of an order exactly once, whatever is reloaded, opened twice or gone back to: its id is kept in this browser,
 * and only one tab at a time looks there. The mark is made when a purchase is really told or kept for the next public
 * page, so never without consent. Unlike other events a failure is reported (spec section 8, "Tracking error").
 */
export async function trackPurchase(purchase: Purchase): Promise<void> {
  await reportingPurchase(purchase, () =>
    runInOneTab(() => {
      if (!maySendEvents(consentNow() ?? 0) || !markTracked(purchase.transaction_id)) return
      deliver({ event: 'purchase', ecommerce: purchase })
    }),
  )
}

/** Hands over a purchase that was kept; it was marked then. */
export function trackQueuedPurchase(purchase: Purchase): Promise<void> {
  return reportingPurchase(purchase, async () => deliver({ event: 'purchase', ecommerce: purchase }))
}

async function reportingPurchase({ transaction_id: id }: Purchase, track: () => Promise<void>): Promise<void> {
  try {
    await track()
  } catch (error) {
    reportError(new Error(`Purchase ${id} could not be tracked: ${String(error)}`, { cause: error }))
  }
}

/** Remembers that an order was tracked; false when it was before. */
function markTracked(transactionId: string): boolean {
  const stored = readStored(storageName)
  const tracked: unknown[] = Array.isArray(stored) ? stored : []
  if (tracked.includes(transactionId)) return false
  writeText(storageKey(storageName), JSON.stringify([...tracked, transactionId].slice(-maxTracked)))
  return true
}
