import { vi } from 'vitest'

/** A storage as browsers have it; every write is announced, as to other tabs. */
export class FakeStorage {
  readonly #values = new Map<string, string>()
  isFull = false

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.#values.set(key, value)
    dispatchEvent(new Event('storage'))
  }
}

type Answer = (body: unknown, url: URL) => Response | Promise<Response>

/** A browser without pages: storage, address, and a network whose answers the test decides. */
export function openBrowser(answer: Answer = () => Response.json([])) {
  const localStorage = new FakeStorage()
  const sessionStorage = new FakeStorage()
  const events = new EventTarget()
  const calls: { url: URL; body: unknown }[] = []
  vi.stubGlobal('window', { localStorage, sessionStorage })
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) vi.stubGlobal(name, events[name].bind(events))
  vi.stubGlobal('document', { cookie: 'cid=1; cc=SE', documentElement: { lang: 'sv', dataset: {} }, querySelectorAll: () => [] })
  vi.stubGlobal('location', { pathname: '/', href: 'http://shop.test/', protocol: 'http:' })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://shop.test')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ url, body })
    const reply = await answer(body, url)
    if (init.signal?.aborted) throw init.signal.reason
    return reply
  })
  return { localStorage, sessionStorage, calls }
}

/** One tab: its own copies of the modules over the browser's one storage. */
export async function openTab() {
  vi.resetModules()
  const store = await import('../../src/features/cart/cart-store.ts')
  const sync = await import('../../src/features/cart/sync-cart.ts')
  const discounts = await import('../../src/features/discounts/discount-store.ts')
  return { ...store, ...sync, ...discounts }
}
export type Tab = Awaited<ReturnType<typeof openTab>>

export function offered(sku: string, change: Partial<Parameters<Tab['addToCart']>[0]> = {}): Parameters<Tab['addToCart']>[0] {
  return {
    product_id: `id-${sku}`, sku, type: 1, name: `Part ${sku}`, slug: sku.toLowerCase(), thumb: null, price: 100, ordinary_price: 100,
    pricing: [{ p: 100, q: 1 }, { p: 90, q: 10 }], vat: 25, categories: [], group_id: null, discount_category: null,
    stock_status: 'in_stock', campaign: false, ...change,
  }
}
