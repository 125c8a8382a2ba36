import { isConsolePath } from '../../../../console-routes.ts'
import { bfcacheScreens, matchScreen } from '../../../../routes.ts'
import { requestSignal } from '../../db/request-signal.ts'
import type { Env } from '../../env.ts'
import type { Leave } from '../admission.ts'
import { securityHeaders } from '../answers/security-headers.ts'
import { send, type Answer } from '../answers/send.ts'
import type { Exchange, Step } from '../exchange.ts'
import { BusyError, enterLane, laneOf, type Lanes } from '../lanes.ts'
import { bodyLimit, cutLater, isLong, isStreamed, readBody, strangersForm } from '../request-body.ts'
import { newRequestId } from '../request-id.ts'
import { answerOf, flatHeaders, type AnswerOptions } from './answer-of.ts'
import { busyPage } from './busy-page.ts'
import { withLandingQuery } from './landing-query.ts'
import { PageCache, UpstreamError, type EnterRendering, type OnSent, type SharedAnswer } from './page-cache.ts'
import { createPageKeys, type CacheableQuery, type IsKnownVariant, type PageKey } from './page-key.ts'
import { sharedRequest, streamedRequest, webRequest } from './web-request.ts'

export type RenderContext = {
  readonly requestId: string
  readonly clientAddress: string
  /** The answer fills the page cache, so the request holds no personal data. */
  readonly isShared: boolean
}

/** Astro's renderer: takes a Request, returns a Response. */
type RenderPage = (request: Request, context: RenderContext) => Promise<Response>

export type PagesOptions = {
  readonly env: Pick<Env, 'ORIGIN' | 'CDN'>
  readonly render: RenderPage
  readonly cacheableQuery: CacheableQuery
  readonly isKnownVariant: IsKnownVariant
  /** Rendering slots; unlimited if not set. */
  readonly lanes?: Lanes | undefined
  /**
   * Whether somebody who works in the console sends the cookies: of everybody else it reads short forms alone. If it is
   * not set, all do.
   */
  readonly isStaff?: ((cookies: string) => Promise<boolean>) | undefined
  readonly onError: (error: unknown) => void
  /** Called after each page that was sent, cached or not. */
  readonly onSent?: OnSent | undefined
  /** Size limit of the page cache in bytes. */
  readonly maxBytes?: number | undefined
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined
}

const noAddress = '0.0.0.0'
/** Lets the browser keep a public page for Back and Forward and revalidate it for other navigation. */
const publicCacheControl = 'private, no-cache'
const personalCacheControl = 'private, no-store'

export type Pages = {
  readonly cache: PageCache
  readonly step: Step
}

/** Creates the steps that Astro renders: public pages through the cache, others for one shopper. */
export function createPages({
  env,
  render,
  cacheableQuery,
  isKnownVariant,
  lanes,
  isStaff,
  onError,
  onSent,
  maxBytes,
  now,
}: PagesOptions): Pages {
  const options: AnswerOptions = { always: securityHeaders(env), hasCdn: env.CDN }
  const pageKey = createPageKeys(cacheableQuery, isKnownVariant)
  const cache = new PageCache({
    pageKey,
    onError,
    onSent,
    maxBytes,
    now,
    storedHeaders: (response, body, key) =>
      flatHeaders(response, body, publicCacheControl, { ...options, isForAll: isCookieless(key) }),
    render: (key) =>
      render(sharedRequest(key, env.ORIGIN), { requestId: newRequestId(), clientAddress: noAddress, isShared: true }),
  })
  async function answerTo(exchange: Exchange): Promise<Answer> {
    const key = pageKey(exchange.req)
    const cached = key === undefined ? false : await answerFromCache(cache, key, exchange, () => enter(exchange))
    if (cached === true) return alreadyWritten
    const rendered = cached === false ? await renderForOne(exchange) : toResponse(cached)
    if (rendered.status === 200) reportSent(exchange, onSent)
    const response = withLandingQuery(rendered, exchange.req.method ?? 'GET', exchange.url)
    const caching = isForBack(exchange, cacheableQuery) ? publicCacheControl : personalCacheControl
    const isForAll = cached !== false && key !== undefined && isCookieless(key)
    return answerOf(exchange, response, caching, { ...options, isForAll })
  }
  async function renderForOne(exchange: Exchange): Promise<Response> {
    if (isStreamed(exchange.req, exchange.url.pathname)) return renderStreamed(exchange, render, lanes)
    const body = await bodyOf(exchange, isStaff, lanes)
    const leave = await enter(exchange)
    try {
      const made = () => render(webRequest(exchange, body), whoAsks(exchange))
      return body === undefined ? await requestSignal.run(exchange.gone, made) : await made()
    } finally {
      leave()
    }
  }
  const enter = (exchange: Exchange): Promise<Leave> => enterFor(lanes, exchange)
  return { cache, step: sendingStep(answerTo, options) }
}

