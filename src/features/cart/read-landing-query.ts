import { callApi } from '../../browser/call-api.ts'
import { SyncCart } from '../../contracts/sync-cart.ts'
import { parseAtc } from '../../domain/atc.ts'
import { addCode } from '../discounts/discount-store.ts'
import { $change, $isCartOpen, addToCart, rememberCampaign } from './cart-store.ts'
import { showCart } from './show-cart.ts'
import { startCart } from './start-cart.ts'

const clickIds = ['gclid', 'msclkid', 'fbclid'] as const

/** What a link into the shop brings along: a filled cart, a discount code, where it came from (spec section 4). */
export async function readLandingQuery(query: URLSearchParams): Promise<void> {
  startCart()
  const [atc, disc] = [query.get('atc'), query.get('disc')]
  if ([...query.keys()].some(isMarketing)) recordCampaign(query)
  if (disc && addCode(disc)) $change.set({ ...$change.get(), delay: 0 })
  if (atc) await loadAtc(atc)
}

/** Loads `sku:quantity` pairs through the shop and adds what it has of them; the address then forgets them. */
export async function loadAtc(text: string): Promise<void> {
  const items = parseAtc(text)
  if (items.length === 0) return
  const { body } = await callApi(SyncCart, { body: { items } })
  const url = new URL(location.href)
  url.searchParams.delete('atc')
  history.replaceState(history.state, '', url)
  const orderable = body.filter((line) => line.quantity > 0)
  for (const { quantity, ...line } of orderable) addToCart(line, quantity)
  if ($isCartOpen.get()) showCart()
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
