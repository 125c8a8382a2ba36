import { callApi, CallError } from '../../browser/call-api.ts'
import { shoppingHere } from '../../browser/caller.ts'
import { SyncCart } from '../../contracts/sync-cart.ts'
import { parseAtc } from '../../domain/atc.ts'
import { isMarketingParameter } from '../../domain/landing-query.ts'
import { islandTexts } from '../../i18n/island-texts.ts'
import { addCode } from '../discounts/discount-store.ts'
import { recordCampaign } from './campaign.ts'
import { $cart, $isCartOpen, addToCart, requestSync } from './cart-store.ts'
import type { CampaignData } from './cart-state.ts'
import { showToast } from './cart-toast.ts'
import { showCart } from './show-cart.ts'
import { startCart } from './start-cart.ts'

/** A link holds no more; a server's limit on addresses is reached before. */
const MOST_PAIRS = 500
/** A notice names no more part numbers, and none longer. */
const MOST_NAMED = 10
const LONGEST_NAMED = 64
const clickIds = ['gclid', 'msclkid', 'fbclid'] as const

/** What a link into the shop brings along: a filled cart, a discount code, where it came from (spec section 4). */
export async function readLandingQuery(query: URLSearchParams): Promise<void> {
  startCart()
  const [atc, disc] = [query.get('atc'), query.get('disc')]
  if ([...query.keys()].some(isMarketingParameter)) recordCampaign(campaignIn(query))
  if (disc && addCode(disc)) requestSync()
  if (atc) await loadAtc(atc)
}

/**
 * Loads `sku:quantity` pairs through the shop and adds what it has of them. The address forgets them in the same moment,
 * so that no reload adds them twice and none loses them; without a network they wait for it.
 */
export async function loadAtc(text: string): Promise<void> {
  const items = parseAtc(text).slice(0, MOST_PAIRS)
  if (items.length === 0) {
    forgetAtc()
    document.dispatchEvent(new Event('atc-read'))
    return
  }
  try {
    const { body } = await callApi(SyncCart, { body: { items, checkout_order_id: $cart.latest().checkoutID } })
    forgetAtc()
    nameUnknown(items.map(({ sku }) => sku), body.map(({ sku }) => sku))
    for (const { quantity, ...line } of body.filter((line) => line.quantity > 0)) addToCart(line, quantity, { open: true })
  } catch (error) {
    if (!(error instanceof CallError) || !error.isPassing) throw error
    addEventListener('online', () => void loadAtc(text), { once: true })
  }
  if ($isCartOpen.get()) showCart()
  document.dispatchEvent(new Event('atc-read'))
}

/** A part number that the shop does not have is said, or the shopper would miss it at the parcel. */
function nameUnknown(asked: readonly string[], found: readonly string[]): void {
  const known = new Set(found.map((sku) => sku.toUpperCase()))
  const unknown = asked.filter((sku) => !known.has(sku.toUpperCase()))
  if (unknown.length === 0) return
  const named = unknown.slice(0, MOST_NAMED).map((sku) => sku.slice(0, LONGEST_NAMED)).join(', ')
  const key = unknown.length > MOST_NAMED ? 'cart.unknown_more' : 'cart.unknown'
  showToast(islandTexts(shoppingHere().language)(key, { skus: named, count: unknown.length - MOST_NAMED }), { isAlert: true })
}

function forgetAtc(): void {
  const url = new URL(location.href)
  url.searchParams.delete('atc')
  history.replaceState(history.state, '', url.href)
}

function campaignIn(query: URLSearchParams): CampaignData {
  const trackingParams = Object.fromEntries(clickIds.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value.slice(0, 500)]] : []
  }))
  return { location: location.href.slice(0, 2_000), referrer: document.referrer.slice(0, 2_000), trackingParams }
}
