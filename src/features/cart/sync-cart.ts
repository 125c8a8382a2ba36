import { atom } from 'nanostores'
import { callApi, CallError } from '../../browser/call-api.ts'
import { reportError } from '../../browser/report-error.ts'
import { SyncCart } from '../../contracts/sync-cart.ts'
import { codesToSend, syncCoupons } from '../discounts/discount-store.ts'
import { $cart, $change, acceptLines, needsSync } from './cart-store.ts'
import { sentLines } from './sent-lines.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

/** True while the newest change could not be checked with the shop. */
export const $isSyncFailing = atom(false)

/**
 * Listens to changes made in this tab, not to the lines, so that a reply starts no new sync (spec section 4). What
 * cannot be sent stays in the cart and is tried again, later each time, or as soon as the browser is online.
 */
export function startCartSync(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined
  let failures = 0

  function syncIn(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void sync(), delay)
  }

  async function sync(): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    try {
      await syncOnce(controller.signal)
      failures = 0
      $isSyncFailing.set(false)
    } catch (error) {
      if (!controller.signal.aborted) fail(error)
    }
  }

  function fail(error: unknown): void {
    $isSyncFailing.set(true)
    if (!(error instanceof CallError) || !error.isPassing) return reportError(error)
    syncIn(Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS))
  }

  const syncAgain = () => $isSyncFailing.get() && syncIn(0)
  const stopListening = $change.listen(({ delay }) => syncIn(delay))
  addEventListener('online', syncAgain)
  if (needsSync($cart.get())) syncIn(0)
  return () => {
    clearTimeout(timer)
    running?.abort()
    stopListening()
    removeEventListener('online', syncAgain)
  }
}

/** An empty cart needs no prices, only its coupons are looked at (spec section 7). */
async function syncOnce(signal: AbortSignal): Promise<void> {
  const { items, revision, checkoutID } = $cart.get()
  const lines = sentLines(items)
  if (lines.length > 0) {
    const { body, headers } = await callApi(SyncCart, {
      body: { items: lines, coupons: codesToSend(), checkout_order_id: checkoutID }, signal,
    })
    if (!acceptLines(revision, body, { internal: headers.get('x-internal') === '1' })) return
  }
  await syncCoupons(lines, { ignoreCache: true, signal })
}
