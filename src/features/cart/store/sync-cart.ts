import { atom } from 'nanostores'
import { callApi, CallError, type Reply } from '../../../browser/call-api.ts'
import { reportError } from '../../../browser/report-error.ts'
import { SavedCart } from '../../../contracts/calls/saved-cart.ts'
import { SyncCart } from '../../../contracts/calls/sync-cart.ts'
import { $discounts, clearCodes, codesToSend, replaceCodes, syncCoupons } from '../../discounts/discount-store.ts'
import {
  $cart,
  $change,
  $isCartOpen,
  acceptLines,
  clearOrderedCart,
  concernsShop,
  needsSync,
  regionHere,
} from './cart-store.ts'
import { sentLines } from './sent-lines.ts'

const firstRetryMs = 1_000
const lastRetryMs = 60_000

/** True while the newest change could not be checked with the shop. */
export const $isSyncFailing = atom(false)

/** True while the shop takes no cart of so many lines; the shopper removes some, or signs in for a longer cart. */
export const $isCartTooLong = atom(false)

/**
 * Listens to changes made in this tab, not to the lines, so that a reply or another tab's change starts no new sync
 * (spec section 4). What cannot be sent stays in the cart and is tried again, later each time, or as soon as the
 * browser is online. Opening the drawer syncs too.
 */
export function startCartSync(): () => void {
  const sync = createSync()
  const openingSyncs = (isOpen: boolean) => isOpen && (!sync.isAboutTo() || $isSyncFailing.get())
  const seenSyncs = () => document.visibilityState === 'visible' && !sync.isAboutTo() && needsSync($cart.latest())
  const stops = [
    $change.listen(({ delay }) => sync.in(delay)),
    $isCartOpen.subscribe((isOpen) => openingSyncs(isOpen) && sync.in(0)),
    listenTo(window, 'online', () => $isSyncFailing.get() && sync.in(0)),
    listenTo(document, 'visibilitychange', () => seenSyncs() && sync.in(0)),
    sync.stop,
  ]
  if (needsSync($cart.latest())) sync.in(0)
  else if (!sync.isAboutTo()) void checkCoupons()
  return () => stops.forEach((stop) => stop())
}

/** One sync at a time: a newer one takes the place of what waits or runs, and a failed one comes back by itself. */
function createSync() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined
  let failures = 0

  function syncIn(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), delay)
  }

  async function run(): Promise<void> {
    timer = undefined
    running?.abort()
    const controller = new AbortController()
    running = controller
    try {
      await syncOnce(controller.signal)
      failures = 0
      $isSyncFailing.set(false)
      $isCartTooLong.set(false)
    } catch (error) {
      if (!controller.signal.aborted) fail(error)
    } finally {
      if (running === controller) running = undefined
    }
  }

  function fail(error: unknown): void {
    $isSyncFailing.set(true)
    $isCartTooLong.set(error instanceof CallError && error.code === 'too_many_lines')
    if ($isCartTooLong.get()) return undefined
    if (!(error instanceof CallError) || !error.isPassing) return reportError(error)
    syncIn(Math.min(firstRetryMs * 2 ** failures++, lastRetryMs))
  }

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
  }

  const isAboutTo = () => timer !== undefined || running !== undefined
  return { in: syncIn, isAboutTo, stop }
}

/**
 * At a login, before its page is loaded anew: what the customer had saved comes into the cart. Without an answer, the
 * next sync does it.
 */
export async function fetchSavedCart(): Promise<void> {
  try {
    await syncOnce()
  } catch (error) {
    if (!(error instanceof CallError)) reportError(error)
  }
}

/**
 * An empty cart needs no prices, only its coupons are looked at (spec section 7); a customer's is told of by a call of
 * its own.
 */
async function syncOnce(signal?: AbortSignal): Promise<void> {
  const { items, revision, checkoutID, owner } = $cart.latest()
  const region = regionHere()
  const cancel = signal ? { signal } : {}
  if (concernsShop({ items, owner })) {
    const { body, headers } = await askShop(cancel)
    const said = { internal: headers.get('x-internal') === '1', owner: headers.get('x-cart-owner') ?? '' }
    const order = headers.get('x-cart-order')
    // What waits for its payment has taken its own units off the shelf: they are not gone.
    if (!acceptLines({ revision, region }, order === 'waiting' ? items : body, said)) return
    if (order === 'ordered' && checkoutID) return forgetOrdered(checkoutID)
    takeKeptCodes(headers.get('x-cart-codes'))
  }
  await syncCoupons(sentLines($cart.latest().items), { ignoreCache: true, ...cancel })
}

function askShop(cancel: { signal?: AbortSignal }): Promise<Reply<typeof SyncCart | typeof SavedCart>> {
  const { items, revision, syncedRevision, checkoutID, region, owner } = $cart.latest()
  const unchanged = revision === syncedRevision
  if (items.length === 0) return callApi(SavedCart, { body: { owner, unchanged }, ...cancel })
  const lines = sentLines(items, region === regionHere())
  return callApi(SyncCart, {
    body: {
      items: lines,
      coupons: codesToSend(),
      keep_codes: !$discounts.latest().isKnown,
      checkout_order_id: checkoutID,
      owner,
      unchanged,
    },
    ...cancel,
  })
}

/** A new tab knows of no codes; those that the cart's checkout keeps are the shopper's. */
function takeKeptCodes(kept: string | null): void {
  if (kept && !$discounts.latest().isKnown) replaceCodes(kept.split(' '))
}

/** The shopper has paid and never came back to the confirmation, which empties the cart otherwise. */
function forgetOrdered(checkoutId: string): void {
  clearOrderedCart(checkoutId)
  clearCodes()
}

/** A page that comes with codes asks for them at its start, unless it knows them well enough (spec section 7). */
async function checkCoupons(): Promise<void> {
  try {
    await syncCoupons(sentLines($cart.latest().items), { ignoreCache: false })
  } catch (error) {
    if (!(error instanceof CallError)) reportError(error)
  }
}

function listenTo(target: EventTarget, event: string, act: () => void): () => void {
  target.addEventListener(event, act)
  return () => target.removeEventListener(event, act)
}
