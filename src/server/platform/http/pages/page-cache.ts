import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { dayMs } from '../../../../domain/durations.ts'
import type { Leave } from '../admission.ts'
import { acceptedEncodings, type Encoding } from '../answers/compress.ts'
import { matchesHash } from '../answers/entity-tags.ts'
import { contentTypeOf } from './answer-of.ts'
import {
  createCachedPage,
  isStoredPlain,
  storeSmallest,
  storedVariant,
  variantOf,
  type CachedPage,
  type PageVariant,
} from './cached-page.ts'
import { declaredCaching, type Caching } from './page-caching.ts'
import type { PageKey } from './page-key.ts'
import { PageStore } from './page-store.ts'

const maxPage = 1024 * 1024
const popularAfter = 3
/** Interval of attempts to renew a page while its old copy is served, in milliseconds. */
const retryMs = 2000
const maxStaleMs = dayMs
const maxRenewals = 4

/** Waits for a rendering slot and returns its release function; throws when there is none. */
export type EnterRendering = () => Promise<Leave>
const anybody: EnterRendering = async () => () => {}

/** Told of a page that was sent to somebody who asked for it with these headers. */
export type OnSent = (target: string, headers: IncomingHttpHeaders) => void

export type PageCacheOptions = {
  readonly pageKey: (req: IncomingMessage) => PageKey | undefined
  /** Renders a public page from its key only. */
  readonly render: (key: PageKey) => Promise<Response>
  /** Builds the flat header list of a stored answer: adds security headers, removes headers for shared caches. */
  readonly storedHeaders: (response: Response, body: Buffer, key: PageKey) => string[]
  readonly maxBytes?: number | undefined
  readonly now?: (() => number) | undefined
  readonly onError?: (error: unknown) => void
  /** Called after each page that was sent, with its path and query. */
  readonly onSent?: OnSent | undefined
}

export type PageCacheStats = {
  readonly pages: number
  readonly bytes: number
  /** Renderings in progress. */
  readonly fills: number
  /** Answers from memory since the start. */
  readonly hits: number
  /** Renderings started since the start. */
  readonly rendered: number
}

/** The result for a cacheable request: a stored page, an answer shared by all waiting requests, or neither. */
type Filled = { readonly page: CachedPage } | { readonly shared: SharedAnswer } | undefined

/** An answer without personal data that is not stored, such as a 404 or a permanent redirect. */
export type SharedAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** How a rendered page is stored. */
type Storing = {
  readonly key: PageKey
  readonly caching: Caching
  readonly accepted: ReadonlySet<Encoding> | undefined
}

type Fill = {
  readonly result: Promise<Filled>
  readonly fence: { readonly tags: Set<string>; isWhole: boolean }
}