/** The body of a request; throws for a long form of the console whose sender is not known there. */
async function bodyOf(exchange: Exchange, isStaff: PagesOptions['isStaff'], lanes: Lanes | undefined) {
  const { req, url } = exchange
  if (isStaff && isConsolePath(url.pathname) && isLong(req) && !(await isStaff(req.headers.cookie ?? '')))
    throw strangersForm()
  return readBody(exchange, bodyLimit(url.pathname), lanes)
}

function whoAsks({ id, address }: Exchange): RenderContext {
  return { requestId: id, clientAddress: address, isShared: false }
}

function reportSent({ req: { method, headers, url = '' } }: Exchange, onSent: OnSent | undefined): void {
  if (method === 'GET') onSent?.(url, headers)
}

async function enterFor(lanes: Lanes | undefined, exchange: Exchange): Promise<Leave> {
  return lanes ? enterLane(lanes, laneOf(exchange.req, exchange.url.pathname), exchange) : () => {}
}

/** How long the shop may work on a form with files, of which each waits for its turn, before it is cut off. */
const maxWorkMs = 600_000

/** Renders while the body arrives: a slow sender holds a slot for uploads, not one for pages. */
async function renderStreamed(exchange: Exchange, render: RenderPage, lanes: Lanes | undefined): Promise<Response> {
  const leave = lanes ? await enterLane(lanes, 'uploads', exchange) : () => {}
  const { req } = exchange
  const { socket } = req
  const usualMs = socket.timeout ?? 0
  // Nothing passes the connection while the shop works on what has arrived; that is no client that has stopped.
  const wait = () => void socket.setTimeout(maxWorkMs)
  req.once('end', wait)
  try {
    return await render(streamedRequest(exchange), whoAsks(exchange))
  } finally {
    leave()
    req.off('end', wait)
    socket.setTimeout(usualMs)
    cutLater(req)
  }
}

/** Creates the step that sends the answer of `answerTo`; a screen without a free slot answers with the busy page. */
function sendingStep(answerTo: (exchange: Exchange) => Promise<Answer>, { always }: AnswerOptions): Step {
  return async (exchange) => {
    try {
      await send(exchange.req, exchange.res, await answerTo(exchange))
    } catch (error) {
      if (!(error instanceof BusyError) || !isScreen(exchange)) throw error
      await send(exchange.req, exchange.res, busyPage(exchange, always))
    }
    return true
  }
}

/** Tells `send` that the answer is already written. */
const alreadyWritten: Answer = { status: 200, headers: [] }

/**
 * Tells whether the browser may keep a page for Back and Forward; the script in its head checks that it belongs to the
 * current user (layouts/first-paint.ts).
 */
function isForBack({ req, url }: Exchange, cacheableQuery: CacheableQuery): boolean {
  if (url.searchParams.has('token')) return false
  if (cacheableQuery(url.pathname) !== undefined) return true
  const screen = matchScreen(url.pathname)?.screen
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (!isRead || screen === undefined || !bfcacheScreens.includes(screen)) return false
  // The login screen of a mailed link shows a person's name.
  return screen !== 'login' || [...url.searchParams.keys()].every((name) => name === 'next')
}

function isCookieless({ cookie }: PageKey): boolean {
  return cookie === ''
}

function isScreen({ url }: Exchange): boolean {
  return matchScreen(url.pathname) !== undefined
}

async function answerFromCache(
  cache: PageCache,
  key: PageKey,
  { req, res }: Exchange,
  enter: EnterRendering,
): Promise<boolean | SharedAnswer> {
  try {
    return await cache.answer(key, req, res, enter)
  } catch (error) {
    if (error instanceof UpstreamError) return error.answer
    throw error
  }
}

function toResponse({ status, headers, body }: SharedAnswer): Response {
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers })
}
