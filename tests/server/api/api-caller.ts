import type { APIContext, APIRoute } from 'astro'
import { apiScopes, type ApiScope } from '../../../src/domain/staff/api-scopes.ts'
import { makeApiKey } from '../../../src/server/identity/api-keys/api-keys.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { requestOf } from '../identity/page-visit.ts'

const modules = import.meta.glob<Record<string, APIRoute>>('../../../src/pages/api/v1/**/*.ts')
const owner = { staffId: null, name: 'test', address: 'command' }

export type Asked = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  authorization?: string | null
  cookies?: Map<string, string>
  /** The Idempotency-Key; another one for each request by default, none for ''. */
  once?: string
}
// oxlint-disable-next-line typescript/no-explicit-any -- the answer of any call
export type Answered = { status: number; headers: Headers; body: any }

export function newApiKey(shop: Shop, scopes: readonly ApiScope[] = apiScopes, days: number | null = null) {
  return makeApiKey(shop, owner, { name: 'Warehouse', scopes, days })
}

let asked = 0

/** Asks a call of the API through its page file, as another system does; `path` is the contract's. */
export async function askApi(shop: Shop, method: string, path: string, given: Asked): Promise<Answered> {
  const { params = {}, query = {}, cookies = new Map() } = given
  const route = (await modules[`../../../src/pages${path}.ts`]?.())?.[method]
  if (!route) throw new Error(`No page answers ${method} ${path}.`)
  const address = path.replace(/\[(\w+)\]/g, (_all, name: string) => params[name] ?? 'x')
  const visit = await requestOf(shop, `${address}?${new URLSearchParams(query)}`, { cookies })
  const request = new Request(visit.url, { method, ...sentWith(method, given) })
  const context = { ...visit, request, params, cache: { set: () => undefined }, routePattern: path }
  const answer = await route(context as unknown as APIContext)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

function sentWith(method: string, { body, authorization = null, once = `once-${asked}` }: Asked) {
  asked += 1
  const who = { ...(authorization !== null && { Authorization: authorization }) }
  if (method === 'GET') return { headers: who }
  const headers = { ...who, 'Content-Type': 'application/json', ...(once !== '' && { 'Idempotency-Key': once }) }
  return { headers, body: JSON.stringify(body) }
}
