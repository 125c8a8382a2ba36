import { newsKinds, type News, type NewsKind } from '../../../contracts/console/news.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import type { Shop } from '../../ordering/shop.ts'
import { requestSignal } from '../../platform/db/request-signal.ts'
import { liveHolders, newestArrivals } from './news-queries.ts'

/** A page that gets news as events, until `end`. */
export type Listener = {
  readonly staffId: string
  readonly session: string
  permissions: readonly Permission[]
  readonly send: (news: News) => void
  readonly beat: () => void
  /** `isOver`: the session is over, so that the browser need not come back. */
  readonly end: (isOver: boolean) => void
}

export const newsLimits = {
  lookMs: 2_000,
  /** Sooner than the server and proxies close a connection on which nothing happens. */
  beatMs: 15_000,
  checkMs: 10_000,
  /** A person's browsers. */
  perPerson: 6,
  all: 300,
} as const
const nothing: News = { orders: [], returns: [] }
const maxNews = 100
const maxKnown = 2_000
const permissionFor = { orders: 'orders.view', returns: 'returns.view' } as const satisfies Record<NewsKind, Permission>

type Services = Pick<Shop, 'db' | 'now' | 'log'>

/**
 * Tells everybody who listens at this process what has arrived. One look at the database serves all of them, whichever
 * node an order came to, and nobody looks while nobody listens. Every ten seconds one query asks who may still listen.
 */
export class NewsFeed {
  readonly #shop: Services
  readonly #listeners = new Set<Listener>()
  readonly #known = new Set<string>()
  #newest: News = nothing
  #looking: Promise<News> | undefined
  #lookedAt = -Infinity
  #timers: NodeJS.Timeout[] = []
  #isClosed = false

  constructor(shop: Services) {
    this.#shop = shop
  }

  /** Adds a listener and returns how it leaves; undefined when there are too many. */
  listen(listener: Listener): (() => void) | undefined {
    const own = [...this.#listeners].filter(({ staffId }) => staffId === listener.staffId)
    if (this.#isClosed || own.length >= newsLimits.perPerson || this.#listeners.size >= newsLimits.all) return undefined
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => this.#leave(listener)
  }

  /** What arrived lately, as seen within the last two seconds. */
  async newest(permissions: readonly Permission[]): Promise<News> {
    const isFresh = performance.now() - this.#lookedAt < newsLimits.lookMs
    return seenWith(permissions, isFresh ? this.#newest : await this.#look())
  }

  /** Ends every stream, so that a process that stops is not kept up; browsers go to another node. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) this.#end(listener, false)
  }

  /** Timers of all must not end with the request of the one who came first. */
  #start(): void {
    const every = (ms: number, run: () => unknown) => setInterval(run, ms).unref()
    this.#timers = requestSignal.exit(() => [
      every(newsLimits.lookMs, () => this.#attempt(() => this.#look())),
      every(newsLimits.checkMs, () => this.#attempt(() => this.check())),
      every(newsLimits.beatMs, () => this.#listeners.forEach((each) => each.beat())),
    ])
  }

  #attempt(run: () => Promise<unknown>): void {
    run().catch((error: unknown) => this.#shop.log.error({ err: error }, 'news could not be looked up'))
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  #end(listener: Listener, isOver: boolean): void {
    this.#leave(listener)
    listener.end(isOver)
  }

  /** Ends the streams of those who may no longer listen, and notes what the others may see. */
  async check(): Promise<void> {
    const sessions = [...new Set([...this.#listeners].map(({ session }) => session))]
    if (sessions.length === 0) return
    const live = await liveHolders(this.#shop.db, sessions, this.#shop.now().toISOString())
    for (const listener of this.#listeners) {
      const permissions = live.get(listener.session)
      if (permissions) listener.permissions = permissions
      else this.#end(listener, true)
    }
  }

  /** One look at a time, shared by all who ask meanwhile. */
  #look(): Promise<News> {
    this.#looking ??= requestSignal
      .exit(() => newestArrivals(this.#shop.db))
      .then((found) => this.#note(found))
      .finally(() => (this.#looking = undefined))
    return this.#looking
  }

  #note(found: News): News {
    const isFirst = this.#lookedAt === -Infinity
    const fresh = newsOfKinds((kind) => found[kind].filter((key) => !this.#known.has(key)))
    for (const key of newsKinds.flatMap((kind) => fresh[kind])) this.#known.add(key)
    for (const key of this.#known) {
      if (this.#known.size <= maxKnown) break
      this.#known.delete(key)
    }
    this.#newest = newsOfKinds((kind) => found[kind].slice(0, maxNews))
    this.#lookedAt = performance.now()
    if (!isFirst && newsKinds.some((kind) => fresh[kind].length > 0))
      for (const listener of this.#listeners) sendVisible(listener, fresh)
    return this.#newest
  }
}

function sendVisible(listener: Listener, fresh: News): void {
  const seen = seenWith(listener.permissions, fresh)
  if (newsKinds.some((kind) => seen[kind].length > 0)) listener.send(seen)
}

function seenWith(permissions: readonly Permission[], news: News): News {
  return newsOfKinds((kind) => (permissions.includes(permissionFor[kind]) ? news[kind] : []))
}

function newsOfKinds(make: (kind: NewsKind) => readonly string[]): News {
  return { orders: make('orders'), returns: make('returns') }
}

const feeds = new WeakMap<object, NewsFeed>()

/** The news feed of this process. */
export function newsFeed(shop: Shop): NewsFeed {
  const known = feeds.get(shop.limits)
  if (known) return known
  const made = new NewsFeed(shop)
  feeds.set(shop.limits, made)
  return made
}
