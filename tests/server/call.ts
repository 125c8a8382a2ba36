import type { APIContext } from 'astro'
import type { Contract, ResponseOf } from '../../src/contracts/contract.ts'
import type { ShoppingContext } from '../../src/domain/shopping-context.ts'
import { translator } from '../../src/i18n/translator.ts'
import { endpoint, type Operation } from '../../src/server/http/endpoint.ts'
import type { Shop } from '../../src/server/shop.ts'

type Asked = { body?: unknown; query?: Record<string, string>; shopping: ShoppingContext }
type Answered<C extends Contract> = { status: number; headers: Headers; answer: ResponseOf<C> }

/** Calls an operation through its endpoint, as a browser would: JSON in, JSON out, contract checked at both ends. */
export async function call<C extends Contract>(shop: Shop, contract: C, operation: Operation<C>, { body, query = {}, shopping }: Asked): Promise<Answered<C>> {
  const url = new URL(`http://shop.test${contract.path}?${new URLSearchParams(query)}`)
  const request = new Request(url, contract.method === 'GET' ? {} : {
    method: contract.method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  })
  const locals: App.Locals = { shop, shopping, requestId: 'test', isShared: false, t: translator(shopping.language), matched: undefined }
  const context: Partial<APIContext> = { locals, url, request, params: {}, clientAddress: '127.0.0.1' }
  const response = await endpoint(contract, operation)(context as APIContext)
  return { status: response.status, headers: response.headers, answer: await response.json() as ResponseOf<C> }
}
