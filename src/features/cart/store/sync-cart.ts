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
 * Listens to changes made in this tab, not to the lines, so that a reply or another tab's change starts no sync
 * (spec section 4). What cannot be sent stays in the cart and is retried, with growing delays, or as soon as the
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

/**
 * Runs one sync at a time: a newer one replaces what waits or runs, and a failed one is retried with a longer delay.
 */
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
 * Merges the customer's saved cart into this one, at a login before the page is loaded again. If the call fails, the
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
 * Sends the cart once: lines to be priced, or the empty cart of a customer by a call of its own. An empty cart of a
 * guest only has its coupons checked (spec section 7).
 */
async function syncOnce(signal?: AbortSignal): Promise<void> {
  const { items, revision, checkoutID, owner } = $cart.latest()
  const region = regionHere()
  const cancel = signal ? { signal } : {}
  if (concernsShop({ items, owner })) {
    const { body, headers } = await askShop(cancel)
    const facts = { internal: headers.get('x-internal') === '1', owner: headers.get('x-cart-owner') ?? '' }
    const order = headers.get('x-cart-order')
    // An order that waits for its payment has reserved the units of this cart: they are not sold out.
    if (!acceptLines({ revision, region }, order === 'waiting' ? items : body, facts)) return
    if (order === 'ordered' && checkoutID) return clearOrdered(checkoutID)
    acceptStoredCodes(headers.get('x-cart-codes'))
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

/** Takes the codes that the server has stored with the checkout, in a new tab that has none of its own. */
function acceptStoredCodes(codes: string | null): void {
  if (codes && !$discounts.latest().isKnown) replaceCodes(codes.split(' '))
}

/** Empties a cart that was ordered by a shopper who never came back to the confirmation, which does it otherwise. */
function clearOrdered(checkoutId: string): void {
  clearOrderedCart(checkoutId)
  clearCodes()
}

/** Checks the coupons when a page starts, unless what is cached of them is recent enough (spec section 7). */
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
