import { vi } from 'vitest'

/** A storage like a browser's; every write is announced to other tabs, at once or when the test says so. */
class FakeStorage {
  readonly #values = new Map<string, string>()
  isFull = false
  isSlowToTell = false

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.#values.set(key, value)
    if (!this.isSlowToTell) this.tell()
  }

  removeItem(key: string): void {
    this.#values.delete(key)
    if (!this.isSlowToTell) this.tell()
  }

  tell(): void {
    dispatchEvent(new Event('storage'))
  }
}

/** Cookies by name, with the attributes they were set with. */
class CookieJar {
  readonly set = new Map<string, string>()

  get cookie(): string {
    return [...this.set.values()].map((text) => text.split('; ')[0]).join('; ')
  }

  set cookie(text: string) {
    this.set.set(text.split('=')[0] ?? '', text)
  }
}

type Answer = (body: unknown, url: URL) => Response | Promise<Response>

const optionsOf = (values: readonly string[]) => ({ options: values.map((value) => ({ value })) })

/** The switches that every page has, with what the shop sells in and to. */
const regionSwitches: Record<string, unknown> = {
  '[data-region=currency]': optionsOf(['1', '2', '4']),
  '[data-region=country]': optionsOf(['SE', 'NO', 'DE']),
}

/** A browser without pages: storage, cookies, URL, and a network whose answers the test decides. */
export function openBrowser(answer: Answer = () => Response.json([])) {
  const storages = { localStorage: new FakeStorage(), sessionStorage: new FakeStorage() }
  const events = new EventTarget()
  const listening = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  const jar = new CookieJar()
  for (const pair of ['cid=1', 'cc=SE']) jar.cookie = pair
  const calls: { url: URL; body: unknown }[] = []
  const page = {
    ...listening,
    visibilityState: 'visible',
    referrer: 'https://search.test/',
    documentElement: {
      lang: 'sv',
      dataset: { store: '11 1 SE' } as Record<string, string>,
      removeAttribute: () => undefined,
    },
    querySelectorAll: () => [],
    querySelector: (selector: string) => regionSwitches[selector] ?? null,
  }
  const document = Object.defineProperty(page, 'cookie', {
    get: () => jar.cookie,
    set: (text: string) => {
      jar.cookie = text
    },
  })
  vi.stubGlobal('window', { ...storages, ...listening })
  for (const [name, each] of Object.entries(listening)) vi.stubGlobal(name, each)
  vi.stubGlobal('document', document)
  visit('http://shop.test/sv')
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, address: string) => visit(address) })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://shop.test')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined)
    calls.push({ url, body })
    const reply = await answer(body, url)
    if (init.signal?.aborted) throw init.signal.reason
    return reply
  })
  return { ...storages, calls, cookies: jar.set, page }
}

/** Sets the URL, as far as stores can see. */
export function visit(address: string): void {
  vi.stubGlobal('location', new URL(address, 'http://shop.test'))
}

/** One tab: its own module instances on the browser's shared storage. */
export async function openTab() {
  vi.resetModules()
  const store = await import('../../src/features/cart/store/cart-store.ts')
  const sync = await import('../../src/features/cart/store/sync-cart.ts')
  const discounts = await import('../../src/features/discounts/discount-store.ts')
  return { ...store, ...sync, ...discounts }
}
export type Tab = Awaited<ReturnType<typeof openTab>>

export function offered(
  sku: string,
  change: Partial<Parameters<Tab['addToCart']>[0]> = {},
): Parameters<Tab['addToCart']>[0] {
  return {
    product_id: `id-${sku}`,
    sku,
    type: 1,
    name: `Part ${sku}`,
    slug: sku.toLowerCase(),
    thumb: null,
    price: 100,
    ordinary_price: 100,
    pricing: [
      { p: 100, q: 1 },
      { p: 90, q: 10 },
    ],
    vat: 25,
    categories: [],
    group_id: null,
    discount_category: null,
    stock_status: 'in_stock',
    campaign: false,
    ...change,
  }
}
