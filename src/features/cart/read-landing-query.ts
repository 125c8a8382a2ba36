import { callApi, CallError } from '../../browser/call-api.ts'
import { maxLines, SyncCart } from '../../contracts/calls/sync-cart.ts'
import { parseAtc, type AtcItem } from '../../domain/cart/atc.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import { isMarketingParameter } from '../../domain/visitors/landing-query.ts'
import type { IslandTranslate } from '../../i18n/island-texts.ts'
import { addCode } from '../discounts/discount-store.ts'
import { showToast } from './cart-toast.ts'
import { showCart } from './show-cart.ts'
import { startCart } from './start-cart.ts'
import { recordCampaign } from './store/campaign.ts'
import type { CampaignData } from './store/cart-state.ts'
import { $cart, $isCartOpen, addToCart, requestSync } from './store/cart-store.ts'

/** A notice names no more part numbers, and none longer. */
const maxNamed = 10
const maxNamedLength = 64
type Sentence = (t: IslandTranslate) => string

const clickIds = ['gclid', 'msclkid', 'fbclid'] as const

/** What a link into the shop brings along: a filled cart, a discount code, where it came from (spec section 4). */
export async function readLandingQuery(query: URLSearchParams): Promise<void> {
  startCart()
  const [atc, disc] = [query.get('atc'), query.get('disc')]
  if ([...query.keys()].some(isMarketingParameter)) recordCampaign(parseCampaign(query))
  if (disc && addCode(disc)) requestSync()
  if (atc) await loadAtc(atc)
}

/**
 * Loads `sku:quantity` pairs through the shop and adds what it has of them. The address forgets them in the same
 * moment, so that no reload adds them twice and none loses them; without a network they wait for it. Of more pairs than
 * this shopper's cart may have, the first are added and the shopper is told.
 */
export async function loadAtc(text: string): Promise<void> {
  const items = parseAtc(text)
  if (items.length === 0) {
    forgetAtc()
    document.dispatchEvent(new Event('atc-read'))
    return
  }
  try {
    const { lines, requested } = await fetchLines(items)
    forgetAtc()
    notify([
      leftOut(items.length, requested.length),
      unknown(
        requested.map(({ sku }) => sku),
        lines.map(({ sku }) => sku),
      ),
    ])
    for (const { quantity, ...line } of lines.filter((line) => line.quantity > 0))
      addToCart(line, quantity, { open: true })
  } catch (error) {
    if (!(error instanceof CallError) || !error.isPassing) throw error
    addEventListener('online', () => void loadAtc(text), { once: true })
  }
  if ($isCartOpen.get()) showCart()
  document.dispatchEvent(new Event('atc-read'))
}

/**
 * The lines as the shop has them; it says how many a cart may have when there are too many, and is asked for so many.
 */
async function fetchLines(
  items: readonly AtcItem[],
  max = maxLines,
): Promise<{ lines: CartLine[]; requested: readonly AtcItem[] }> {
  const requested = items.slice(0, max)
  try {
    const { body } = await callApi(SyncCart, {
      body: { items: requested, checkout_order_id: $cart.latest().checkoutID },
    })
    return { lines: body, requested }
  } catch (error) {
    const limit = error instanceof CallError && error.code === 'too_many_lines' ? error.limit : undefined
    if (limit === undefined || limit >= requested.length) throw error
    return fetchLines(items, limit)
  }
}

/** Shows in one message what the cart lacks of the link. */
function notify(parts: readonly (Sentence | undefined)[]): void {
  const sentences = parts.filter((part) => part !== undefined)
  if (sentences.length > 0) void showToast((t) => sentences.map((sentence) => sentence(t)).join(' '), { isAlert: true })
}

function leftOut(count: number, max: number): Sentence | undefined {
  return count > max ? (t) => t('cart.left_out', { count: count - max, most: max }) : undefined
}

/** Part numbers that the shop does not have. */
function unknown(requested: readonly string[], found: readonly string[]): Sentence | undefined {
  const known = new Set(found.map((sku) => sku.toUpperCase()))
  const missing = requested.filter((sku) => !known.has(sku.toUpperCase()))
  if (missing.length === 0) return undefined
  const named = missing
    .slice(0, maxNamed)
    .map((sku) => sku.slice(0, maxNamedLength))
    .join(', ')
  const key = missing.length > maxNamed ? 'cart.unknown_more' : 'cart.unknown'
  return (t) => t(key, { skus: named, count: missing.length - maxNamed })
}

function forgetAtc(): void {
  const url = new URL(location.href)
  url.searchParams.delete('atc')
  history.replaceState(history.state, '', url.href)
}

function parseCampaign(query: URLSearchParams): CampaignData {
  const trackingParams = Object.fromEntries(
    clickIds.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value.slice(0, 500)]] : []
    }),
  )
  return { location: location.href.slice(0, 2_000), referrer: document.referrer.slice(0, 2_000), trackingParams }
}
