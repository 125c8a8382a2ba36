import { callApi, CallError } from '../../browser/call-api.ts'
import { SyncCart } from '../../contracts/sync-cart.ts'
import { parseAtc } from '../../domain/atc.ts'
import { addCode } from '../discounts/discount-store.ts'
import { $cart, $isCartOpen, addToCart, rememberCampaign, requestSync } from './cart-store.ts'
import { showCart } from './show-cart.ts'
import { startCart } from './start-cart.ts'

/** A link holds no more; a server's limit on addresses is reached before. */
const MOST_PAIRS = 500
const clickIds = ['gclid', 'msclkid', 'fbclid'] as const

/** What a link into the shop brings along: a filled cart, a discount code, where it came from (spec section 4). */
export async function readLandingQuery(query: URLSearchParams): Promise<void> {
  startCart()
  const [atc, disc] = [query.get('atc'), query.get('disc')]
  if ([...query.keys()].some(isMarketing)) recordCampaign(query)
  if (disc && addCode(disc)) requestSync()
  if (atc) await loadAtc(atc)
}

/**
 * Loads `sku:quantity` pairs through the shop and adds what it has of them. The address forgets them in the same moment,
 * so that no reload adds them twice and none loses them; without a network they wait for it.
 */
export async function loadAtc(text: string): Promise<void> {
  const items = parseAtc(text).slice(0, MOST_PAIRS)
  if (items.length === 0) return forgetAtc()
  try {
    const { body } = await callApi(SyncCart, { body: { items, checkout_order_id: $cart.latest().checkoutID } })
    forgetAtc()
    for (const { quantity, ...line } of body.filter((line) => line.quantity > 0)) addToCart(line, quantity, { open: true })
  } catch (error) {
    if (!(error instanceof CallError) || !error.isPassing) throw error
    addEventListener('online', () => void loadAtc(text), { once: true })
  }
  if ($isCartOpen.get()) showCart()
}

function forgetAtc(): void {
  const url = new URL(location.href)
  url.searchParams.delete('atc')
  history.replaceState(history.state, '', url.href)
}

function recordCampaign(query: URLSearchParams): void {
  const trackingParams = Object.fromEntries(clickIds.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value.slice(0, 500)]] : []
  }))
  rememberCampaign({ location: location.href.slice(0, 2_000), referrer: document.referrer.slice(0, 2_000), trackingParams })
}

function isMarketing(name: string): boolean {
  return /^utm_(source|medium|campaign|term|content|id)$/.test(name) || clickIds.some((id) => id === name)
}
