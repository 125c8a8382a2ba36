import type { APIContext } from 'astro'
import type { Contract, ResponseOf } from '../../src/contracts/calls/contract.ts'
import type { ShoppingContext } from '../../src/domain/places/shopping-context.ts'
import { translator } from '../../src/i18n/translator.ts'
import type { Session } from '../../src/server/identity/sessions/session.ts'
import { endpoint, type Operation } from '../../src/server/platform/http/calls/endpoint.ts'
import type { Shop } from '../../src/server/shop.ts'

type Asked = {
  body?: unknown
  query?: Record<string, string>
  shopping: ShoppingContext
  /** The signed-in customer. */
  customerId?: string
  session?: Session | null
  /** A browser's cookies, updated by the answer. */
  cookies?: Map<string, string>
  clientAddress?: string
  /** Parameters of the path. */
  params?: Record<string, string>
}
type Answered<C extends Contract> = { status: number; headers: Headers; answer: ResponseOf<C> }

/** Calls an operation through its endpoint, like a browser: JSON in, JSON out, contract checked at both ends. */
export async function call<C extends Contract>(
  shop: Shop,
  contract: C,
  operation: Operation<C, Shop>,
  asked: Asked,
): Promise<Answered<C>> {
  const { body, query = {}, shopping, customerId = null, clientAddress = '127.0.0.1' } = asked
  const url = new URL(`http://shop.test${contract.path}?${new URLSearchParams(query)}`)
  const request = new Request(
    url,
    contract.method === 'GET'
      ? {}
      : {
          method: contract.method,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
  )
  const locals: App.Locals = {
    shop,
    locale: shop.settings.locale(shopping.language),
    seller: shop.settings.seller(shopping.language),
    features: shop.settings.all.features,
    sales: shop.settings.all.sales,
    shopping,
    customerId,
    session: asked.session ?? null,
    requestId: 'test',
    isShared: false,
    t: translator(shopping.language),
    matched: undefined,
  }
  const context: Partial<APIContext> = {
    locals,
    url,
    request,
    params: asked.params ?? {},
    clientAddress,
    cookies: jar(asked.cookies ?? new Map()),
    cache: unshared,
  }
  const response = await endpoint(contract, operation)(context as APIContext)
  return { status: response.status, headers: response.headers, answer: (await response.json()) as ResponseOf<C> }
}

/** Ignores what the operation declares for shared caches. */
const unshared = { set: () => undefined } as unknown as APIContext['cache']

/** The part of Astro's cookies that operations use. */
export function jar(cookies: Map<string, string>): APIContext['cookies'] {
  const kept = {
    get: (name: string) => (cookies.has(name) ? { value: cookies.get(name) } : undefined),
    set: (name: string, value: string) => void cookies.set(name, value),
    delete: (name: string) => void cookies.delete(name),
  }
  return kept as unknown as APIContext['cookies']
}