/** Caches public pages in front of Astro, as their CDN-Cache-Control and Cache-Tag headers declare. */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #store: PageStore
  readonly #now: () => number
  readonly #fills = new Map<string, Fill>()
  /** Renderings that began before the latest invalidation; new requests do not join them. */
  readonly #running = new Set<Fill>()
  #improving: Promise<unknown> = Promise.resolve()
  #hits = 0
  #rendered = 0
  #renewing = 0

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#store = new PageStore(options.maxBytes ?? 64 * 1024 * 1024)
    this.#now = options.now ?? Date.now
  }

  get stats(): PageCacheStats {
    return {
      pages: this.#store.size,
      bytes: this.#store.bytes,
      fills: this.#running.size,
      hits: this.#hits,
      rendered: this.#rendered,
    }
  }

  /** Answers from memory at once and returns true; returns false when the request needs rendering or waiting. */
  serve(req: IncomingMessage, res: ServerResponse): boolean {
    const key = this.#options.pageKey(req)
    const page = key && this.#store.get(key.text)
    if (key === undefined || page === undefined) return false
    const now = this.#now()
    if (now >= page.staleUntil) return false
    const variant = storedVariant(page, acceptedEncodings(req.headers['accept-encoding']))
    if (variant === undefined) return false
    if (now >= page.freshUntil) this.#renew(key)
    page.wasUsed = true
    this.#hits += 1
    if (++page.hits === popularAfter) this.#improve(key, page)
    write(req, res, page, variant)
    this.#noteSent(key, req, page)
    return true
  }

  /**
   * Answers a cacheable request and fills the cache if needed; `enter` takes a rendering slot. Returns false when the
   * page must be rendered for this shopper only.
   */
  async answer(
    key: PageKey,
    req: IncomingMessage,
    res: ServerResponse,
    enter: EnterRendering = anybody,
  ): Promise<boolean | SharedAnswer> {
    const accepted = acceptedEncodings(req.headers['accept-encoding'])
    const filled = this.#usable(key) ?? (await this.#orStale(key, () => this.#entered(key, accepted, enter)))
    if (filled === undefined) return false
    if ('shared' in filled) return filled.shared
    const { page } = filled
    write(req, res, page, await this.#store.resize(key.text, page, () => variantOf(page, accepted)))
    this.#noteSent(key, req, page)
    return true
  }

  /** The keys of at most this many pages, those first that were requested most. */
  popular(max: number): string[] {
    return this.#store.popular(max)
  }

  /** Renders the page of a key, unless it is there already. */
  async warm(key: PageKey): Promise<void> {
    if (this.#usable(key) === undefined) await this.#fill(key)
  }

  /** Drops every page with one of the tags now; renderings in progress do not restore the old state. */
  invalidate({ tags }: { readonly tags: Iterable<string> }): void {
    const gone = new Set(tags)
    this.#store.deleteTagged(gone)
    this.#fills.clear()
    for (const { fence } of this.#running) for (const tag of gone) fence.tags.add(tag)
  }

  /** Drops every page now. */
  clear(): void {
    this.#store.clear()
    this.#fills.clear()
    for (const { fence } of this.#running) fence.isWhole = true
  }

  #usable(key: PageKey): Filled {
    const stored = this.#store.get(key.text)
    return stored !== undefined && this.#now() < stored.staleUntil ? { page: stored } : undefined
  }

  #noteSent({ target }: PageKey, { method, headers }: IncomingMessage, { status }: CachedPage): void {
    if (status === 200 && method === 'GET') this.#options.onSent?.(target, headers)
  }

  /** Joins the rendering in progress, or starts one with its own slot: a request that gets no slot delays no other. */
  async #entered(key: PageKey, accepted: ReadonlySet<Encoding>, enter: EnterRendering): Promise<Filled> {
    if (this.#fills.has(key.text)) return this.#fill(key, accepted)
    const leave = await enter()
    try {
      return this.#usable(key) ?? (await this.#fill(key, accepted))
    } finally {
      leave()
    }
  }

  async #orStale(key: PageKey, fill: () => Promise<Filled>): Promise<Filled> {
    try {
      return await fill()
    } catch (error) {
      const old = this.#store.get(key.text)
      if (old === undefined || this.#now() - old.storedAt > maxStaleMs) throw error
      this.#options.onError?.(error)
      old.freshUntil = old.staleUntil = this.#now() + retryMs
      return { page: old }
    }
  }

  #fill(key: PageKey, accepted?: ReadonlySet<Encoding>): Promise<Filled> {
    const joined = this.#fills.get(key.text)
    if (joined !== undefined) return joined.result
    const fence: Fill['fence'] = { tags: new Set(), isWhole: false }
    const fill: Fill = { fence, result: this.#render(key, fence, accepted) }
    this.#fills.set(key.text, fill)
    this.#running.add(fill)
    const done = () => {
      this.#running.delete(fill)
      if (this.#fills.get(key.text) === fill) this.#fills.delete(key.text)
    }
    fill.result.then(done, done)
    return fill.result
  }

  async #render(key: PageKey, fence: Fill['fence'], accepted?: ReadonlySet<Encoding>): Promise<Filled> {
    this.#rendered += 1
    const response = await this.#options.render(key)
    const bytes = await response.arrayBuffer()
    const body = Buffer.from(bytes)
    if (response.status >= 500) throw new UpstreamError(response, body)
    const caching = declaredCaching(response)
    if (caching === undefined || body.length > maxPage) return sharedAnswer(response, body)
    const page = await this.#newPage(response, body, { caching, key, accepted })
    // Gives the memory of the body back at once, which is five times as large as what is stored of it.
    if (!isStoredPlain(page.variants)) bytes.transfer(0)
    if (!fence.isWhole && caching.tags.isDisjointFrom(fence.tags)) this.#store.set(key.text, page)
    return { page }
  }

  #newPage(response: Response, body: Buffer, { caching, key, accepted }: Storing): Promise<CachedPage> {
    const headers = this.#options.storedHeaders(response, body, key)
    const contentType = contentTypeOf(response) ?? 'application/octet-stream'
    return createCachedPage({
      status: response.status,
      contentType,
      headers,
      body,
      caching,
      accepted,
      now: this.#now(),
    })
  }

  /** Renews a page, a few at a time; over that limit the old copies are served. */
  #renew(key: PageKey): void {
    if (this.#fills.has(key.text) || this.#renewing >= maxRenewals) return
    this.#renewing += 1
    this.#orStale(key, () => this.#fill(key))
      .catch((error: unknown) => this.#options.onError?.(error))
      .finally(() => {
        this.#renewing -= 1
      })
  }

  /** Recompresses pages one at a time, so that it never takes both processors from requests. */
  #improve(key: PageKey, page: CachedPage): void {
    this.#improving = this.#improving
      .then(() =>
        this.#store.get(key.text) === page ? this.#store.resize(key.text, page, () => storeSmallest(page)) : undefined,
      )
      .catch((error: unknown) => this.#options.onError?.(error))
  }
}

/** The page failed and there was no older copy; holds the answer that Astro made. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly answer: SharedAnswer

  constructor({ status, headers }: Response, body: Buffer) {
    super(`The page answered ${status}.`)
    this.answer = { status, headers, body }
  }
}

const shareableStatuses = new Set([301, 308, 404, 410])

function sharedAnswer({ status, headers }: Response, body: Buffer): Filled {
  return shareableStatuses.has(status) && !headers.has('Set-Cookie') ? { shared: { status, headers, body } } : undefined
}

function write(req: IncomingMessage, res: ServerResponse, page: CachedPage, variant: PageVariant): void {
  const ifNoneMatch = req.headers['if-none-match']
  if (ifNoneMatch !== undefined && matchesHash(ifNoneMatch, page.hash)) res.writeHead(304, variant.notModified).end()
  else if (req.method === 'HEAD') res.writeHead(page.status, variant.headers).end()
  else res.writeHead(page.status, variant.headers).end(variant.body)
}
