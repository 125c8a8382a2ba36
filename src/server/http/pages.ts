import type { Env } from '../env.ts'
import { answerOf, flatHeaders, type AnswerOptions } from './answer-of.ts'
import type { Exchange, Step } from './exchange.ts'
import { PageCache, UpstreamError, type SharedAnswer } from './page-cache.ts'
import { createPageKeys, type CacheableQuery, type IsKnownVariant } from './page-key.ts'
import { bodyLimit, readBody } from './request-body.ts'
import { newRequestId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import { send } from './send.ts'
import { sharedRequest, webRequest } from './web-request.ts'

export interface RenderContext {
  readonly requestId: string
  readonly clientAddress: string
  /** The answer fills the page cache: the request holds nothing of the shopper. */
  readonly isShared: boolean
}

/** Astro's part: a Request in, a Response out. */
export type RenderPage = (request: Request, context: RenderContext) => Promise<Response>

export interface PagesOptions {
  readonly env: Pick<Env, 'ORIGIN' | 'CDN'>
  readonly render: RenderPage
  readonly cacheableQuery: CacheableQuery
  readonly isKnownVariant: IsKnownVariant
  readonly onError: (error: unknown) => void
  /** Bytes the page cache may hold. */
  readonly maxBytes?: number | undefined
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined
}

const NOBODY = '0.0.0.0'
/** Lets the browser keep a public page for Back and Forward, and asks again for anything else. */
const PUBLIC_PAGE = 'private, no-cache'
const PERSONAL_PAGE = 'private, no-store'

export interface Pages {
  readonly cache: PageCache
  readonly step: Step
}

/** Everything Astro renders: public pages through the cache, the rest for one shopper. */
export function createPages({ env, render, cacheableQuery, isKnownVariant, onError, maxBytes, now }: PagesOptions): Pages {
  const options: AnswerOptions = { always: securityHeaders(env), hasCdn: env.CDN }
  const pageKey = createPageKeys(cacheableQuery, isKnownVariant)
  const cache = new PageCache({
    pageKey,
    onError,
    maxBytes,
    now,
    storedHeaders: (response, body) => flatHeaders(response, body, PUBLIC_PAGE, options),
    render: (key) => render(sharedRequest(key, env.ORIGIN), { requestId: newRequestId(), clientAddress: NOBODY, isShared: true }),
  })
  const step: Step = async (exchange) => {
    const key = pageKey(exchange.req)
    const cached = key === undefined ? false : await answerFromCache(cache, key, exchange)
    if (cached === true) return true
    const response = cached === false ? await renderForOne(exchange, render) : asResponse(cached)
    const caching = cacheableQuery(exchange.url.pathname) === undefined || exchange.url.searchParams.has('token') ? PERSONAL_PAGE : PUBLIC_PAGE
    await send(exchange.req, exchange.res, await answerOf(exchange, response, caching, options))
    return true
  }
  return { cache, step }
}

async function answerFromCache(cache: PageCache, key: Parameters<PageCache['answer']>[0], { req, res }: Exchange): Promise<boolean | SharedAnswer> {
  try {
    return await cache.answer(key, req, res)
  } catch (error) {
    if (error instanceof UpstreamError) return error.answer
    throw error
  }
}

async function renderForOne(exchange: Exchange, render: RenderPage): Promise<Response> {
  const body = await readBody(exchange.req, exchange.res, bodyLimit(exchange.url.pathname))
  return render(webRequest(exchange, body), { requestId: exchange.id, clientAddress: exchange.address, isShared: false })
}

function asResponse({ status, headers, body }: SharedAnswer): Response {
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers })
}
